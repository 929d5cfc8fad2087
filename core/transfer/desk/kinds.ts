import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobKind } from '../../domain/job-kind.ts';
import { dropJobFile } from '../../domain/site/transfer-files.ts';
import type { DeskImport } from '../../schema/desk/files.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import { backupBefore } from '../backup-before.ts';
import { asUtf8 } from '../handoff/encoding.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { unpacked } from '../unpack.ts';
import { handoffFormatAt } from '../handoff/formats.ts';
import { deskFormat, deskFormatAt, type DeskFormatId } from './formats.ts';
import { applyGlossary, planGlossary } from './glossary-import.ts';
import { readHandoffTexts } from './handoff-texts.ts';
import { applyMemory, planMemory, type ReadTexts } from './memory-import.ts';
import { readTmx } from './tmx-read.ts';

/** Input of the job that imports a file of the memory or of the glossary. */
interface DeskOrder {
  path: string;
  /** Name of the book. */
  name: string;
  /** Name of the file. */
  file: string;
  preview: boolean;
}

/** A file that was read: its changes, and a function that writes them. */
interface Ready {
  report(): Omit<DeskImport, 'preview'>;
  isEmpty(): boolean;
  /** Writes within the running transaction and returns what was written. */
  write(): { value: Omit<DeskImport, 'preview'>; summary: Summary };
}

/**
 * Imports a file of the memory or of the glossary: makes a verified backup, then writes one entry of the history; as a preview it
 * only reports the changes.
 */
export const deskImportKind: JobKind = {
  name: 'desk-import',
  screen: 'transfer',
  run(site, input, { progress, merge, caller }) {
    const { preview, ...order } = input as unknown as DeskOrder;
    const ready = readDesk(site, order, { control: { progress }, by: caller.name });
    if (preview || ready.isEmpty()) return { report: { preview, ...ready.report() } as unknown as Json };
    const backup = backupBefore(site);
    const report = merge(() => ({ ...ready.write(), origin: 'import' }));
    return { report: { preview, ...report, ...(backup !== undefined && { backup }) } as unknown as Json };
  },
  discard: (_site, { input }) => dropJobFile((input as unknown as DeskOrder).path),
};

function readDesk(
  site: Site,
  { path, ...names }: Omit<DeskOrder, 'preview'>,
  { control, by }: { control: Control; by: string },
): Ready {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-desk-'));
  try {
    const plain = asUtf8(unpacked(path, folder, control), folder);
    const format = deskFormatAt(plain);
    const { terms } = format === undefined ? {} : deskFormat(format);
    if (terms) return glossaryReady(site, terms(plain, control), by);
    return memoryReady(site, { path: plain, ...names, read: readerOf(plain, format) }, control);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What reads the texts of a TMX file, or of a file for translators. */
function readerOf(path: string, format: DeskFormatId | undefined): ReadTexts {
  if (format !== undefined) return readTmx;
  const handoff = handoffFormatAt(path);
  if (handoff) return (at, control, take) => readHandoffTexts(handoff, at, { control, take });
  throw new ImportRefused('not_desk', 'This is not a file of a translation memory or a glossary.');
}

function memoryReady(site: Site, file: Omit<DeskOrder, 'preview'> & { read: ReadTexts }, control: Control): Ready {
  const plan = planMemory(site, file, control);
  plan();
  return {
    report: () => ({ memory: plan().report }),
    isEmpty: () => plan().entries.length === 0,
    write() {
      const now = plan();
      applyMemory(site, now, { file: file.file, control });
      const params = { name: now.report.book, count: now.entries.length };
      return { value: { memory: now.report }, summary: { code: 'memory.book-imported', params } };
    },
  };
}

function glossaryReady(site: Site, terms: Parameters<typeof planGlossary>[1], by: string): Ready {
  const plan = planGlossary(site, terms);
  return {
    report: () => ({ glossary: plan().report }),
    isEmpty: () => plan().report.added + plan().report.changed === 0,
    write() {
      const now = plan();
      applyGlossary(site, now, by);
      const params = { count: now.report.added + now.report.changed };
      return { value: { glossary: now.report }, summary: { code: 'glossary.imported', params } };
    },
  };
}
