import { ImportRefused } from '../refusal.ts';

/** Writes a row according to RFC 4180. A cell that a spreadsheet would evaluate gets an apostrophe, which reading removes. */
export function writeRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const FORMULA = /^'*[=+\-@\t\r]/;

/** A row and the line where it begins, from 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

const MOST_CELLS = 1000;

/** Reads rows separated by commas, semicolons or tabs, whichever the first row has most of. Throws `ImportRefused`. */
export function readRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const between = delimiterOf(text);
  const stop = new RegExp(`[${between === '\t' ? '\\t' : between}\\r\\n]`, 'g');
  let cells: string[] = [];
  let [at, line, begin] = [0, 1, 1];
  const endRow = (): void => {
    rows.push({ cells, line: begin });
    cells = [];
    begin = line;
  };
  while (at < text.length) {
    if (text[at] === '"') {
      const end = quoteEnd(text, at, line);
      const inside = text.slice(at + 1, end);
      line += inside.split('\n').length - 1;
      cells.push(cellText(inside.replaceAll('""', '"')));
      at = end + 1;
    } else {
      stop.lastIndex = at;
      const end = stop.exec(text)?.index ?? text.length;
      cells.push(cellText(text.slice(at, end)));
      at = end;
    }
    if (cells.length > MOST_CELLS)
      throw new ImportRefused('broken_csv', `A row has more than ${MOST_CELLS} cells.`, { line, column: 1 });
    if (text[at] === between) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
      throw new ImportRefused('broken_csv', 'Something follows the closing quote of a cell.', { line, column: 1 });
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    endRow();
  }
  if (cells.length > 0) endRow();
  return rows;
}

const cellText = (text: string): string => (FORMULA.test(text) && text.startsWith("'") ? text.slice(1) : text);

function quoteEnd(text: string, start: number, line: number): number {
  for (let at = start + 1; ;) {
    const end = text.indexOf('"', at);
    if (end === -1)
      throw new ImportRefused('broken_csv', 'A quote that begins a cell is not closed.', { line, column: 1 });
    if (text[end + 1] !== '"') return end;
    at = end + 2;
  }
}

/** Counts delimiters outside quotes. */
function delimiterOf(text: string): ',' | ';' | '\t' {
  const [first = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const signs = [',', ';', '\t'] as const;
  const most = Math.max(...signs.map((sign) => first.split(sign).length));
  return signs.find((sign) => first.split(sign).length === most) ?? ',';
}
