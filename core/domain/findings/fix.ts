import type { Site } from '../../site.ts';
import { RestError } from '../../errors.ts';
import type { FixOrder, FixReport } from '../../schema/desk/findings.ts';
import { groupTexts, type MemberTexts } from '../../store/matrix/unit-states.ts';
import { itemLanguage } from '../../store/translations/translations.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import type { Caller } from '../../types.ts';
import { fixUnit } from '../../units/checks/checks.ts';
import { withStoredAmpersands } from '../../units/entities.ts';
import { fromMarked } from '../../units/marked.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import type { Edit } from '../../units/rebuild.ts';
import { alignJudged } from '../../units/states/judge.ts';
import { rowKey, writeTranslation } from '../../units/translation.ts';
import { refusalOf } from '../history/history.ts';
import type { JobKind } from '../job-kind.ts';
import { judgedAgainst, readOnce } from '../matrix/unit-states.ts';
import { storeTexts, type StoredTexts } from '../translations/store-texts.ts';
import { linksOnce, withBetterLinks } from './links.ts';
import { siteFindings, type Finding } from './findings.ts';

/**
 * Applies all safe fixes of a language, or only those of one check or of some items, as one entry (`contract/extras.md`,
 * `/findings/fix`).
 */
export const fixKind: JobKind = {
  name: 'fix-findings',
  screen: 'activity',
  isForEditors: () => true,
  run(site, input, { merge, caller, progress }) {
    const order = input as unknown as FixOrder;
    const report = merge(() => {
      const value = fixAll(site, order, { caller, progress });
      return { value, summary: { code: 'findings.fixed', params: { count: value.fixed, lang: order.lang } } };
    });
    return { report: { ...report } };
  },
};

interface Tools {
  caller: Caller;
  progress: (done: number, total: number) => void;
}

function fixAll(site: Site, { items, ...which }: FixOrder, { caller, progress }: Tools): FixReport {
  const wanted = items && new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  const found = siteFindings(site, which).filter(
    ({ kind, id, fix }) => fix !== null && (wanted?.has(`${kind} ${id}`) ?? true),
  );
  const byItem = [...Map.groupBy(found, ({ kind, id }) => `${kind} ${id}`).values()];
  const report: FixReport = { fixed: 0, items: 0, skipped: 0 };
  for (const [at, findings] of byItem.entries()) {
    progress(at, byItem.length);
    if (refusalOf(site, () => fixItem(site, findings, caller))) report.skipped += findings.length;
    else {
      report.fixed += findings.length;
      report.items += 1;
    }
  }
  return report;
}

function fixItem(site: Site, findings: readonly Finding[], caller: Caller): void {
  const [first] = findings;
  const sides = first && bothOf(site, first);
  if (!first || !sides) throw new RestError('polydesk_not_found', 'The item is gone.', 404);
  const [from, to] = [sides.from.locale, sides.target.locale];
  const input: StoredTexts = {};
  const rows = new Map<number, string>();
  for (const [one, ...others] of Map.groupBy(findings, ({ field, unit }) => `${field} ${unit}`).values()) {
    if (!one) continue;
    const checks = [one, ...others].map(({ check }) => check);
    // Several fixes of one text are applied one after the other.
    const fixed = fixUnit({ source: one.source, target: one.target, from, to }, checks);
    if (one.field === 'content') rows.set(one.unit, fixed);
    else if (one.field === 'alt') input.alt = plainOfMarked(fixed);
    else input[one.field] = withStoredAmpersands(plainOfMarked(fixed), sides.target.texts[one.field]);
  }
  if (rows.size > 0) input.content = contentWith(sides, rows);
  const wrong = new Set(findings.flatMap(({ check, about }) => (check === 'link_language' ? about : [])));
  if (wrong.size > 0) {
    const links = linksOnce(site, sides.target.language);
    const better = (address: string) => (wrong.has(address) ? links.better(address, sides.group) : undefined);
    input.content = withBetterLinks(input.content ?? sides.target.texts.content, better);
  }
  storeTexts(site, { kind: first.kind, id: first.id, input }, caller);
}

interface Sides {
  group: number;
  from: MemberTexts;
  target: MemberTexts;
}

function bothOf(site: Site, { kind, id }: Pick<Finding, 'kind' | 'id'>): Sides | undefined {
  const group = itemLanguage(site.db, kind, id)?.group_id ?? 0;
  const source = sourceOfGroup(site.db, group);
  const members = source === undefined ? [] : groupTexts(site.db, group, source);
  const [from, target] = [source, id].map((member) => members.find((each) => each.id === member));
  return from && target && { group, from, target };
}

/** The content of a translation with some rows replaced. */
function contentWith({ from, target }: Sides, rows: ReadonlyMap<number, string>): string {
  const alignment = alignJudged(judgedAgainst(from, target), readOnce());
  const edits = new Map<string, Edit>();
  for (const row of alignment.blocks.flatMap((block) => block.rows)) {
    const text = row.source && rows.get(row.source.id);
    const tokens = text === undefined || !row.target ? undefined : fromMarked(text, row.target);
    if (tokens) edits.set(rowKey(row), { tokens });
  }
  return writeTranslation(alignment, edits);
}
