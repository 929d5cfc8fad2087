import { removePost } from '../../domain/content/posts/delete.ts';
import { deleteTerm, isProtectedTerm } from '../../domain/content/terms/terms.ts';
import { createLanguage, deleteLanguage, updateLanguage } from '../../domain/languages/languages.ts';
import { drainMatrix } from '../../domain/matrix/matrix.ts';
import { makeBackup } from '../../domain/site/backups.ts';
import { TO_PULL } from '../../domain/live/live.ts';
import { hasRule, isOnInGroups, type LineRule } from '../../schema/live/rule.ts';
import { isUsual } from '../../schema/live/usual.ts';
import { isManyDeleted } from '../../schema/live/many-deleted.ts';
import type { SettingsName } from '../../schema/live/settings.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Origin } from '../../types.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { languageBySlug } from '../../store/languages/languages.ts';
import { deferForeignKeys } from '../../store/rows.ts';
import { countSeen, unsettledItems } from '../../store/live/items.ts';
import { connectedSite, type LiveSiteRow } from '../../store/live/sites.ts';
import { countStates, eachState, type StateRow } from '../../store/live/states.ts';
import { compareOne, comparing, withoutContent, type Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { moveBases, settleSame } from './bases.ts';
import { decidePull, type PlannedLine } from './decide.ts';
import { liveFault } from '../faults.ts';
import { isOfItems, SETTINGS_LIVE_FIELDS } from '../fields.ts';
import { writeGroups } from './groups-here.ts';
import { heldGroups } from './held-groups.ts';
import { breakParentCircles } from './parents.ts';
import { partnersHere, settlePartnersHere } from './partners-here.ts';
import { translationsHere } from '../seen.ts';
import { writeSettings } from '../settings/settings.ts';
import { missingLanguages, postponeMerged } from './waiting.ts';
import { placeOf, writeItems, type ItemWriting } from './write-items.ts';

/** The result of a pull. */
export interface PullReport {
  created: number;
  changed: number;
  deleted: number;
  /** Lines that were changed here after the plan was made: left alone. */
  meanwhile: string[];
  /** Requested lines that need a decision first. */
  undecided: string[];
  /** Deletions left out because there are so many: name them to have them deleted here. */
  held_back: number;
  /** The backup made beforehand; "" for none. */
  backup: string;
}

/** What to pull (`POST /live/pulls`); left out: all that need no decision, and those with one. */
export type PullChoice = LineRule;

/** How a pull writes: `merge` of a job, or a transaction of the caller. */
export type PullMerge = <T>(work: () => { value: T; summary: Summary; origin: Origin }) => T;

/**
 * Pulls the chosen lines (`live-site.md` 5): one backup, then one history entry that can be undone. Lines changed here after the
 * plan was made are left alone. Items that became equal on both sides are settled along with them.
 */
export function runPull(
  site: Site,
  choice: PullChoice,
  { merge, progress }: { merge: PullMerge; progress(done: number, total: number): void },
): PullReport {
  const live = connectedSite(site.db);
  if (!live) throw liveFault('none');
  const { planned, undecided, held_back } = planPull(site, live, choice, progress);
  const isNothing = planned.length === 0;
  if (isNothing && unsettledItems(site.db, live.id).length === 0)
    return { created: 0, changed: 0, deleted: 0, meanwhile: [], undecided, held_back, backup: '' };
  const backup = isNothing || site.file === ':memory:' ? '' : makeBackup(site, 'before a pull');
  return merge(() => {
    const context = comparing(site, live);
    const meanwhile = new Set(planned.filter((line) => isTouched(context, line)).map(({ name }) => name));
    const kept = planned.filter(({ name }) => !meanwhile.has(name));
    postponeMerged(context, kept);
    const { held, ...counts } = applyLines(context, kept, progress);
    settleSame(context);
    drainMatrix(site);
    const open = [...undecided, ...held.filter((name) => choice.lines?.includes(name))];
    const value = { ...counts, meanwhile: [...meanwhile], undecided: open, held_back, backup };
    const count = counts.created + counts.changed + counts.deleted;
    return { value, summary: { code: 'live.pulled', params: { count } }, origin: 'pull' };
  });
}

function planPull(
  site: Site,
  live: LiveSiteRow,
  { lines, ...rule }: PullChoice,
  progress: (done: number, total: number) => void,
): { planned: PlannedLine[]; undecided: string[]; held_back: number } {
  const context = comparing(site, live);
  const isRuled = hasRule(rule);
  const named = lines === undefined && !isRuled ? undefined : new Set(lines);
  const left = new Set(rule.except);
  const isByRule = (row: StateRow, name: string): boolean =>
    isRuled && TO_PULL.includes(row.state) && isUsual(row) && isOnInGroups(row, rule.groups) && !left.has(name);
  const total = countStates(site.db, live.id, {});
  const many = tooManyGone(site, live);
  const planned: PlannedLine[] = [];
  const undecided: string[] = [];
  let [held_back, done] = [0, 0];
  for (const row of eachState(site.db, live.id)) {
    progress((done += 1), total);
    const name = lineName(row);
    if (named && !named.has(name) && !isByRule(row, name)) continue;
    // Twins have to be decided first.
    if (!named && row.choice === null && row.twin !== '') continue;
    if (!named && row.choice === null && row.state === 'deleted_there' && many) {
      held_back += 1;
      continue;
    }
    const compared = withoutContent(context, compareOne(context, row));
    const decision = decidePull(compared, row.choice);
    if (decision.act !== 'nothing') planned.push({ key: { kind: row.kind, uuid: row.uuid }, name, decision, compared });
    else if (named?.has(name)) undecided.push(name);
  }
  return { planned: [...missingLanguages(context, planned), ...planned], undecided, held_back };
}

function tooManyGone(site: Site, live: LiveSiteRow): boolean {
  const gone = countStates(site.db, live.id, { states: ['deleted_there'] });
  return isManyDeleted(gone, countSeen(site.db, live.id));
}

/** Whether a line has changed since the pull was planned. */
function isTouched(context: Comparing, { key, compared }: PlannedLine): boolean {
  const now = compareOne(context, key).hashes;
  return now.here !== compared.hashes.here || now.there !== compared.hashes.there;
}

type Applied = Pick<PullReport, 'created' | 'changed' | 'deleted'> & {
  /** Lines whose group waits for the decision of a conflict. */
  held: string[];
};

function applyLines(
  context: Comparing,
  lines: readonly PlannedLine[],
  progress: (done: number, total: number) => void,
): Applied {
  const { site } = context;
  deferForeignKeys(site.db);
  for (const line of defaultFirst(context, lines)) if (line.key.kind === 'language') applyLanguage(context, line);
  // Languages are written before items that use them, and references to items after those exist.
  applySettings(context, lines, 'languages', (field) => !LATE.has(field));
  const items = lines.filter(({ key }) => key.kind === 'post' || key.kind === 'term');
  const writings = items.flatMap((line) => writingOf(line) ?? []);
  const held = heldGroups(context, writings);
  const deleted = items.filter(({ decision }) => decision.act === 'delete');
  const left = deleted.flatMap(({ key }) => translationsHere(site, key));
  const partners = [...partnersHere(context, writings), ...left];
  writeItems(context, writings, progress);
  breakParentCircles(site, writings);
  writeGroups(
    context,
    writings.filter((one) => !held.has(lineName(one))),
  );
  for (const line of deleted) remove(context, line);
  applySettings(context, lines, 'languages', (field) => LATE.has(field));
  applySettings(context, lines, 'site');
  applySettings(context, lines, 'strings');
  moveBases(context, lines, held);
  settlePartnersHere(context, partners);
  return {
    held: [...held],
    created: lines.filter(({ decision }) => decision.act === 'create').length,
    changed: lines.filter(({ decision }) => decision.act === 'fields' && decision.fields.some((one) => 'value' in one))
      .length,
    deleted: lines.filter(({ decision }) => decision.act === 'delete').length,
  };
}

const LATE = new Set(SETTINGS_LIVE_FIELDS.languages.filter(isOfItems).map(({ name }) => name));

/** Writes settings here, of all fields or those that are wanted now; one that this site rejects stays undecided. */
function applySettings(
  { site, numbers }: Comparing,
  lines: readonly PlannedLine[],
  name: SettingsName,
  isWanted: (field: string) => boolean = () => true,
): void {
  for (const line of lines) {
    if (line.key.kind !== 'settings' || line.key.uuid !== name || line.decision.act !== 'fields') continue;
    const fields = Object.fromEntries(
      line.decision.fields.flatMap(({ field, value }) =>
        value === undefined || !isWanted(field) ? [] : [[field, value]],
      ),
    );
    const refused = new Set(writeSettings(site, name, { fields, numbers }));
    const left = line.decision.fields.map((one) =>
      refused.has(one.field) ? { field: one.field, isSettled: false } : one,
    );
    line.decision = { act: 'fields', fields: left };
  }
}

/** The first language of a site becomes its default. */
function defaultFirst({ facts }: Comparing, lines: readonly PlannedLine[]): PlannedLine[] {
  const first = facts.languages.find(({ is_default }) => is_default)?.slug;
  return lines.toSorted((a, b) => Number(b.key.uuid === first) - Number(a.key.uuid === first));
}

/** What is written of a line; for a new item everything. */
function writingOf({ key, decision, compared }: PlannedLine): ItemWriting | undefined {
  if (key.kind !== 'post' && key.kind !== 'term') return undefined;
  const base = { kind: key.kind, uuid: key.uuid, type: compared.type, modified: compared.known.modified ?? '' };
  if (decision.act === 'create')
    return { ...base, fields: placeOf(compared.there?.fields ?? {}), whole: () => compared.there };
  if (decision.act !== 'fields') return undefined;
  const fields = Object.fromEntries(
    decision.fields.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])),
  );
  return Object.keys(fields).length === 0 ? undefined : { ...base, fields };
}

function remove({ site, numbers }: Comparing, { key }: PlannedLine): void {
  if (key.kind === 'language' || key.kind === 'settings') return;
  const id = numbers.idOf(key.kind, key.uuid);
  if (id === undefined) return;
  if (key.kind === 'post') {
    const row = postById(site.db, id);
    if (row) removePost(site, row);
  } else {
    const row = termById(site.db, id);
    // The default category stays, whatever is there.
    if (row && !isProtectedTerm(site, id)) deleteTerm(site, row);
  }
}

function applyLanguage({ site }: Comparing, { key, decision, compared }: PlannedLine): void {
  const row = languageBySlug(site.db, key.uuid);
  if (decision.act === 'delete') {
    if (row) deleteLanguage(site, row.term_id);
    return;
  }
  const given =
    decision.act === 'create'
      ? (compared.there?.fields ?? {})
      : decision.act === 'fields'
        ? Object.fromEntries(decision.fields.map(({ field, value }) => [field, value]))
        : {};
  const { name, locale, is_rtl, flag_code, term_group } = given;
  const input = {
    ...(typeof name === 'string' && { name }),
    ...(typeof is_rtl === 'boolean' && { is_rtl }),
    ...(typeof flag_code === 'string' && { flag_code }),
    ...(typeof term_group === 'number' && { term_group }),
  };
  if (row) updateLanguage(site, row.term_id, { ...input, ...(typeof locale === 'string' && { locale }) });
  else if (decision.act === 'create' && typeof locale === 'string')
    createLanguage(site, { ...input, slug: key.uuid, locale, no_default_cat: true });
}
