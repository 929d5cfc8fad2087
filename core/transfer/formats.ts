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
 * A file format for import and export of a site. Its texts in the interface are `transfer.ID` and `content.export.ID`, each with
 * `.help`, and `transfer.rule.ID` with `.text` if people need to know something before importing the file elsewhere.
 */
export interface Format {
  /** File extensions without the dot; exports use the first. */
  extensions: readonly [string, ...string[]];
  /** The media type for sending; the others are accepted aliases. */
  mediaTypes: readonly [string, ...string[]];
  /** Its purpose, for the help of `polydesk export`. */
  about: string;
  /** Whether the file at a path has this format, by its content. If absent, the format takes whatever no other one does. */
  holds?(path: string): boolean;
  /** Puts the records of a file into the sink. Throws `ImportRefused`. */
  read(path: string, sink: RecordSink, options: { report: Report; control: Control; now: Date }): void;
  /** Its files have no modification time for existing items: a changed one gets the time of the import. */
  timesOfNewOnly?: boolean;
  /** Takes over its media files, in the transaction that stores their records. */
  takeFiles?(site: Site, path: string, scratch: string): void;
  /** Writes an export and returns how many items it holds. */
  write(
    site: Site,
    path: string,
    scope: ExportScope & { uuids: boolean; media?: boolean | undefined },
    control: Control,
  ): number;
  /** Settings that its files cannot hold, with their values here. */
  notCarried?(site: Site): NotCarried[];
  /** It can also be a folder, if the path does not have one of its extensions. */
  folder?: { pack(folder: string, file: string): void; unpack(file: string, folder: string): void };
}

/** Every format: import, export, the command line, `/exports`, `/server` and the dialogs derive from its row. */
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

/** The format of the file or folder at a path. */
export function formatAt(path: string): Format {
  const formats: Format[] = Object.values(FORMATS);
  const found = formats.find(({ holds }) => holds?.(path)) ?? formats.find(({ holds }) => !holds);
  if (!found) throw new Error('No format takes what no other holds');
  return found;
}

/** What a dialog needs to know of each format; imports also accept compressed files. */
export function formatFacts(): { id: string; accept: string[] }[] {
  return Object.entries(FORMATS).map(([id, { extensions, mediaTypes }]) => ({
    id,
    accept: [...extensions.map((ending) => `.${ending}`), ...mediaTypes, ...PACKED],
  }));
}

const PACKED = ['.gz', 'application/gzip'];
