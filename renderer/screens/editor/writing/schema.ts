// The nodes of an editable document for ProseMirror. Their text is shown, but none of their HTML.
import { Schema } from 'prosemirror-model';
import type { DOMOutputSpec, MarkSpec, MarkType, NodeSpec, NodeType } from 'prosemirror-model';
import type { Value } from '../../../../core/units/writing/nodes.ts';

/** Attributes that record where a block came from, and how it was written. */
const ORIGIN = ['raw', 'was', 'before', 'form', 'open', 'close', 'name'];
const attrs = (own: Record<string, Value> = {}): Record<string, { default: Value }> => ({
  ...Object.fromEntries(ORIGIN.map((name) => [name, { default: null }])),
  ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { default: value }])),
});

const block = (spec: NodeSpec & { own?: Record<string, Value> }): NodeSpec => {
  const { own, ...rest } = spec;
  return { group: 'block', attrs: attrs(own), ...rest };
};
const element =
  (name: string, named = '') =>
  (): DOMOutputSpec =>
    named === '' ? [name, 0] : [name, { class: named }, 0];

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+', attrs: { lead: { default: '' }, tail: { default: '' }, isClassic: { default: false } } },
  paragraph: block({ content: 'inline*', toDOM: element('p') }),
  heading: block({
    content: 'inline*',
    own: { level: 2 },
    defining: true,
    toDOM: (node) => [`h${Math.min(6, Math.max(1, Number(node.attrs['level']) || 2))}`, 0],
  }),
  code_block: block({
    content: 'inline*',
    code: true,
    defining: true,
    whitespace: 'pre',
    toDOM: () => ['pre', ['code', 0]],
  }),
  list: block({
    content: 'list_item+',
    group: 'block list',
    own: { isOrdered: false, items: null },
    toDOM: (node) => [node.attrs['isOrdered'] === true ? 'ol' : 'ul', 0],
  }),
  list_item: block({ group: '', content: 'paragraph list*', defining: true, toDOM: element('li') }),
  quote: block({ content: 'block+ caption?', own: { items: null }, defining: true, toDOM: element('blockquote') }),
  caption: block({ group: '', content: 'inline*', isolating: true, toDOM: element('figcaption') }),
  picture: block({
    content: 'caption',
    own: { image: '', middle: '' },
    draggable: true,
    selectable: true,
    isolating: true,
    toDOM: element('figure', 'picture'),
  }),
  gallery: block({
    content: 'picture+ caption',
    draggable: true,
    isolating: true,
    toDOM: element('figure', 'gallery'),
  }),
  table_figure: block({
    content: 'table caption',
    own: { middle: null },
    draggable: true,
    isolating: true,
    toDOM: element('figure', 'table'),
  }),
  table: {
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    attrs: { section: { default: 'body' }, open: { default: null } },
    toDOM: (node) => ['tr', { 'data-section': String(node.attrs['section']) }, 0],
  },
  table_cell: cell('cell', 'td'),
  table_header: cell('header_cell', 'th'),
  buttons: block({ content: 'button+', toDOM: element('div', 'buttons') }),
  button: block({ group: '', content: 'inline*', own: { href: '' }, toDOM: element('span', 'button') }),
  container: block({ content: 'block+', defining: true, toDOM: element('div', 'container') }),
  source: block({
    content: 'text*',
    own: { kind: 'html' },
    marks: '',
    code: true,
    defining: true,
    whitespace: 'pre',
    toDOM: (node) => ['pre', { class: 'source', 'data-kind': String(node.attrs['kind']) }, ['code', 0]],
  }),
  separator: block({ own: { html: null }, selectable: true, draggable: true, toDOM: () => ['hr'] }),
  embed: block({ own: { html: null, url: '' }, selectable: true, draggable: true, toDOM: element('div') }),
  opaque: block({ own: { html: '' }, selectable: true, draggable: true, toDOM: element('div') }),
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    attrs: { html: { default: null } },
    linebreakReplacement: true,
    toDOM: () => ['br'],
  },
  locked: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { html: { default: '' }, name: { default: '' } },
    toDOM: (node) => [
      'span',
      { class: 'locked', title: String(node.attrs['html']).slice(0, 300) },
      String(node.attrs['name']),
    ],
  },
};

function cell(role: string, name: string): NodeSpec {
  return {
    content: 'paragraph',
    tableRole: role,
    isolating: true,
    attrs: { open: { default: null }, colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
    toDOM: (node) => {
      const { colspan, rowspan } = node.attrs as { colspan: number; rowspan: number };
      return [name, { ...(colspan > 1 && { colspan }), ...(rowspan > 1 && { rowspan }) }, 0];
    },
  };
}

const mark = (name: string): MarkSpec => ({ attrs: { open: { default: null } }, toDOM: () => [name, 0] });

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: { default: '' }, open: { default: null } },
    inclusive: false,
    // No address: clicking it edits, and does not navigate.
    toDOM: (each) => ['a', { title: String(each.attrs['href']) }, 0],
  },
  strong: mark('strong'),
  em: mark('em'),
  strike: mark('s'),
  code: { ...mark('code'), code: true },
  sub: mark('sub'),
  sup: mark('sup'),
  tag: {
    attrs: { open: { default: null } },
    excludes: '',
    toDOM: (each) => ['span', { class: 'tag', title: String(each.attrs['open']).slice(0, 300) }, 0],
  },
};

/** Its names are those of `core/units/writing`. */
export const schema = new Schema({ nodes, marks });

/** The type of a node by its name. */
export function nodeType(name: string): NodeType {
  const type = schema.nodes[name];
  if (!type) throw new Error(`No node is called ${name}`);
  return type;
}

/** The type of a mark by its name. */
export function markType(name: string): MarkType {
  const type = schema.marks[name];
  if (!type) throw new Error(`No mark is called ${name}`);
  return type;
}
