import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { bookById } from '../../domain/memory/books.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import { beginReading, endReading } from '../../store/transfer/export.ts';
import type { HandoffOrder, LanguagePair } from '../handoff/choose.ts';
import { pairOf } from '../handoff/choose.ts';
import { startOfText } from '../handoff/formats.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { writeWhole, type Output } from '../wxr/xml-write.ts';
import { languageTags, writtenTerms } from './glossary-export.ts';
import { memoryUnits, tmxHead, type MemoryChoice } from './memory-export.ts';
import { readTbx, writeTbx } from './tbx.ts';
import { holdsTerms, readTermsCsv, writeTermsCsv } from './terms-csv.ts';
import type { FileTerm } from './terms.ts';
import { readTmx } from './tmx-read.ts';
import { writeTmx } from './tmx-write.ts';

/** A file format of the memory or of the glossary. */
interface DeskFormat {
  extensions: readonly [string, ...string[]];
  mediaTypes: readonly [string, ...string[]];
  about: string;
  /** Whether a file has this format, by its first characters. */
  holds(start: string): boolean;
  /** Writes the file and returns how many texts or terms it holds. */
  write(site: Site, out: Output, of: MemoryChoice, control: Control): number;
  /** Counts what can be read back. */
  count(path: string): number;
  /** For a glossary: reads its terms. */
  terms?: (path: string, control: Control) => FileTerm[];
}

/** The name of the root element of an XML file. */
function rootOf(start: string): string {
  const prolog = /^(?:\s|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^>]*>)*/.exec(start)?.[0] ?? '';
  return /^<(\w+)/.exec(start.slice(prolog.length))?.[1] ?? '';
}

/** Files of the memory and of the glossary (`contract/extras.md`, `/exports`). */
export const DESK_FORMATS = {
  tmx: {
    extensions: ['tmx'],
    mediaTypes: ['application/x-tmx+xml'],
    about: 'the translation memory as TMX 1.4, for other tools; of two languages with --lang',
    holds: (start) => rootOf(start) === 'tmx',
    write: (site, out, of, control) => writeTmx(out, tmxHead(site), memoryUnits(site, of, control)),
    count(path) {
      let count = 0;
      readTmx(path, UNWATCHED, () => (count += 1));
      return count;
    },
  },
  tbx: {
    extensions: ['tbx'],
    mediaTypes: ['application/x-tbx'],
    about: 'the glossary as TBX, for other tools',
    holds: (start) => ['martif', 'tbx'].includes(rootOf(start)),
    write(site, out) {
      const terms = writtenTerms(site);
      writeTbx(out, { title: siteSettings(site).title, tag: languageTags(site)[0] ?? 'en' }, terms);
      return terms.length;
    },
    count: (path) => readTbx(path, UNWATCHED).length,
    terms: readTbx,
  },
  terms: {
    extensions: ['csv'],
    mediaTypes: ['text/csv'],
    about: 'the glossary as a table, a column a language',
    holds: holdsTerms,
    write(site, out) {
      const terms = writtenTerms(site);
      writeTermsCsv(out, languageTags(site), terms);
      return terms.length;
    },
    count: (path) => readTermsCsv(path).length,
    terms: readTermsCsv,
  },
} as const satisfies Record<string, DeskFormat>;

export type DeskFormatId = keyof typeof DESK_FORMATS;
export const DESK_FORMAT_IDS = Object.keys(DESK_FORMATS) as DeskFormatId[];

export function deskFormat(id: DeskFormatId): DeskFormat {
  return DESK_FORMATS[id];
}

export const isDeskFormat = (id: string): id is DeskFormatId => Object.hasOwn(DESK_FORMATS, id);

/** The memory or glossary format of the file at a path, compressed or not; undefined for any other file. */
export function deskFormatAt(path: string): DeskFormatId | undefined {
  const start = startOfText(path);
  return DESK_FORMAT_IDS.find((id) => DESK_FORMATS[id].holds(start));
}

/**
 * Writes the memory or the glossary into a file and reads it back. Returns how many texts or terms it holds. 400 for unknown
 * languages, 404 for an unknown book.
 */
export function writeDesk(
  site: Site,
  path: string,
  order: Pick<HandoffOrder, 'lang' | 'from'> & { format: DeskFormatId; book?: number | undefined },
  control: Control,
): number {
  const pair = deskPair(site, order);
  const { format, book } = order;
  if (book !== undefined && format !== 'tmx')
    throw invalidParameter('book', 'rest_invalid_param', 'Only the translation memory has books.');
  if (book !== undefined) bookById(site, book);
  const { write, count } = deskFormat(format);
  let written = 0;
  beginReading(site.db);
  try {
    writeWhole(
      path,
      (out) => (written = write(site, out, { pair, book }, control)),
      (made) => {
        const read = count(made);
        if (read !== written) throw new Error(`${read} texts of ${written} were read back`);
      },
    );
  } finally {
    endReading(site.db);
  }
  return written;
}

/** Both languages of a memory export; undefined for all languages. */
export function deskPair(site: Site, { lang, from }: Pick<HandoffOrder, 'lang' | 'from'>): LanguagePair | undefined {
  return lang === undefined && from === undefined ? undefined : pairOf(site, { lang, from });
}
