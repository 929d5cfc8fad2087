import { closeSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { readCsv, writeCsv } from './csv.ts';
import type { HandoffFormat } from './file.ts';
import { readPo, writePo } from './po.ts';
import { readXliff } from './xliff-read.ts';
import { writeXliff12, writeXliff21 } from './xliff-write.ts';

const XLIFF = {
  extensions: ['xlf', 'xliff'],
  mediaTypes: ['application/xliff+xml', 'application/x-xliff+xml'],
  read: readXliff,
} as const;

/** File formats for translators: one source and one target language, text by text (`contract/extras.md`, `/exports`). */
export const HANDOFF_FORMATS = {
  xliff12: {
    ...XLIFF,
    about: 'XLIFF 1.2, for most translation tools; one --lang',
    holds: (start) => /<(?:[\w-]+:)?xliff\b[^>]*\sversion\s*=\s*["']1/.test(start),
    write: writeXliff12,
  },
  xliff21: {
    ...XLIFF,
    about: 'XLIFF 2.1, for newer ones; one --lang',
    holds: (start) => /<(?:[\w-]+:)?xliff\b/.test(start),
    write: writeXliff21,
  },
  po: {
    extensions: ['po', 'pot'],
    mediaTypes: ['text/x-gettext-translation', 'application/x-gettext-translation'],
    about: 'PO, for Poedit and Weblate; one --lang',
    holds: (start) => /^\s*(?:#[^\n]*\n\s*)*msg(?:id|ctxt)\s+"/.test(start),
    write: writePo,
    read: readPo,
  },
  csv: {
    extensions: ['csv'],
    mediaTypes: ['text/csv'],
    about: 'a table for a spreadsheet; one --lang',
    holds: (start) => /^[^\r\n]*(?:^|[,;\t])"?(?:key|source)"?[,;\t]/.test(start) && !start.trimStart().startsWith('<'),
    write: writeCsv,
    read: readCsv,
  },
} as const satisfies Record<string, HandoffFormat>;

export type HandoffFormatId = keyof typeof HANDOFF_FORMATS;
export const HANDOFF_FORMAT_IDS = Object.keys(HANDOFF_FORMATS) as HandoffFormatId[];

export function handoffFormat(id: HandoffFormatId): HandoffFormat {
  return HANDOFF_FORMATS[id];
}

export const isHandoffFormat = (id: string): id is HandoffFormatId => Object.hasOwn(HANDOFF_FORMATS, id);

const START = 16 * 1024;

/** The translator format of the file at a path, compressed or not, by its content; undefined for any other file. */
export function handoffFormatAt(path: string): HandoffFormatId | undefined {
  const start = startOfText(path);
  return HANDOFF_FORMAT_IDS.find((id) => HANDOFF_FORMATS[id].holds(start));
}

/** The first characters of a file, compressed or not: enough to detect its format. */
export function startOfText(path: string): string {
  return textOf(unpackedStart(startOf(path)));
}

function startOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(START);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function unpackedStart(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * START }).subarray(0, START);
  } catch {
    return bytes;
  }
}

/** Decodes leniently: enough to detect the format. */
function textOf(bytes: Buffer): string {
  const text = bytes.includes(0) ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('utf8');
  return text.replace(/^(?:\ufeff|\xff\xfe|\xfe\xff)/, '');
}
