import type { Site } from '../../site.ts';
import { workOutGroups } from '../../store/matrix/drain.ts';
import {
  groupTexts,
  pendingByType,
  keepSums,
  memberTexts,
  queuedForJudging,
  type MemberTexts,
  type QueuedGroup,
  type UnitSums,
} from '../../store/matrix/unit-states.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { itemLanguage, type Kind } from '../../store/translations/translations.ts';
import { readContent, type Content } from '../../units/content.ts';
import { judgeItem, sourceWords, type Judged } from '../../units/states/judge.ts';

/** A group with the unit states of its items; plain data that another thread may have computed. */
export interface JudgedGroup extends QueuedGroup {
  sums: UnitSums[];
}

/** Maximum number of groups per piece of work, however short their texts. */
const MOST_GROUPS = 200;

/** What determines an item's state; undefined for a source, and for an item without a language. */
export function judgedOf(site: Site, kind: Kind, id: number): Judged | undefined {
  const own = itemLanguage(site.db, kind, id);
  const source = own && sourceOfGroup(site.db, own.group_id);
  const other = source === undefined ? undefined : itemLanguage(site.db, kind, source);
  if (!own || !other || source === undefined || source === id) return undefined;
  const [from, to] = [memberTexts(site.db, other, source), memberTexts(site.db, own, source)];
  return from && to && judgedAgainst(from, to);
}

/** Evaluates the most recently changed groups for this many milliseconds. Read-only: for a separate thread. */
export function judgeQueued(site: Site, milliseconds: number): JudgedGroup[] {
  const until = performance.now() + milliseconds;
  const judged: JudgedGroup[] = [];
  for (const queued of queuedForJudging(site.db, MOST_GROUPS)) {
    judged.push({ ...queued, sums: judgeGroup(site, queued.group_id) });
    if (performance.now() > until) break;
  }
  return judged;
}

/** Stores evaluated groups, and updates the matrix for those that changed. Returns these. */
export function keepJudged(site: Site, judged: readonly JudgedGroup[]): number[] {
  if (site.readOnly || site.merging) return [];
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    const changed = judged.flatMap((one) => (keepSums(site.db, one, one.sums) ? [one.group_id] : []));
    if (changed.length > 0) workOutGroups(site.db, changed);
    if (own) commit(site.db);
    return changed;
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

/** Evaluates the whole queue synchronously: for a site in memory. */
export function judgeHere(site: Site): void {
  const waiting = (): number => pendingByType(site.db).reduce((sum, { n }) => sum + n, 0);
  // Stops when the queue no longer shrinks: groups being deleted with their items stay queued until that is done.
  for (let before = Infinity, now = waiting(); now > 0 && now < before; before = now, now = waiting()) {
    if (site.readOnly || site.merging) return;
    keepJudged(site, judgeQueued(site, Infinity));
  }
}

/** The unit states of the items of a group. */
export function judgeGroup(site: Site, group: number): UnitSums[] {
  const source = sourceOfGroup(site.db, group);
  if (source === undefined) return [];
  const members = groupTexts(site.db, group, source);
  const from = members.find(({ id }) => id === source);
  if (!from) return [];
  const read = readOnce();
  return members.map((member): UnitSums => {
    const { kind, id: item_id } = member;
    if (member === from) {
      const source_words = sourceWords(from.texts, { lang: from.locale, read });
      return { kind, item_id, stale: false, untranslated: 0, words: 0, source_words };
    }
    const { isStale: stale, untranslated, words } = judgeItem(judgedAgainst(from, member), read);
    return { kind, item_id, stale, untranslated, words, source_words: 0 };
  });
}

export function judgedAgainst(source: MemberTexts, target: MemberTexts): Judged {
  return {
    source: source.texts,
    confirmed: target.confirmed,
    target: target.texts,
    marks: target.marks,
    languages: { source: source.locale, target: target.locale },
    isNamed: target.kind === 'term',
  };
}

/** Parses each content once: the source is compared with every version of its group. */
export function readOnce(): typeof readContent {
  const known = new Map<string, Content>();
  return (html) => {
    const content = known.get(html) ?? readContent(html);
    known.set(html, content);
    return content;
  };
}
