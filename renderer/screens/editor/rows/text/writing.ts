// Writing an article without a source: Enter adds the next paragraph or item, an empty one is removed again. Each function
// returns the key of the row that gets the focus; undefined: nothing was done.
import { readContent } from '../../../../../core/units/content.ts';
import type { Content } from '../../../../../core/units/content.ts';
import type { Token } from '../../../../../core/units/tokens.ts';
import {
  addBlock,
  addItem,
  itemsOfList,
  removeBlock,
  removeItem,
  replaceBlock,
} from '../../../../../core/units/write.ts';
import type { NewBlock } from '../../../../../core/units/write.ts';
import type { Row } from '../row.svelte.ts';
import type { Workspace } from '../../workspace.svelte.ts';

/** An empty block at the end. */
export function append(workspace: Workspace, kind: NewBlock): string | undefined {
  // Replaces the paragraph that an article without content starts with.
  const content = readContent(workspace.html());
  return put(workspace, addBlock(content, content.blocks.length - 1, kind), { at: content.blocks.length, row: 0 });
}

/** Changes the kind of an empty block. */
export function turnInto(workspace: Workspace, row: Row, kind: NewBlock): string | undefined {
  const { at } = placeOf(workspace, row);
  return at < 0 ? undefined : put(workspace, replaceBlock(contentOf(workspace), at, kind), { at, row: 0 });
}

/** Adds the next paragraph or list item, with the text after the caret. An empty item ends its list. */
export function breakAfter(workspace: Workspace, row: Row, caret: number | undefined): string | undefined {
  const [before, behind] = cut(row.tokens, caret);
  const { at, place } = placeOf(workspace, row);
  if (at < 0) return undefined;
  const content = contentOf(workspace);
  const items = itemsOfList(content, at);
  if (items !== undefined && items > 1 && row.isEmpty && place === items - 1) {
    const rest = readContent(removeItem(content, at, place));
    return put(workspace, addBlock(rest, at, 'paragraph'), { at: at + 1, row: 0 });
  }
  const to = items === undefined ? { at: at + 1, row: 0 } : { at, row: place + 1 };
  const key = put(
    workspace,
    items === undefined ? addBlock(content, at, 'paragraph') : addItem(content, at, place),
    to,
  );
  if (behind.length > 0) {
    rowAt(workspace, { at, row: place })?.edit(before);
    rowAt(workspace, to)?.edit(behind);
  }
  return key;
}

/** Removes an empty paragraph or item. Returns the row before it. */
export function removeEmpty(workspace: Workspace, row: Row): string | undefined {
  const { at, place } = placeOf(workspace, row);
  if (at < 0 || !row.isEmpty || row.tokens.length > 0) return undefined;
  const content = contentOf(workspace);
  const items = itemsOfList(content, at);
  if (items === undefined && content.blocks[at]?.segments.length !== 1) return undefined;
  const isItem = items !== undefined && items > 1;
  const all = workspace.rows;
  const before = all.indexOf(row) - 1;
  layOut(workspace, isItem ? removeItem(content, at, place) : removeBlock(content, at));
  return workspace.rows[Math.max(0, before)]?.key ?? 'title';
}

/** With all edits, so that its positions match the rows. */
const contentOf = (workspace: Workspace): Content => readContent(workspace.shown());

interface Place {
  /** Of the block. */
  at: number;
  /** In the block. */
  row: number;
}

/** Replaces the content, whose rows are other texts: permissions given to one do not apply to the next. */
export function layOut(workspace: Workspace, html: string): void {
  workspace.setHtml(html);
  for (const row of workspace.rows) {
    row.dropped = [];
    row.isUnlocked = false;
  }
}

function put(workspace: Workspace, html: string, to: Place): string | undefined {
  layOut(workspace, html);
  return rowAt(workspace, to)?.key;
}

function rowAt({ blocks }: Workspace, { at, row }: Place): Row | undefined {
  return blocks.find(({ pair }) => pair.target?.index === at)?.rows[row];
}

function placeOf({ blocks }: Workspace, row: Row): { at: number; place: number } {
  const block = blocks.find(({ rows }) => rows.includes(row));
  return { at: block?.pair.target?.index ?? -1, place: block?.rows.indexOf(row) ?? -1 };
}

/** Splits into two halves; text with marks is never split. */
function cut(tokens: readonly Token[], caret: number | undefined): [Token[], Token[]] {
  const [only] = tokens;
  if (caret === undefined || tokens.length !== 1 || only?.kind !== 'text') return [[...tokens], []];
  const half = (text: string): Token[] => (text === '' ? [] : [{ kind: 'text', text }]);
  return [half(only.text.slice(0, caret).trimEnd()), half(only.text.slice(caret).trimStart())];
}
