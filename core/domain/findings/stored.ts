import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Site } from '../../site.ts';
import { groupsWithLanguage } from '../../store/desk/groups.ts';
import { findingsOfLanguage, putFindings, textsOfFindings, type FindingsRow } from '../../store/memory/findings.ts';
import { readFacts } from '../../store/memory/file.ts';
import { queuedGroups } from '../../store/memory/queue.ts';
import { touchedOf } from '../../store/sql.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';
import type { RunningChecks } from '../../units/checks/choice.ts';
import { textHash } from '../../units/states/hash.ts';
import type { TermIndex } from '../../units/terms/terms.ts';
import { contentFacts } from '../content/content-facts.ts';
import { isTied } from '../memory/learn.ts';
import { checkItem, sidesOf, termsFor, type CheckedItem, type TextPair } from './check-item.ts';

/** What decides the findings of a language besides the texts. */
export interface Conditions {
  running: RunningChecks;
  /** The usual length of a translation from a language. */
  ratioOf(from: number): number | undefined;
  /** Items that were checked before are not checked again. */
  mayReuse: boolean;
}

/** A checked item with its group and the locales of both sides. */
export interface ItemOfGroup extends Omit<CheckedItem, 'texts'> {
  group: number;
  from: string;
  to: string;
  /** Read when needed: few units are like another one. */
  texts(): readonly TextPair[];
}

/**
 * The translations into a language, in the order of their groups. Those that were checked before and could not have changed since are
 * read from the memory next to the site, the others are checked now and stored there. A stored row is right as long as
 * - the memory is tied to the site, and the group is not in the queue of what it has yet to learn: the triggers put it there with
 *   any change of its texts, and learning removes the row;
 * - its basis is the same: the hash of everything else the checks of an item use.
 */
export function checkedItemsOf(site: Site, to: number, conditions: Conditions): ItemOfGroup[] {
  const { basisOf, by } = checkedBy(site, to, conditions);
  const store = conditions.mayReuse ? openStore(site, to) : undefined;
  const { languages } = contentFacts(site);
  const localeOf = (language: number): string => languages.get(language)?.locale ?? '';
  const check = (group: number): { source: number; item: CheckedItem | undefined } => {
    const sides = sidesOf(site, group, to);
    return { source: sides?.from.language ?? 0, item: sides && checkItem(site, sides, by(sides.from.language)) };
  };
  const made: NewRow[] = [];
  const items = groupsWithLanguage(site.db, to).flatMap((group): ItemOfGroup[] => {
    const row = store?.rows.get(group);
    const known = row?.basis === basisOf(row?.source ?? 0) ? readRow(row) : undefined;
    const { source, item } = known ?? check(group);
    if (!known && store?.mayKeep(group))
      made.push({ group_id: group, source, basis: basisOf(source), ...written(item) });
    if (!item) return [];
    const { texts, ...rest } = item;
    const readTexts = (): readonly TextPair[] =>
      store?.textsOf(group, item.units.length) ?? check(group).item?.texts ?? [];
    return [{ ...rest, group, from: localeOf(source), to: localeOf(to), texts: known ? readTexts : () => texts }];
  });
  store?.keep(made);
  return items;
}

/** Of what is stored of an item: what has another one is checked again. */
const FORM = 2;

/** What the items of each source language are checked by, and its hash. */
function checkedBy(site: Site, to: number, { running, ratioOf }: Conditions) {
  const terms = termsFor(site, to);
  const { languages, defaultLanguage } = contentFacts(site);
  const known = new Map<number, string>();
  const basisOf = (from: number): string => {
    const found = known.get(from);
    if (found !== undefined) return found;
    const of = [from, to].map((id) => [id, languages.get(id)?.locale]);
    const facts = [
      FORM,
      site.version,
      defaultLanguage,
      ...(from === 0 ? [] : [of, running, ratioOf(from), termFacts(terms(from))]),
    ];
    const basis = textHash(JSON.stringify(facts));
    known.set(from, basis);
    return basis;
  };
  return { basisOf, by: (from: number) => ({ terms: terms(from), running, ratio: ratioOf(from) }) };
}

/** Without what is told to people. */
const termFacts = (terms: TermIndex): unknown[] =>
  terms.map(({ definition: _definition, note: _note, ...used }) => used);

type NewRow = FindingsRow & { texts: Uint8Array };

interface Store {
  rows: ReadonlyMap<number, FindingsRow>;
  /** Whether what is read of a group now may be stored. */
  mayKeep(group: number): boolean;
  /** The stored texts of a group, if there are so many; undefined otherwise. */
  textsOf(group: number, count: number): TextPair[] | undefined;
  keep(made: readonly NewRow[]): void;
}

/** The stored rows of a language that may be right; undefined where nothing can be read or stored. */
function openStore(site: Site, to: number): Store | undefined {
  const { isLearnedHere } = site.memory;
  // Elsewhere it may be ahead of the site as it is read, but not of a transaction that writes: nobody else does meanwhile.
  if (!isLearnedHere && !touchedOf(site.db).isWriting) return undefined;
  const db = site.memory.reader();
  const facts = db && orNothing(() => readFacts(db));
  if (!db || !facts || !isTied(site, facts)) return undefined;
  const queued = new Set(queuedGroups(site.db));
  const rows = orNothing(() => findingsOfLanguage(db, to)) ?? [];
  return {
    rows: new Map(rows.filter((row) => !queued.has(row.group_id)).map((row) => [row.group_id, row])),
    mayKeep: (group) => isLearnedHere && !queued.has(group),
    textsOf(group, count) {
      const texts = orNothing(() => unpacked(textsOfFindings(db, group, to)));
      return texts?.length === count ? texts : undefined;
    },
    keep(made) {
      if (made.length > 0) orNothing(() => storeRows(site, to, { made, stamp: facts['stamp'] }));
    },
  };
}

/** Stores them, unless the memory learned something meanwhile or is being built. */
function storeRows(
  site: Site,
  to: number,
  { made, stamp }: { made: readonly NewRow[]; stamp: string | undefined },
): void {
  const db = site.memory.writer();
  if (db.inTransaction) return;
  begin(db);
  try {
    if (readFacts(db)['stamp'] === stamp) for (const row of made) putFindings(db, to, row);
    commit(db);
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Everything stored can be found again: what cannot be read or written is done without. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function written(item: CheckedItem | undefined): Pick<NewRow, 'item' | 'keys' | 'texts'> {
  if (!item) return { item: 'null', keys: '[]', texts: packed([]) };
  const { units, texts, ...rest } = item;
  const keys = units.map(({ unit, source, target }) => [unit, source, target]);
  return { item: JSON.stringify(rest), keys: JSON.stringify(keys), texts: packed(texts) };
}

/** Compressed: they are most of what is stored, and few of them are read. */
const packed = (texts: readonly TextPair[]): Uint8Array => deflateRawSync(JSON.stringify(texts), { level: 1 });

const unpacked = (stored: Uint8Array | undefined): TextPair[] =>
  stored ? (JSON.parse(inflateRawSync(stored).toString()) as TextPair[]) : [];

/** The texts are left out. */
function readRow({
  source,
  item: json,
  keys,
}: FindingsRow): { source: number; item: CheckedItem | undefined } | undefined {
  return orNothing(() => {
    const item = JSON.parse(json) as Omit<CheckedItem, 'units' | 'texts'> | null;
    const units = (JSON.parse(keys) as [number, string, string][]).map(([unit, from, to]) => {
      return { unit, source: from, target: to };
    });
    return { source, item: item ? { ...item, units, texts: [] } : undefined };
  });
}
