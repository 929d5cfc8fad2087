import type { Site } from '../site.ts';
import type { ExportScope } from '../store/transfer/export.ts';
import { isBundle, packFolder } from './bundle/files.ts';
import { takeMedia } from './bundle/media.ts';
import { placeBundle } from './bundle/place.ts';
import { readBundle } from './bundle/read.ts';
import { writeBundle } from './bundle/write.ts';
import type { RecordSink } from './records.ts';
import type { Control } from './refusal.ts';
import type { Report } from './report.ts';
import { notCarried, type NotCarried } from './wxr/not-carried.ts';
import { readWxr } from './wxr/read.ts';
import { writeWxr } from './wxr/write.ts';

/**
 * A kind of file in which a site comes in and goes out. Its words in the interface are `transfer.ID` and `content.export.ID`,
 * each with `.help`, and `transfer.rule.ID` with `.text` where there is something to know before the file is taken in elsewhere.
 */
export interface Format {
  /** Endings of its files, without the dot; an export gets the first. */
  extensions: readonly [string, ...string[]];
  /** What a file is sent as; the others are names it may have come under. */
  mediaTypes: readonly [string, ...string[]];
  /** What it is for, in the help of `polydesk export`. */
  about: string;
  /** Whether what lies at a path is of this format, by its content. Left out: it takes what no other format holds. */
  holds?(path: string): boolean;
  /** Puts the records of a file into the sink. Throws `ImportRefused`. */
  read(path: string, sink: RecordSink, options: { report: Report; control: Control; now: Date }): void;
  /** Of an item that is here already its files do not say when it was changed last: one they change was changed now. */
  timesOfNewOnly?: boolean;
  /** Takes over the files of media it holds, in the transaction that stores their records. */
  takeFiles?(site: Site, path: string, scratch: string): void;
  /** Writes an export; how many items it holds. */
  write(
    site: Site,
    path: string,
    scope: ExportScope & { uuids: boolean; media?: boolean | undefined },
    control: Control,
  ): number;
  /** Settings its files have no place for, with their values here. */
  notCarried?(site: Site): NotCarried[];
  /** It can also be a folder, where the path does not end as its files do. */
  folder?: { pack(folder: string, file: string): void; unpack(file: string, folder: string): void };
}

/** Every format: import, export, the command line, `/exports`, `/server` and the dialogs follow from its row. */
export const FORMATS = {
  wxr: {
    extensions: ['xml', 'wxr'],
    mediaTypes: ['application/xml', 'text/xml'],
    about: 'what a real site imports',
    read: readWxr,
    write: writeWxr,
    notCarried,
  },
  bundle: {
    extensions: ['tar', 'json'],
    mediaTypes: ['application/x-tar'],
    about: `a folder of text files, the same for the same site, fit for version
               control (see plan and apply); one file when FILE ends in .tar`,
    holds: isBundle,
    read: readBundle,
    timesOfNewOnly: true,
    takeFiles: takeMedia,
    write: writeBundle,
    folder: { pack: packFolder, unpack: placeBundle },
  },
} as const satisfies Record<string, Format>;

export type FormatId = keyof typeof FORMATS;
export const FORMAT_IDS = Object.keys(FORMATS) as FormatId[];

export function formatById(id: FormatId): Format {
  return FORMATS[id];
}

/** The format of what lies at a path. */
export function formatAt(path: string): Format {
  const formats: Format[] = Object.values(FORMATS);
  const found = formats.find(({ holds }) => holds?.(path)) ?? formats.find(({ holds }) => !holds);
  if (!found) throw new Error('No format takes what no other holds');
  return found;
}

/** What a dialog has to know of each format; an import takes any of them packed, too. */
export function formatFacts(): { id: string; accept: string[] }[] {
  return Object.entries(FORMATS).map(([id, { extensions, mediaTypes }]) => ({
    id,
    accept: [...extensions.map((ending) => `.${ending}`), ...mediaTypes, ...PACKED],
  }));
}

const PACKED = ['.gz', 'application/gzip'];
