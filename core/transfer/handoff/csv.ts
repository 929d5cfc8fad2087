import { ImportRefused } from '../refusal.ts';
import type { Output } from '../wxr/xml-write.ts';
import { readText } from './encoding.ts';
import { emptyHead, headLine, takeHeadLine, type HandoffFile, type HandoffHead, type SaidProgress } from './file.ts';
import { writeKey } from './key.ts';
import { readRows, writeRow } from './csv-rows.ts';
import type { HandoffItem } from './units.ts';

/** Writes a table: key, text, translation, state, and the location of the text; the last header cell identifies the file. */
export function writeCsv(out: Output, head: HandoffHead, items: Iterable<HandoffItem>): void {
  out.write(writeRow(['key', head.from.tag, head.to.tag, 'state', headLine(head)]));
  for (const { type, title, slug, units } of items)
    for (const { address, what, source, target, progress } of units) {
      const context = `${type}: ${title === '' ? slug : title} (${what})`;
      out.write(writeRow([writeKey(address), source, progress === 'new' ? '' : target, progress, context]));
    }
}

/** Reads such a table as saved by spreadsheets: with semicolons or tabs, reordered columns or missing rows. */
export function readCsv(path: string): HandoffFile {
  const file: HandoffFile = { head: emptyHead(), units: [] };
  const rows = readRows(readText(path));
  const [first] = rows;
  const names = first?.cells.map((cell) => cell.trim()) ?? [];
  if (names.length < 3 || !(names.includes('key') || (names.includes('source') && names.includes('target'))))
    throw new ImportRefused('not_csv', 'The first row does not name the columns.', { line: 1, column: 1 });
  const at = placesOf(names, file);
  const isNamed = names[at.target] === 'target';
  file.head.fromTag = isNamed ? '' : (names[at.source] ?? '');
  file.head.toTag = isNamed ? '' : (names[at.target] ?? '');
  for (const { cells, line } of rows.slice(1)) {
    const cell = (place: number): string => cells[place] ?? '';
    if (cells.every((each) => each.trim() === '')) continue;
    const [key, item] = [cell(at.key).trim(), cell(at.item).trim()];
    file.units.push({
      key,
      item,
      source: cell(at.source),
      target: cell(at.target),
      said: saidOf(cell(at.state)),
      line,
    });
  }
  return file;
}

/** The index of each column: the first two columns without another meaning are the texts, in this order. */
function placesOf(
  names: readonly string[],
  { head }: HandoffFile,
): Record<'key' | 'item' | 'source' | 'target' | 'state', number> {
  const context = names.findIndex((name) => takeHeadLine(head, name));
  const key = names.indexOf('key');
  const state = names.indexOf('state');
  const item = names.indexOf('location');
  const [source = -1, target = -1] = names.flatMap((_, at) => ([key, state, item, context].includes(at) ? [] : [at]));
  return { key, item, source, target, state };
}

function saidOf(state: string): SaidProgress {
  const word = state.trim().toLowerCase();
  return word === 'new' || word === 'unsure' || word === 'done' ? word : '';
}
