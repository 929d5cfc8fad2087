// Writes the document as the content of an item.
import { encodeAttribute } from '../entities.ts';
import { writeInline } from './inline.ts';
import { knownText, plainText, textOf, untouched } from './nodes.ts';
import type { Form, WritingNode } from './nodes.ts';
import { pictureEnds } from './pictures.ts';
import { writeRows } from './tables.ts';

type Ends = readonly [open: string, close: string];

/** A document as it is stored. `written`: writes one top-level block, replaceable by a cached version. */
export function writeDocument(doc: WritingNode, written = writeTop): string {
  const isClassic = doc.attrs?.['isClassic'] === true;
  let html = textOf(doc, 'lead');
  let last: WritingNode | undefined;
  for (const node of doc.content ?? []) {
    if (last) html += gapBetween(last, node);
    html += written(node, isClassic);
    last = node;
  }
  return html + textOf(doc, 'tail');
}

/** A top-level block; in a text without blocks new ones are elements. */
export function writeTop(node: WritingNode, isClassic: boolean): string {
  return writeNode(node, isClassic ? 'html' : 'block', true);
}

/** Lines of text outside of elements need an empty line between them. */
function gapBetween(last: WritingNode, node: WritingNode): string {
  const before = knownText(node, 'before') ?? '\n\n';
  const areLines = last.attrs?.['form'] === 'bare' && node.attrs?.['form'] === 'bare';
  return areLines && !/\n[^\S\n]*\n/.test(before) ? '\n\n' : before;
}

/** `form`: how new blocks are written here; `isTop`: other forms are possible here too. */
function writeNode(node: WritingNode, form: Form, isTop: boolean): string {
  const written = formOf(node);
  const own = isTop ? (written ?? form) : form;
  const isHere = written === undefined || written === own;
  const raw = isHere ? untouched(node) : undefined;
  if (raw !== undefined) return raw;
  const known = isHere && knownText(node, 'open') !== undefined;
  const [open, close] = known ? knownEnds(node) : newEnds(node, own);
  return open + writeInner(node, own) + close;
}

const formOf = (node: WritingNode): Form | undefined => {
  const form = node.attrs?.['form'];
  return form === 'block' || form === 'html' || form === 'bare' ? form : undefined;
};

function writeInner(node: WritingNode, form: Form): string {
  const content = node.content ?? [];
  switch (node.type) {
    case 'paragraph':
      return writeInline(content, form === 'bare' ? 'break' : 'blank');
    case 'heading':
    case 'button':
      return writeInline(content);
    case 'code_block':
      return writeInline(content, 'kept');
    case 'source':
      return withoutBlocks(plainText(node));
    case 'list':
    case 'quote':
      return writeAll(content, itemsForm(node, form));
    case 'list_item':
      return writeItem(content, form);
    case 'table_figure':
      return content
        .map((each) =>
          each.type === 'table' ? writeRows(each) + (textOf(node, 'middle') || '</table>') : writeCaption(each),
        )
        .join('');
    case 'picture':
      return content.map((each) => writeCaption(each)).join('');
    case 'container':
    case 'buttons':
    case 'gallery':
      return writeAll(content, 'block');
    default:
      return textOf(node, 'html');
  }
}

/** Blocks within a block. */
function writeAll(nodes: readonly WritingNode[], form: Form): string {
  return nodes
    .map((node, at) => {
      const gap = form === 'html' ? '' : '\n\n';
      if (node.type === 'caption')
        return (
          textOf(node, 'before') +
          writeCaption(
            node,
            nodes.some(({ type }) => type === 'picture'),
          )
        );
      return (at === 0 ? textOf(node, 'before') : (knownText(node, 'before') ?? gap)) + writeNode(node, form, false);
    })
    .join('');
}

/** In a list or quotation of classic content, items and paragraphs are plain elements, not blocks. */
function itemsForm(node: WritingNode, form: Form): Form {
  const items = node.attrs?.['items'];
  if (formOf(node) === undefined) return form === 'block' ? 'block' : 'html';
  return items === 'html' ? 'html' : 'block';
}

/** The words of an item, followed by its nested lists. */
function writeItem(content: readonly WritingNode[], form: Form): string {
  return content
    .map((node) => {
      if (node.type === 'paragraph') return writeInline(node.content ?? []);
      return (knownText(node, 'before') ?? '') + writeNode(node, form, false);
    })
    .join('');
}

/** Empty if there is no text. */
function writeCaption(node: WritingNode, isPicture = true): string {
  const words = writeInline(node.content ?? []);
  if (words === '') return '';
  const raw = untouched(node);
  if (raw !== undefined) return raw;
  const open = knownText(node, 'open');
  if (open !== undefined) return open + words + textOf(node, 'close');
  return isPicture ? `<figcaption class="wp-element-caption">${words}</figcaption>` : `<cite>${words}</cite>`;
}

/** What is written around a node that was read, with later changes. */
function knownEnds(node: WritingNode): Ends {
  const [open, close] = [textOf(node, 'open'), textOf(node, 'close')];
  if (node.type === 'picture') return pictureEnds(node);
  if (node.type === 'heading') return withLevel([open, close], Number(node.attrs?.['level'] ?? 2));
  if (node.type === 'list') return withOrder([open, close], node.attrs?.['isOrdered'] === true);
  return [open, close];
}

function withLevel([open, close]: Ends, level: number): Ends {
  const name = `h${level}`;
  const json = (from: string) => from.replace(/"level":\d/, `"level":${level}`);
  const isSaid = /"level":\d/.test(open);
  const hasLevel = new RegExp(`<${name}[\\s>]`).test(open);
  if (hasLevel) return [open, close];
  const said = isSaid || level === 2 ? json(open) : withJson(open, `"level":${level}`);
  return [said.replace(/<h[1-6](?=[\s>][^<]*$)/, `<${name}`), close.replace(/<\/h[1-6]/, `</${name}`)];
}

function withOrder([open, close]: Ends, isOrdered: boolean): Ends {
  const [tag, other] = isOrdered ? ['ol', 'ul'] : ['ul', 'ol'];
  if (new RegExp(`<${tag}[\\s>]`).test(open)) return [open, close];
  const said = isOrdered
    ? withJson(open, '"ordered":true')
    : open
        .replace(/"ordered":true,?/, '')
        .replace(/,\}/, '}')
        .replace(/ \{\}/, '');
  return [said.replace(new RegExp(`<${other}(?=[\\s>])`), `<${tag}`), close.replace(`</${other}`, `</${tag}`)];
}

/** An opening comment with one more attribute. */
function withJson(open: string, entry: string): string {
  if (!open.startsWith('<!--')) return open;
  if (/^<!-- wp:[\w/-]+ \{\s*"/.test(open)) return open.replace('{', `{${entry},`);
  return open.replace(/^(<!-- wp:[\w/-]+)\s/, `$1 {${entry}} `);
}

/** What is written around a new node, or around one from a text in another form. */
function newEnds(node: WritingNode, form: Form): Ends {
  if (form === 'bare') return ['', ''];
  const [name, json, ends] = NEW[node.type]?.(node, form === 'block') ?? ['', '', ['', '']];
  if (form !== 'block' || name === '') return ends;
  return [`<!-- wp:${name}${json && ` ${json}`} -->\n${ends[0]}`, `${ends[1]}\n<!-- /wp:${name} -->`];
}

type NewEnds = [name: string, json: string, ends: Ends];

/** The markup around a new node of a type: the name and the attributes of its block, and its tags. */
const NEW: Readonly<Record<string, (node: WritingNode, isBlock: boolean) => NewEnds>> = {
  paragraph: () => ['paragraph', '', ['<p>', '</p>']],
  heading: (node, isBlock) => {
    const level = Number(node.attrs?.['level'] ?? 2);
    const tag = `<h${level}${classOf('wp-block-heading', isBlock)}>`;
    return ['heading', level === 2 ? '' : `{"level":${level}}`, [tag, `</h${level}>`]];
  },
  list: (node, isBlock) => {
    const isOrdered = node.attrs?.['isOrdered'] === true;
    const tag = isOrdered ? 'ol' : 'ul';
    const ends: Ends = [`<${tag}${classOf('wp-block-list', isBlock)}>`, `</${tag}>`];
    return ['list', isOrdered ? '{"ordered":true}' : '', ends];
  },
  list_item: () => ['list-item', '', ['<li>', '</li>']],
  quote: (_, isBlock) => ['quote', '', [`<blockquote${classOf('wp-block-quote', isBlock)}>`, '</blockquote>']],
  code_block: (_, isBlock) => ['code', '', [`<pre${classOf('wp-block-code', isBlock)}><code>`, '</code></pre>']],
  source: (node) => [textOf(node, 'kind') === 'html' ? 'html' : 'shortcode', '', ['', '']],
  buttons: () => ['buttons', '', ['<div class="wp-block-buttons">', '</div>']],
  button: (node) => {
    const href = encodeAttribute(textOf(node, 'href'));
    const link = `<a class="wp-block-button__link wp-element-button"${href && ` href="${href}"`}>`;
    return ['button', '', [`<div class="wp-block-button">${link}`, '</a></div>']];
  },
  gallery: () => {
    const figure = '<figure class="wp-block-gallery has-nested-images columns-default is-cropped">';
    return ['gallery', '{"linkTo":"none"}', [figure, '</figure>']];
  },
  table_figure: () => ['table', '{"hasFixedLayout":false}', ['<figure class="wp-block-table"><table>', '</figure>']],
  container: () => ['group', '{"layout":{"type":"constrained"}}', ['<div class="wp-block-group">', '</div>']],
  picture: (node) => ['', '', pictureEnds(node)],
};

const classOf = (name: string, isBlock: boolean): string => (isBlock ? ` class="${name}"` : '');

/** HTML that was typed must neither begin nor end a block: a comment that would loses its space. */
const withoutBlocks = (html: string): string => html.replace(/<!--\s+(?=\/?wp:)/g, '<!--');
