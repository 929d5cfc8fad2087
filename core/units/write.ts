// Adding and removing blocks in a content without a source, for authors of articles.
import type { Content } from './content.ts';

/** Blocks that can be added with one click; others are written in the HTML view. */
export const NEW_BLOCKS = ['paragraph', 'heading', 'list', 'quote'] as const;
export type NewBlock = (typeof NEW_BLOCKS)[number];

/** A paragraph without text. */
export const PARAGRAPH = '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->';
const ITEM = '<!-- wp:list-item -->\n<li></li>\n<!-- /wp:list-item -->';
const ITEMS = /<!-- wp:list-item(?:\s[^>]*?)?-->[\s\S]*?<!-- \/wp:list-item -->/g;
const EMPTY: Readonly<Record<NewBlock, string>> = {
  paragraph: PARAGRAPH,
  heading: '<!-- wp:heading -->\n<h2 class="wp-block-heading"></h2>\n<!-- /wp:heading -->',
  list: `<!-- wp:list -->\n<ul class="wp-block-list">${ITEM}</ul>\n<!-- /wp:list -->`,
  quote: `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${PARAGRAPH}</blockquote>\n<!-- /wp:quote -->`,
};

/** Whether blocks can be added: text without blocks is laid out by its line breaks, and adding a block would end that. */
export function takesBlocks({ blocks }: Content): boolean {
  return blocks.length === 0 || blocks.some(({ name }) => name !== '');
}

/** Adds an empty block after the one at this index; -1: at the beginning. */
export function addBlock(content: Content, after: number, kind: NewBlock): string {
  const raws = partsOf(content);
  const before = raws[after];
  const own = { raw: EMPTY[kind], after: before?.after || (raws.length > 0 ? '\n\n' : '') };
  if (before) before.after = '\n\n';
  if (before && after === raws.length - 1) own.after = content.blocks.at(-1)?.after ?? '';
  raws.splice(after + 1, 0, own);
  return joined(content, raws);
}

/** Replaces a block by an empty one. */
export function replaceBlock(content: Content, at: number, kind: NewBlock): string {
  return joined(
    content,
    partsOf(content).map((part, place) => (place === at ? { ...part, raw: EMPTY[kind] } : part)),
  );
}

export function removeBlock(content: Content, at: number): string {
  const raws = partsOf(content);
  const [gone] = raws.splice(at, 1);
  const last = raws.at(-1);
  if (gone && last && at === raws.length) last.after = gone.after;
  return joined(content, raws);
}

/** The number of items in a list of one level; undefined for any other block. */
export function itemsOfList({ blocks }: Content, at: number): number | undefined {
  const block = blocks[at];
  if (block?.name !== 'core/list' || (block.raw.match(/<!-- wp:list\s/g) ?? []).length > 1) return undefined;
  return block.raw.match(ITEMS)?.length;
}

/** Adds an empty item after the one at this index of such a list. */
export function addItem(content: Content, at: number, item: number): string {
  return changeItems(content, at, (items) => items.toSpliced(item + 1, 0, ITEM));
}

export function removeItem(content: Content, at: number, item: number): string {
  return changeItems(content, at, (items) => items.toSpliced(item, 1));
}

function changeItems(content: Content, at: number, change: (items: string[]) => string[]): string {
  const raws = partsOf(content);
  const part = raws[at];
  const found = part ? [...part.raw.matchAll(ITEMS)] : [];
  const [first, last] = [found[0], found.at(-1)];
  if (!part || !first || !last) return content.html;
  const items = change(found.map(([raw]) => raw)).join('\n\n');
  part.raw = part.raw.slice(0, first.index) + items + part.raw.slice(last.index + last[0].length);
  return joined(content, raws);
}

interface Part {
  raw: string;
  after: string;
}

const partsOf = ({ blocks }: Content): Part[] => blocks.map(({ raw, after }) => ({ raw, after }));

const joined = ({ lead }: Content, parts: readonly Part[]): string =>
  lead + parts.map(({ raw, after }) => raw + after).join('');
