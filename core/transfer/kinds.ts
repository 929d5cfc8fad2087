import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RestError } from '../errors.ts';
import { backups, makeBackup } from '../domain/site/backups.ts';
import type { BulkFilter } from '../domain/matrix/bulk-order.ts';
import { bulkTargets } from '../domain/matrix/bulk-targets.ts';
import { contentFacts, languageOfCode } from '../domain/content/content-facts.ts';
import { invalidParameter } from '../domain/invalid-parameter.ts';
import { postType } from '../domain/content/content-model.ts';
import type { FinishedJob, JobKind, JobResult, JobTools } from '../domain/job-kind.ts';
import type { ExportReport } from '../schema/site/transfer.ts';
import { dropJobFile, jobFolder } from '../domain/site/transfer-files.ts';
import { noteSent } from '../domain/translations/handoffs.ts';
import type { Site } from '../site.ts';
import type { ExportScope } from '../store/transfer/export.ts';
import { storageError } from '../store/file/failures.ts';
import { backupBefore } from './backup-before.ts';
import { reviewKeys, reviewLine, reviewLines } from '../store/transfer/review.ts';
import type { Json } from '../types.ts';
import { formatById, type Format, type FormatId } from './formats.ts';
import { deskFormat, deskPair, isDeskFormat, writeDesk, type DeskFormatId } from './desk/formats.ts';
import { pairOf, type HandoffOrder } from './handoff/choose.ts';
import { writeHandoff } from './handoff/export.ts';
import { exportName, handoffName } from './file-names.ts';
import { handoffFormat, isHandoffFormat, type HandoffFormatId } from './handoff/formats.ts';
import { importFile } from './import.ts';
import { applyTreeFile, planTreeFile, type TreeOrder } from './tree/run.ts';
import { mapOf, readChoices } from './plan/choices.ts';
import type { Control } from './refusal.ts';
import { addWarning, warn, type Notes, type Report, type Warning } from './report.ts';
import { writeUploads } from './uploads.ts';

/** Every kind of file an export can write. */
export type AnyFormatId = FormatId | HandoffFormatId | DeskFormatId;

/** Parameters of an export (`contract/extras.md`, `/exports`). */
export interface ExportOrder extends Omit<HandoffOrder, 'scope'> {
  format: AnyFormatId;
  scope?:
    | {
        types?: string[] | undefined;
        languages?: string[] | undefined;
        ids?: number[] | undefined;
        filter?: BulkFilter | undefined;
      }
    | undefined;
  /** Of the memory, one of its books. */
  book?: number | undefined;
  uuids: boolean;
  /** Includes media files, if the format can hold them. */
  media?: boolean | undefined;
  /** A folder for the files of the chosen media. */
  uploads?: string | undefined;
}

/** Input of an import job: the file and the choices. */
interface ImportOrder {
  path: string;
  choices?: Json;
  /** A folder with the files of its media. */
  uploads?: string;
  /** The file is a bundle to be applied as a working tree. */
  tree?: Omit<TreeOrder, 'path'>;
}

/** Reads a file and reports what importing it would do. Applied by `/jobs/{id}/apply`. */
export const importPreviewKind: JobKind = {
  name: 'import-preview',
  screen: 'transfer',
  memory: 192,
  run(site, input, { progress }) {
    const { path, choices, uploads, tree } = input as unknown as ImportOrder;
    if (tree) {
      const review = reviewPath(path);
      const { counts, entry } = planTreeFile(site, { ...tree, path }, { control: { progress }, review });
      return { report: { tree: { counts, entry } }, kept: { review, entry } };
    }
    const merge = (): never => {
      throw new Error('A preview writes nothing');
    };
    const review = reviewPath(path);
    const report = importFile(
      site,
      { path, choices: readChoices(choices), uploads, preview: true, review },
      { control: { progress }, merge },
    );
    return { report: report as unknown as Json, kept: { review } };
  },
  apply(_site, { input, kept }, sent) {
    const { path, choices, uploads, tree } = input as unknown as ImportOrder;
    if (tree) {
      const { entry } = kept as { entry: number };
      return { kind: 'import', input: { path, tree: { prune: tree.prune, since: entry } } };
    }
    const chosen = withoutConflicts({ ...mapOf(choices), ...mapOf(sent) }, kept);
    return { kind: 'import', input: { path, choices: chosen, ...(uploads !== undefined && { uploads }) } };
  },
  items: (_site, { kept }, query) => reviewLines((kept as { review: string }).review, query),
  item: (_site, { kept }, key) => reviewLine((kept as { review: string }).review, key),
  discard: dropInput,
};

/**
 * Imports a file: makes a verified backup if there is something to lose, then writes one entry of the history. A new site gets
 * its first backup afterwards.
 */
export const importKind: JobKind = {
  name: 'import',
  screen: 'transfer',
  memory: 192,
  run(site, input, { progress, merge }) {
    const { path, choices, uploads, tree } = input as unknown as ImportOrder;
    if (tree) {
      const report = applyTreeFile(site, { ...tree, path }, { control: { progress }, merge });
      return { report: { tree: report as unknown as Json } };
    }
    const before = backupBefore(site);
    const report = importFile(site, { path, choices: readChoices(choices), uploads }, { control: { progress }, merge });
    const backup = before ?? firstBackup(site, report);
    return { report: { ...(report as unknown as Record<string, Json>), ...(backup !== undefined && { backup }) } };
  },
  discard: dropInput,
};

/** Writes the site, or a selection of it, into a file to be downloaded from `/jobs/{id}/file`. */
export const exportKind: JobKind = {
  name: 'export',
  screen: 'transfer',
  isForEditors: (input) => isHandoffFormat((input as unknown as ExportOrder).format),
  run(site, input, tools) {
    const order = input as unknown as ExportOrder;
    const { format } = order;
    const { progress } = tools;
    if (isHandoffFormat(format)) return exportHandoff(site, { ...order, format }, tools);
    if (isDeskFormat(format)) return exportDesk(site, { ...order, format }, { progress });
    // The extension makes it a single file, not a folder.
    const path = join(jobFolder(site), `file.${formatById(format).extensions[0]}`);
    const notes: Notes = { warnings: [] };
    const note = (warning: Warning): void => addWarning(notes, warning);
    const items = exportTo(site, path, { ...order, format }, { progress, note });
    const { uploads } = order;
    const files = uploads === undefined ? undefined : writeUploads(site, uploads, scopeOf(site, order), { progress });
    const size = statSync(path).size;
    const lacking: ExportReport['not_carried'] = formatById(format).notCarried?.(site) ?? [];
    const report: ExportReport = { items, size, ...notes, not_carried: lacking, ...(files !== undefined && { files }) };
    return { report: report as unknown as Json, kept: { path } };
  },
  file(site, { input, kept }) {
    const { path } = kept as { path: string };
    const order = input as unknown as ExportOrder;
    const { extensions, mediaTypes } = anyFormat(order.format);
    const name = nameOf(site, order);
    return { path, name: `${name}.${extensions[0]}`, type: mediaTypes[0], size: statSync(path).size };
  },
  discard: (_site, { kept }) => {
    if (kept) dropJobFile((kept as { path: string }).path);
  },
};

type SiteOrder = ExportOrder & { format: FormatId };

function anyFormat(id: AnyFormatId): Pick<Format, 'extensions' | 'mediaTypes'> {
  if (isDeskFormat(id)) return deskFormat(id);
  return isHandoffFormat(id) ? handoffFormat(id) : formatById(id);
}

function nameOf(site: Site, order: ExportOrder): string {
  if (isHandoffFormat(order.format)) return handoffName(site, pairOf(site, order));
  const pair = isDeskFormat(order.format) ? deskPair(site, order) : undefined;
  return pair ? handoffName(site, pairOf(site, order)) : exportName(site);
}

/** Writes the memory or the glossary to a file. */
function exportDesk(site: Site, order: ExportOrder & { format: DeskFormatId }, control: Control): JobResult {
  const path = join(jobFolder(site), `file.${deskFormat(order.format).extensions[0]}`);
  const texts = writeDesk(site, path, order, control);
  const report: ExportReport = { items: texts, size: statSync(path).size, warnings: [], not_carried: [], texts };
  return { report: report as unknown as Json, kept: { path } };
}

/** Writes a file for translators, which has no place for settings, and notes what went out. */
function exportHandoff(
  site: Site,
  order: ExportOrder & { format: HandoffFormatId },
  { progress, merge, caller }: JobTools,
): JobResult {
  const [extension] = handoffFormat(order.format).extensions;
  const path = join(jobFolder(site), `file.${extension}`);
  const { items, texts, matches, otherSource, sent } = writeHandoff(site, path, order, { progress });
  const { from, to } = pairOf(site, order);
  const out = { format: order.format, from: from.id, to: to.id, file: `${nameOf(site, order)}.${extension}` };
  if (sent.length > 0 && !site.readOnly) merge(() => ({ value: noteSent(site, caller, { ...out, items: sent }) }));
  const size = statSync(path).size;
  const found = order.matches === true && { matches };
  const report: ExportReport = {
    items,
    size,
    warnings: [],
    not_carried: [],
    texts,
    ...found,
    other_source: otherSource,
  };
  return { report: report as unknown as Json, kept: { path } };
}

/** Writes an export to a path and returns how many items it holds. Throws 400 for a language or type the site does not have. */
export function exportTo(site: Site, path: string, order: SiteOrder, control: Control): number {
  const scope = { ...scopeOf(site, order), uuids: order.uuids, media: order.media };
  return formatById(order.format).write(site, path, scope, control);
}

/** Resolves the scope to numbers of languages and of the items its filter finds; 400 for anything the site does not have. */
export function scopeOf(site: Site, { scope = {} }: ExportOrder): ExportScope {
  const facts = contentFacts(site);
  const types = scope.types?.map((name) => {
    if (!postType(site, name))
      throw invalidParameter('scope', 'rest_invalid_param', `The type "${name}" does not exist here.`);
    return name;
  });
  const languages = scope.languages?.map((code) => {
    const found = languageOfCode(facts, code);
    if (!found) throw invalidParameter('scope', 'rest_invalid_param', `The language "${code}" does not exist here.`);
    return found.id;
  });
  const found = scope.filter && bulkTargets(site, { action: 'trash', kind: 'post', filter: scope.filter });
  return { types, languages, ids: scope.ids ?? found?.map(({ id }) => id) };
}

/** Makes the first backup of a site, after its first import. A failed backup is reported and does not fail the import. */
function firstBackup(site: Site, report: Report): string | undefined {
  if (site.file === ':memory:' || backups(site).some(({ verified }) => verified)) return undefined;
  try {
    return makeBackup(site, 'after the first import');
  } catch (error) {
    const why = error instanceof RestError ? error : storageError(error);
    if (!why) throw error;
    const text = `The site has no backup yet: ${why.message}`;
    warn(report, 'site', { line: 0, code: 'no_backup', text, params: { why: why.message } });
    return undefined;
  }
}

/** The review is stored next to the uploaded file and removed with it. */
function reviewPath(path: string): string {
  return join(dirname(path), 'review.sqlite');
}

/** Undecided conflicts keep what is here, unless the choices cover everything that exists here. */
function withoutConflicts(sent: Json, kept: Json | undefined): Json {
  const choices = { ...readChoices(sent) };
  const isDecided = typeof sent === 'object' && sent !== null && 'existing' in sent;
  if (isDecided || !kept) return choices as unknown as Json;
  const open = reviewKeys((kept as { review: string }).review, 'conflict');
  const items = { ...Object.fromEntries(open.map((key) => [key, 'mine' as const])), ...choices.items };
  return { ...choices, items } as unknown as Json;
}

function dropInput(_site: Site, { input }: FinishedJob): void {
  dropJobFile((input as { path: string }).path);
}
