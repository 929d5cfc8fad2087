// What can be added to a document, and how: for the menu, the toolbar, and typed shortcuts.
import { Fragment } from 'prosemirror-model';
import type { Node } from 'prosemirror-model';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { setBlockType } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { wrapIn } from 'prosemirror-commands';
import { encodeAttribute } from '../../../../core/units/entities.ts';
import { nodeType, schema } from './schema.ts';

/** In menu order. */
export const KINDS = [
  'paragraph',
  'heading',
  'list',
  'ordered',
  'quote',
  'picture',
  'gallery',
  'table',
  'separator',
  'buttons',
  'embed',
  'code',
  'shortcode',
  'html',
] as const;
export type Kind = (typeof KINDS)[number];

/** Typed at the beginning of a line. */
export const TYPED: Readonly<Partial<Record<Kind, string>>> = {
  heading: '##',
  list: '-',
  ordered: '1.',
  quote: '>',
  picture: '!',
  code: '```',
  separator: '---',
};

/** The kinds that need input first: a picture, an address. */
export const isAsking = (kind: Kind): kind is 'picture' | 'gallery' | 'embed' =>
  kind === 'picture' || kind === 'gallery' || kind === 'embed';

/** An empty block of a kind, if it cannot take the words of the paragraph it replaces. */
function emptyOf(kind: Kind): Node | undefined {
  if (kind === 'table') return newTable(3, 3);
  if (kind === 'separator')
    return schema.node('separator', {
      form: 'block',
      html: '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
    });
  if (kind === 'buttons') return schema.node('buttons', null, schema.node('button'));
  if (kind === 'shortcode' || kind === 'html') return schema.node('source', { kind });
  return undefined;
}

/** A table with a header row. */
export function newTable(rows: number, columns: number): Node {
  const row = (type: 'table_cell' | 'table_header', section: string) =>
    schema.node(
      'table_row',
      { section },
      Array.from({ length: columns }, () => schema.node(type, null, schema.node('paragraph'))),
    );
  const body = Array.from({ length: rows - 1 }, () => row('table_cell', 'body'));
  const table = schema.node('table', null, [row('table_header', 'head'), ...body]);
  return schema.node('table_figure', null, [table, schema.node('caption')]);
}

/** An embedded page or video, by its address. */
export function newEmbed(url: string, isClassic: boolean): Node {
  const address = encodeAttribute(url);
  const json = JSON.stringify({ url })
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
  const html = `<!-- wp:embed ${json} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${address}\n</div></figure>\n<!-- /wp:embed -->`;
  return schema.node('embed', { url, form: isClassic ? 'html' : 'block', html: isClassic ? address : html });
}

/** Converts the block with the caret to this kind, or inserts an empty one. */
export function makeBlock(kind: Kind, level = 2): Command {
  if (kind === 'paragraph') return setBlockType(nodeType('paragraph'));
  if (kind === 'heading') return setBlockType(nodeType('heading'), { level });
  if (kind === 'code') return setBlockType(nodeType('code_block'));
  if (kind === 'quote') return wrapIn(nodeType('quote'));
  if (kind === 'list' || kind === 'ordered') return toggleList(kind === 'ordered');
  return (state, dispatch) => {
    const node = emptyOf(kind);
    if (!node) return false;
    dispatch?.(insertBlock(state, node));
    return true;
  };
}

/** Turns the selection into a list; unwraps a list of this kind; converts one of the other kind. */
export function toggleList(isOrdered: boolean): Command {
  const [list, item] = [nodeType('list'), nodeType('list_item')];
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const node = $from.node(depth);
      if (node.type !== list) continue;
      if (node.attrs['isOrdered'] === isOrdered) return liftListItem(item)(state, dispatch, view);
      dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'isOrdered', isOrdered));
      return true;
    }
    return wrapInList(list, { isOrdered })(state, dispatch);
  };
}

/** Inserts blocks after the one with the caret, replacing an empty paragraph. Moves the caret into the first of them. */
export function insertBlock(state: EditorState, ...blocks: readonly Node[]): Transaction {
  const { tr, selection } = state;
  const { from, to } = placeFor(selection.$from, state);
  const isLast = to === state.doc.content.size;
  const [last] = blocks.slice(-1);
  // A block without text is followed by a paragraph to continue in.
  const more = isLast && last && !last.isTextblock ? [schema.node('paragraph')] : [];
  tr.replaceWith(from, to, Fragment.from([...blocks, ...more]));
  const [first] = blocks;
  if (first?.isAtom) tr.setSelection(NodeSelection.create(tr.doc, from));
  else tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1)));
  return tr.scrollIntoView();
}

function placeFor($from: EditorState['selection']['$from'], { doc }: EditorState): { from: number; to: number } {
  const top = $from.depth === 0 ? $from.nodeAfter : $from.node(1);
  if (!top) return { from: doc.content.size, to: doc.content.size };
  const start = $from.depth === 0 ? $from.pos : $from.before(1);
  const end = start + top.nodeSize;
  const isEmpty = top.type === nodeType('paragraph') && top.content.size === 0;
  return isEmpty ? { from: start, to: end } : { from: end, to: end };
}
