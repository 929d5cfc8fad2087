import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeBackup } from '../domain/backups.ts';
import type { BulkFilter } from '../domain/bulk-order.ts';
import { bulkTargets } from '../domain/bulk-targets.ts';
import { contentFacts, languageOfCode } from '../domain/content-facts.ts';
import { invalidParameter } from '../domain/invalid-parameter.ts';
import { postType } from '../domain/content-model.ts';
import type { FinishedJob, JobKind } from '../domain/job-kind.ts';
import { siteSettings } from '../domain/site-settings.ts';
import { dropJobFile, jobFolder } from '../domain/transfer-files.ts';
import type { Site } from '../site.ts';
import type { ExportScope } from '../store/export.ts';
import { siteState } from '../store/import.ts';
import { reviewKeys, reviewLine, reviewLines } from '../store/review.ts';
import type { Json } from '../types.ts';
import { writeBundle } from './bundle-write.ts';
import { importFile } from './import.ts';
import { mapOf, readChoices } from './plan/choices.ts';
import { writeWxr } from './wxr-write.ts';

/** What an export is asked for (`contract/extras.md`, `/exports`). */
export interface ExportOrder {
  format: 'wxr' | 'bundle';
  scope?:
    | {
        types?: string[] | undefined;
        languages?: string[] | undefined;
        ids?: number[] | undefined;
        filter?: BulkFilter | undefined;
      }
    | undefined;
  uuids: boolean;
}

/** What an import is asked for: the file, and what was chosen. */
interface ImportOrder {
  path: string;
  choices?: Json;
}

/** Reads the file and says what importing it would do. Applied by `/jobs/{id}/apply`. */
export const importPreviewKind: JobKind = {
  name: 'import-preview',
  memory: 192,
  run(site, input, { progress }) {
    const { path, choices } = input as unknown as ImportOrder;
    const merge = (): never => {
      throw new Error('A preview writes nothing');
    };
    const review = reviewPath(path);
    const report = importFile(
      site,
      { path, choices: readChoices(choices), preview: true, review },
      { control: { progress }, merge },
    );
    return { report: report as unknown as Json, kept: { review } };
  },
  apply(_site, { input, kept }, sent) {
    const { path, choices } = input as unknown as ImportOrder;
    const chosen = withoutConflicts({ ...mapOf(choices), ...mapOf(sent) }, kept);
    return { kind: 'import', input: { path, choices: chosen } };
  },
  items: (_site, { kept }, query) => reviewLines((kept as { review: string }).review, query),
  item: (_site, { kept }, key) => reviewLine((kept as { review: string }).review, key),
  discard: dropInput,
};

/** Imports a file: a verified backup first where there is something to lose, then one entry of the history. */
export const importKind: JobKind = {
  name: 'import',
  memory: 192,
  run(site, input, { progress, merge }) {
    const { path, choices } = input as unknown as ImportOrder;
    const backup = backupBefore(site);
    const report = importFile(site, { path, choices: readChoices(choices) }, { control: { progress }, merge });
    return { report: { ...(report as unknown as Record<string, Json>), ...(backup !== undefined && { backup }) } };
  },
  discard: dropInput,
};

/** Writes the site, or a choice of it, into a file to be fetched from `/jobs/{id}/file`. */
export const exportKind: JobKind = {
  name: 'export',
  run(site, input, { progress }) {
    const order = input as unknown as ExportOrder;
    // The ending says that a bundle is to be one file.
    const path = join(jobFolder(site), order.format === 'bundle' ? 'file.tar' : 'file');
    const items = exportTo(site, path, order, { progress });
    return { report: { items, size: statSync(path).size }, kept: { path } };
  },
  file(site, { kept }) {
    const { path } = kept as { path: string };
    const [ending, type] = path.endsWith('.tar') ? ['tar', 'application/x-tar'] : ['xml', 'application/xml'];
    return { path, name: `${exportName(site)}.${ending}`, type, size: statSync(path).size };
  },
  discard: (_site, { kept }) => {
    if (kept) dropJobFile((kept as { path: string }).path);
  },
};

/** Writes an export to a path; how many items it holds. Throws 400 for a language or type the site does not have. */
export function exportTo(
  site: Site,
  path: string,
  order: ExportOrder,
  control: { progress(done: number, total?: number): void },
): number {
  const scope = scopeOf(site, order);
  if (order.format === 'bundle') return writeBundle(site, path, scope, control);
  return writeWxr(site, path, { ...scope, uuids: order.uuids }, control);
}

/** The scope with the numbers of its languages and of the items its filter finds; 400 for what the site does not have. */
export function scopeOf(site: Site, { scope = {} }: ExportOrder): ExportScope {
  const facts = contentFacts(site);
  const types = scope.types?.map((name) => {
    if (!postType(site, name))
      throw invalidParameter('scope', 'rest_invalid_param', `There is no type "${name}" here.`);
    return name;
  });
  const languages = scope.languages?.map((code) => {
    const found = languageOfCode(facts, code);
    if (!found) throw invalidParameter('scope', 'rest_invalid_param', `There is no language "${code}" here.`);
    return found.id;
  });
  const found = scope.filter && bulkTargets(site, { action: 'trash', kind: 'post', filter: scope.filter });
  return { types, languages, ids: scope.ids ?? found?.map(({ id }) => id) };
}

/** "multilingual-fixture" */
export function exportName(site: Site): string {
  const plain = siteSettings(site)
    .title.normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'site';
}

/** The name of the backup made before an import; an untouched site has nothing to lose. */
export function backupBefore(site: Site): string | undefined {
  const { posts, languages, terms } = siteState(site.db);
  if (site.file === ':memory:' || (posts === 0 && languages === 0 && terms < 2)) return undefined;
  return makeBackup(site, 'before an import');
}

/** Beside the uploaded file, and gone with it. */
function reviewPath(path: string): string {
  return join(dirname(path), 'review.sqlite');
}

/** A conflict nobody decided is left out, unless the choices say what becomes of everything that is here. */
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
