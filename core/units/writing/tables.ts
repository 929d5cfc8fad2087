// Tables as nodes, and back.
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';
import { readCaption } from './classic.ts';
import { childrenOf, unwrap } from './elements.ts';
import { readInline, writeInline } from './inline.ts';
import { knownText, textOf } from './nodes.ts';
import type { WritingNode } from './nodes.ts';

const SECTIONS: Readonly<Record<string, string>> = { thead: 'head', tbody: 'body', tfoot: 'foot' };
const TAGS: Readonly<Record<string, string>> = { head: 'thead', body: 'tbody', foot: 'tfoot' };

/** The HTML of a table block as a node; undefined if it defines columns, or has anything but text in its cells. */
export function readTable(html: string): WritingNode | undefined {
  const figure = unwrap(tokenizeHtml(html), ['figure']);
  const inner = figure && childrenOf(figure.inner);
  const [first, second, ...others] = inner?.children ?? [];
  const table = first && unwrap(first.tokens, ['table']);
  if (!inner || !table || others.length > 0) return undefined;
  const rows = readSections(table.inner);
  const caption = second ? readCaption(second.tokens, 'figcaption') : { type: 'caption' };
  if (!rows || rows.length === 0 || !caption) return undefined;
  const attrs = {
    open: figure.open + first.before + table.open,
    middle: table.close + (second?.before ?? ''),
    close: inner.tail + figure.close,
  };
  return { type: 'table_figure', attrs, content: [{ type: 'table', content: rows }, caption] };
}

function readSections(tokens: readonly HtmlToken[]): WritingNode[] | undefined {
  const inner = childrenOf(tokens);
  if (!inner) return undefined;
  const rows: WritingNode[] = [];
  for (const child of inner.children) {
    const tag = child.tokens[0];
    const section = tag?.kind === 'open' && /^<\w+>$/.test(tag.raw) ? SECTIONS[tag.name] : undefined;
    const part = section === undefined ? undefined : childrenOf(child.tokens.slice(1, -1));
    if (!part || section === undefined) return undefined;
    for (const row of part.children) {
      const node = readRow(row.tokens, section);
      if (!node) return undefined;
      rows.push(node);
    }
  }
  return rows;
}

function readRow(tokens: readonly HtmlToken[], section: string): WritingNode | undefined {
  const row = unwrap(tokens, ['tr']);
  const inner = row && childrenOf(row.inner);
  if (!inner || inner.children.length === 0) return undefined;
  const cells: WritingNode[] = [];
  for (const child of inner.children) {
    const cell = unwrap(child.tokens, ['td', 'th']);
    const content = cell && readInline(cell.inner);
    if (!content) return undefined;
    const span = (name: string) =>
      Number(cell.tag.attributes.find((attribute) => attribute.name === name)?.raw ?? 1) || 1;
    cells.push({
      type: cell.tag.name === 'th' ? 'table_header' : 'table_cell',
      attrs: { open: cell.open, colspan: span('colspan'), rowspan: span('rowspan') },
      content: [{ type: 'paragraph', content }],
    });
  }
  return { type: 'table_row', attrs: { section, open: row.open }, content: cells };
}

/** The rows of a table, in their sections. */
export function writeRows(table: WritingNode): string {
  let html = '';
  let section = '';
  for (const row of table.content ?? []) {
    const own = TAGS[textOf(row, 'section')] ?? 'tbody';
    if (own !== section) html += `${section && `</${section}>`}<${own}>`;
    section = own;
    html += `${knownText(row, 'open') ?? '<tr>'}${(row.content ?? []).map(writeCell).join('')}</tr>`;
  }
  return `${html}${section && `</${section}>`}`;
}

function writeCell(cell: WritingNode): string {
  const name = cell.type === 'table_header' ? 'th' : 'td';
  const [columns, rows] = [Number(cell.attrs?.['colspan'] ?? 1), Number(cell.attrs?.['rowspan'] ?? 1)];
  const words = (cell.content ?? []).map((each) => writeInline(each.content ?? [])).join('<br>');
  return `${openOf(cell, { name, columns, rows })}${words}</${name}>`;
}

/** The tag as written, if its content is unchanged. */
function openOf(cell: WritingNode, { name, columns, rows }: { name: string; columns: number; rows: number }): string {
  const open = knownText(cell, 'open');
  const [tag] = tokenizeHtml(open ?? '');
  if (open !== undefined && tag?.kind === 'open' && tag.name === name) {
    const span = (of: string) => Number(tag.attributes.find((attribute) => attribute.name === of)?.raw ?? 1) || 1;
    if (span('colspan') === columns && span('rowspan') === rows) return open;
  }
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  return `<${name}${spans}>`;
}
