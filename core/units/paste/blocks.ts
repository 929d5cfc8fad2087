// The content of a clipboard, as blocks.
import { encodeText } from '../entities.ts';
import { tidyRuns, withoutMark, writeRuns } from './runs.ts';
import type { Run } from './runs.ts';

/** A block as read from a clipboard. */
export type Pasted =
  /** `level` 0: a paragraph. */
  | { kind: 'text'; level: number; runs: Run[] }
  | { kind: 'list'; isOrdered: boolean; items: Pasted[][] }
  | { kind: 'table'; rows: PastedCell[][]; caption: Run[] }
  | { kind: 'quote'; blocks: Pasted[] }
  | { kind: 'code'; text: string }
  | { kind: 'separator' }
  /** A paragraph formatted as a list item by its program, with its depth from 1. */
  | { kind: 'item'; depth: number; isOrdered: boolean; runs: Run[] };

export interface PastedCell {
  isHead: boolean;
  columns: number;
  rows: number;
  blocks: Pasted[];
}

/** Maximum nesting of lists. */
const DEEPEST = 8;

/** Removes empty blocks, groups items into lists, and replaces a table of one cell by its content. */
export function settle(blocks: readonly Pasted[]): Pasted[] {
  const settled: Pasted[] = [];
  const items: PastedItem[] = [];
  const endItems = () => settled.push(...listsOf(items.splice(0), 1));
  for (const block of blocks)
    if (block.kind === 'item') items.push(block);
    else {
      endItems();
      settled.push(...settleOne(block));
    }
  endItems();
  return settled;
}

function settleOne(block: Pasted): Pasted[] {
  if (block.kind === 'text') {
    const runs = tidyRuns(block.level > 0 ? withoutMark(block.runs, 'strong') : block.runs);
    return runs.length > 0 ? [{ ...block, runs }] : [];
  }
  if (block.kind === 'list') {
    const items = block.items.map(settle).filter((item) => item.length > 0);
    return items.length > 0 ? [{ ...block, items }] : [];
  }
  if (block.kind === 'quote') {
    const blocks = settle(block.blocks);
    return blocks.length > 0 ? [{ ...block, blocks }] : [];
  }
  if (block.kind !== 'table') return block.kind === 'code' && block.text.trim() === '' ? [] : [block];
  const rows = block.rows
    .map((cells) => cells.map((cell) => ({ ...cell, blocks: settle(cell.blocks) })))
    .filter((cells) => cells.length > 0);
  const [only, ...others] = rows.flat();
  if (others.length === 0) return only?.blocks ?? [];
  return rows.flat().some(({ blocks }) => blocks.length > 0)
    ? [{ ...block, rows, caption: tidyRuns(block.caption) }]
    : [];
}

type PastedItem = Extract<Pasted, { kind: 'item' }>;

/** Groups consecutive items into nested lists. */
function listsOf(items: readonly PastedItem[], depth: number): Pasted[] {
  const lists: Extract<Pasted, { kind: 'list' }>[] = [];
  for (let at = 0; at < items.length;) {
    const item = items[at];
    if (!item) break;
    let to = at + 1;
    while (depth < DEEPEST && (items[to]?.depth ?? 0) > item.depth) to++;
    const words = settleOne({ kind: 'text', level: 0, runs: item.runs });
    const own = [...words, ...listsOf(items.slice(at + 1, to), depth + 1)];
    const list = lists.at(-1);
    if (own.length > 0)
      if (list?.isOrdered === item.isOrdered) list.items.push(own);
      else lists.push({ kind: 'list', isOrdered: item.isOrdered, items: [own] });
    at = to;
  }
  return lists;
}

/** A block as a site stores it. */
export function writeBlock(block: Pasted, depth = 1): string {
  if (block.kind === 'text') return writeText(block.level, writeRuns(block.runs));
  if (block.kind === 'list') return writeList(block, depth);
  if (block.kind === 'table') return writeTable(block);
  if (block.kind === 'quote') {
    const inner = linesOf(block.blocks).map((runs) => writeText(0, writeRuns(runs)));
    return wrap('quote', '', `<blockquote class="wp-block-quote">${inner.join('\n\n')}</blockquote>`);
  }
  if (block.kind === 'code')
    return wrap('code', '', `<pre class="wp-block-code"><code>${encodeText(block.text)}</code></pre>`);
  if (block.kind === 'item') return writeText(0, writeRuns(block.runs));
  return wrap('separator', '', '<hr class="wp-block-separator has-alpha-channel-opacity"/>');
}

/** The words of blocks, one line for each text. */
export function linesOf(blocks: readonly Pasted[]): Run[][] {
  return blocks.flatMap((block): Run[][] => {
    if (block.kind === 'text' || block.kind === 'item') return [block.runs];
    if (block.kind === 'list') return block.items.flatMap((item) => linesOf(item));
    if (block.kind === 'quote') return linesOf(block.blocks);
    if (block.kind === 'table')
      return [...block.rows.flatMap((cells) => cells.flatMap((cell) => linesOf(cell.blocks))), block.caption].filter(
        (runs) => runs.length > 0,
      );
    return block.kind === 'code' ? [[{ text: block.text, marks: {} }]] : [];
  });
}

const wrap = (name: string, json: string, html: string): string =>
  `<!-- wp:${name}${json && ` ${json}`} -->\n${html}\n<!-- /wp:${name} -->`;

function writeText(level: number, html: string): string {
  if (level === 0) return wrap('paragraph', '', `<p>${html}</p>`);
  const json = level === 2 ? '' : `{"level":${level}}`;
  return wrap('heading', json, `<h${level} class="wp-block-heading">${html}</h${level}>`);
}

function writeList({ isOrdered, items }: Extract<Pasted, { kind: 'list' }>, depth: number): string {
  const [tag, json] = isOrdered ? ['ol', '{"ordered":true}'] : ['ul', ''];
  const written = items.map((blocks) => {
    const lists = blocks.filter((block) => block.kind === 'list');
    const isTooDeep = depth >= DEEPEST;
    const words = linesOf(isTooDeep ? blocks : blocks.filter((block) => block.kind !== 'list'));
    const inner = isTooDeep ? '' : lists.map((list) => writeBlock(list, depth + 1)).join('\n\n');
    return wrap('list-item', '', `<li>${words.map(writeRuns).join('<br>')}${inner}</li>`);
  });
  return wrap('list', json, `<${tag} class="wp-block-list">${written.join('\n\n')}</${tag}>`);
}

function writeTable({ rows, caption }: Extract<Pasted, { kind: 'table' }>): string {
  const isHead = (cells: readonly PastedCell[]) => cells.every((cell) => cell.isHead);
  const first = rows[0];
  const head = first && rows.length > 1 && isHead(first) ? [first] : [];
  const part = (tag: string, all: readonly PastedCell[][]) =>
    all.length > 0
      ? `<${tag}>${all.map((cells) => `<tr>${cells.map(writeCell).join('')}</tr>`).join('')}</${tag}>`
      : '';
  const table = `<table>${part('thead', head)}${part('tbody', rows.slice(head.length))}</table>`;
  const words = writeRuns(caption);
  const below = words && `<figcaption class="wp-element-caption">${words}</figcaption>`;
  // Written explicitly: the default is fixed in newer editors of sites, but not in older ones.
  return wrap('table', '{"hasFixedLayout":false}', `<figure class="wp-block-table">${table}${below}</figure>`);
}

function writeCell({ isHead, columns, rows, blocks }: PastedCell): string {
  const tag = isHead ? 'th' : 'td';
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  const lines = linesOf(blocks).map((runs) => writeRuns(isHead ? withoutMark(runs, 'strong') : runs));
  return `<${tag}${spans}>${lines.join('<br>')}</${tag}>`;
}
