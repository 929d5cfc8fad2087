import { looksSerialised, PhpError, readPhp, readPhpArray, type PhpArray } from '../../domain/content/php.ts';
import type { Meta } from '../records.ts';
import { warn, type NoteParams, type Report, type ReportKind, type Warning } from '../report.ts';
import { textOf, type Node } from './tree.ts';

/** Maximum length of a meta key on a real site. */
const LONGEST_KEY = 255;

/** Receives the warnings of a reader. */
export interface Noted {
  report: Report;
  kind: ReportKind;
}

/** Meta of a record, in order. Serialised objects are refused (`content.md` 8.2), everything else is kept as it is. */
export function metaOf(node: Node, element: string, noted: Noted): Meta[] {
  return node.children.flatMap((child) => {
    if (child.name !== element) return [];
    const key = textOf(child, 'wp:meta_key').toWellFormed();
    const value = textOf(child, 'wp:meta_value');
    if (key === '' || key.length > LONGEST_KEY) {
      drop(noted, { line: child.line, code: 'meta_key', text: 'A field without a usable name was left out.' });
      return [];
    }
    if (looksSerialised(value) && holdsObject(value)) {
      const text = `The field "${key}" contains a serialised object, which was not imported.`;
      drop(noted, { line: child.line, code: 'php_object', text, params: { what: 'field', name: key } });
      return [];
    }
    return [{ key, value }];
  });
}

function drop({ report }: Noted, warning: Warning): void {
  report.meta.dropped += 1;
  warn(report, 'meta', warning);
}

function holdsObject(value: string): boolean {
  try {
    readPhp(value);
    return false;
  } catch (error) {
    if (!(error instanceof PhpError)) throw error;
    if (error.reason === 'object') return true;
    // A real site treats malformed text as plain text too, unless it might contain an object.
    return /(?:^|[;{])[OC]:\d+:"/.test(value);
  }
}

/** How to report a serialised map: as text, and by kind and name. */
interface Place {
  line: number;
  text: string;
  about: NoteParams;
}

/** Parses a serialised map; returns undefined, with a warning, if it is malformed. */
export function phpArrayOf(text: string, place: Place, noted: Noted): PhpArray | undefined {
  try {
    return readPhpArray(text);
  } catch (error) {
    if (!(error instanceof PhpError)) throw error;
    const code = error.reason === 'object' ? 'php_object' : 'php_broken';
    const { line, about: params } = place;
    warn(noted.report, noted.kind, { line, code, text: `${place.text} cannot be read. ${error.message}`, params });
    return undefined;
  }
}

const DATE = /^\d{4}-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})$/;

/** A date of the file in stored form; "" for missing and invalid dates and for 0000-00-00. */
export function dateOf(text: string): string {
  const found = DATE.exec(text.trim());
  if (!found) return '';
  // Two digits each, so comparing them as text is correct.
  const [whole, month = '', day = '', hour = '', minute = '', second = ''] = found;
  if (month < '01' || month > '12' || day < '01' || hour > '23' || minute > '59' || second > '59') return '';
  if (day > '28' && Number(day) > daysOf(Number(whole.slice(0, 4)), Number(month))) return '';
  return whole.replace(' ', 'T');
}

/** Day 0 of the next month is the last day of this one; `Date` maps years before 100 to the 20th century. */
function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}

/** Whole number of a field; 0 if it is invalid. */
export function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^-?\d{1,10}$/.test(trimmed) ? Number(trimmed) : 0;
}
