import { WORD_STATUSES, type WordStatus } from '../../store/desk/glossary.ts';
import { readText } from '../handoff/encoding.ts';
import { readRows, writeRow } from '../handoff/csv-rows.ts';
import { ImportRefused } from '../refusal.ts';
import type { Output } from '../wxr/xml-write.ts';
import { emptyTerm, type FileTerm, type WrittenTerm } from './terms.ts';

const FACTS = ['definition', 'domain', 'note', 'keep'] as const;

/** Writes a table of terms: one row per term, one column per language and for each other status its words have. */
export function writeTermsCsv(out: Output, tags: readonly string[], terms: readonly WrittenTerm[]): void {
  const columns = tags.flatMap((tag) =>
    WORD_STATUSES.filter(
      (status) =>
        status === 'preferred' ||
        terms.some(({ words }) => words.some((word) => word.tag === tag && word.status === status)),
    ).map((status) => ({ tag, status })),
  );
  out.write(writeRow(['concept', ...columns.map(columnName), ...FACTS]));
  for (const { uuid, words, definition, domain, note, keep } of terms) {
    const cells = columns.map(({ tag, status }) =>
      words
        .filter((word) => word.tag === tag && word.status === status)
        .map(({ text, caseSensitive }) => `${wordCell(text)}${caseSensitive ? CASE : ''}`)
        .join(' | '),
    );
    out.write(writeRow([uuid, ...cells, definition, domain, note, keep ? 'yes' : 'no']));
  }
}

interface Column {
  tag: string;
  status: WordStatus;
}

const columnName = ({ tag, status }: Column): string => (status === 'preferred' ? tag : `${tag} ${status}`);

/** Suffix of a case-sensitive word. */
const CASE = ' [Aa]';

const wordCell = (text: string): string => text.replace(/[\\|]/g, '\\$&').replace(/\[Aa\]$/, '\\[Aa]');

const TAG = /^([a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4})(?: (preferred|admitted|forbidden))?$/i;

/** Whether the header row is that of a table of terms: it names concepts, or only languages and properties of terms. */
export function holdsTerms(start: string): boolean {
  const names = firstRow(start);
  const languages = names.filter((name) => columnOf(name) !== undefined);
  return names[0] === 'concept'
    ? languages.length > 0
    : languages.length > 1 && names.every((name) => isFact(name) || columnOf(name) !== undefined);
}

function firstRow(start: string): string[] {
  try {
    const [line = ''] = start.split(/\r|\n/, 1);
    return namesOf(readRows(line)[0]?.cells ?? []);
  } catch (error) {
    // Not a table, or one that the reader refuses with its line.
    if (error instanceof ImportRefused) return [];
    throw error;
  }
}

const namesOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
const isFact = (name: string): boolean => FACTS.some((fact) => fact === name.toLowerCase());

function columnOf(name: string): Column | undefined {
  const [, tag, status = 'preferred'] = TAG.exec(name) ?? [];
  const found = WORD_STATUSES.find((one) => one === status.toLowerCase());
  return tag === undefined || found === undefined || isFact(name) || name === 'key'
    ? undefined
    : { tag, status: found };
}

/** Reads such a table as saved by spreadsheets. Throws `ImportRefused`, with the line. */
export function readTermsCsv(path: string): FileTerm[] {
  const [first, ...rows] = readRows(readText(path));
  const names = namesOf(first?.cells ?? []);
  const columns = names.map((name) => columnOf(name));
  if (!columns.some((column) => column !== undefined))
    throw new ImportRefused('not_csv', 'The first row does not name the columns.', { line: 1, column: 1 });
  return rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, line }) => {
      const fact = (name: string): string => (cells[names.findIndex((one) => one.toLowerCase() === name)] ?? '').trim();
      const words = columns.flatMap((column, at) =>
        column === undefined
          ? []
          : wordsOf(cells[at] ?? '').map((word, n) => {
              const isMain = column.status === 'preferred' && n === 0;
              return { ...word, tag: column.tag, status: isMain || names[0] === 'concept' ? column.status : undefined };
            }),
      );
      const [definition, domain, note] = [fact('definition'), fact('domain'), fact('note')];
      return {
        ...emptyTerm(line),
        uuid: uuidOf(fact('concept')),
        definition,
        domain,
        note,
        keep: keepOf(fact('keep')),
        words,
      };
    });
}

const uuidOf = (text: string): string =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : '';

function keepOf(text: string): boolean | undefined {
  if (/^(?:yes|true|1|x)$/i.test(text)) return true;
  return /^(?:no|false|0)$/i.test(text) ? false : undefined;
}

/** The words of a cell. */
function wordsOf(cell: string): { text: string; caseSensitive: boolean }[] {
  const parts = cell.match(/(?:[^\\|]|\\.|\\$)+/g) ?? [];
  return parts.flatMap((part) => {
    const trimmed = part.trim();
    const caseSensitive = trimmed.endsWith(CASE);
    const text = (caseSensitive ? trimmed.slice(0, -CASE.length) : trimmed).replace(/\\([\\|[])/g, '$1').trim();
    return text === '' ? [] : [{ text, caseSensitive }];
  });
}
