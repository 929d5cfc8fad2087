import type { Site } from '../../site.ts';
import { RestError } from '../../errors.ts';
import type { FindingName, FixOrder, FixReport } from '../../schema/desk/findings.ts';
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
import { linkRows } from './site-checks.ts';
import type { Finding } from './check-item.ts';
import { siteFindings } from './findings.ts';

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

function fixAll(site: Site, { items, skip = [], ...which }: FixOrder, { caller, progress }: Tools): FixReport {
  const wanted = items && new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  const skipped = new Set(skip.map(nameOf));
  const fixable = siteFindings(site, which).filter(
    ({ kind, id, fix }) => fix !== null && (wanted?.has(`${kind} ${id}`) ?? true),
  );
  const found = fixable.filter((finding) => !skipped.has(nameOf(finding)));
  const kept = keptLinks(
    site,
    fixable.filter((finding) => skipped.has(nameOf(finding))),
    which.lang,
  );
  const byItem = [...Map.groupBy(found, ({ kind, id }) => `${kind} ${id}`).entries()];
  const report: FixReport = { fixed: 0, items: 0, skipped: 0 };
  for (const [at, [item, findings]] of byItem.entries()) {
    progress(at, byItem.length);
    if (refusalOf(site, () => fixItem(site, { findings, kept: kept.get(item) ?? new Set() }, caller)))
      report.skipped += findings.length;
    else {
      report.fixed += findings.length;
      report.items += 1;
    }
  }
  return report;
}

const nameOf = ({ kind, id, check, source_hash: source, target_hash: target }: FindingName): string =>
  `${kind} ${id} ${check} ${source} ${target}`;

/** Addresses of wrong links that stay somewhere in an item, skipped or ignored, by item. */
function keptLinks(site: Site, skipped: readonly Finding[], lang: string): Map<string, Set<string>> {
  const ignored = siteFindings(site, { lang, check: 'link_language', ignored: true });
  const links = [...skipped.filter(({ check }) => check === 'link_language'), ...ignored];
  const byItem = Map.groupBy(links, ({ kind, id }) => `${kind} ${id}`);
  return new Map([...byItem].map(([item, own]) => [item, new Set(own.map(({ about }) => about))]));
}

/** The findings to fix in an item, and the addresses that stay in some of its links. */
interface ItemOrder {
  findings: readonly Finding[];
  kept: ReadonlySet<string>;
}

function fixItem(site: Site, { findings, kept }: ItemOrder, caller: Caller): void {
  const [first] = findings;
  const sides = first && bothOf(site, first);
  if (!first || !sides) throw new RestError('polydesk_not_found', 'The item is gone.', 404);
  const [from, to] = [sides.from.locale, sides.target.locale];
  const input: StoredTexts = {};
  const rows = new Map<number, string>();
  const single = new Map<string, string>();
  for (const [one, ...others] of Map.groupBy(findings, ({ field, unit }) => `${field} ${unit}`).values()) {
    if (!one) continue;
    const checks = [one, ...others].map(({ check }) => check);
    for (const { check, unit, about, address } of [one, ...others])
      if (check === 'link_language' && address !== null && kept.has(about)) single.set(`${unit} ${about}`, address);
    // Several fixes of one text are applied one after the other.
    const fixed = fixUnit({ source: one.source, target: one.target, from, to }, checks);
    if (one.field === 'content') rows.set(one.unit, fixed);
    else if (one.field === 'alt') input.alt = plainOfMarked(fixed);
    else input[one.field] = withStoredAmpersands(plainOfMarked(fixed), sides.target.texts[one.field]);
  }
  if (rows.size > 0) input.content = contentWith(sides, rows, single);
  const wrong = new Set(
    findings.flatMap(({ check, about }) => (check === 'link_language' && !kept.has(about) ? about : [])),
  );
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

/**
 * The content of a translation with some rows replaced.
 * @param links new addresses of single links, by the unit of the text and the old address
 */
function contentWith({ from, target }: Sides, rows: ReadonlyMap<number, string>, links: ReadonlyMap<string, string>) {
  const alignment = alignJudged(judgedAgainst(from, target), readOnce());
  const edits = new Map<string, Edit>();
  for (const row of alignment.blocks.flatMap((block) => block.rows)) {
    const text = row.source && rows.get(row.source.id);
    const tokens = text === undefined || !row.target ? undefined : fromMarked(text, row.target);
    if (tokens) edits.set(rowKey(row), { tokens });
  }
  for (const { row, unit, about } of linkRows(alignment)) {
    const address = links.get(`${unit} ${about}`);
    if (address !== undefined) edits.set(rowKey(row), { tokens: [{ kind: 'text', text: address }], isOnPurpose: true });
  }
  return writeTranslation(alignment, edits);
}
