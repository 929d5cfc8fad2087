import type { Site } from '../../site.ts';
import { UNWATCHED } from '../refusal.ts';
import { chosenItems, handoffItems, type LanguagePair } from './choose.ts';
import type { FileUnit } from './file.ts';
import { comparable, unwrapped } from './inline.ts';
import { itemName, readItemName, readKey, type UnitAddress } from './key.ts';
import type { HandoffItem, HandoffUnit } from './units.ts';

/** A unit of a file with its position and its parsed key. */
export interface Arrived {
  /** Position in the file, from 0. */
  at: number;
  unit: FileUnit;
  address: UnitAddress | undefined;
}

/** Groups units of a file by the item they name; units without one are under "". */
export function byItem(units: readonly FileUnit[]): Map<string, Arrived[]> {
  const arrived = units.map((unit, at): Arrived => ({ at, unit, address: readKey(unit.key) }));
  return Map.groupBy(arrived, ({ unit, address }) => {
    const named = address ?? readItemName(unit.item);
    return named ? itemName(named) : '';
  });
}

/**
 * Assigns units that lost their keys and name no item: each to the first item, in export order, that has exactly this text and
 * that no other unit of the file claims.
 */
export function findLost(site: Site, pair: LanguagePair, groups: Map<string, Arrived[]>): void {
  const lost = Map.groupBy(groups.get('') ?? [], ({ unit }) => comparable(unit.source));
  lost.delete('');
  if (lost.size === 0) return;
  const order = { states: ['missing', 'needs_update', 'partial', 'draft', 'translated'] as const };
  const { pairs } = chosenItems(site, pair, { states: [...order.states] });
  for (const item of handoffItems(site, pairs, UNWATCHED)) {
    const name = itemName({ kind: item.kind, id: item.source });
    const meant = new Set((groups.get(name) ?? []).map(({ unit }) => comparable(unit.source)));
    for (const { source } of item.units) {
      const text = comparable(source);
      const found = meant.has(text) ? undefined : lost.get(text)?.shift();
      if (!found) continue;
      groups.set(name, [...(groups.get(name) ?? []), found]);
      groups.set(
        '',
        (groups.get('') ?? []).filter((one) => one !== found),
      );
    }
  }
}

/** A unit of a file with its current unit on the site. `isExact`: the source is unchanged. */
export interface Match {
  arrived: Arrived;
  unit: HandoffUnit | undefined;
  isExact: boolean;
  /** Another unit of the file matched the same text. */
  isDouble: boolean;
}

/** Matches returned units with the texts of an item: by source text, then, if that changed, by position and similarity. */
export function matchUnits(item: HandoffItem, arrived: readonly Arrived[]): Match[] {
  const taken = new Map<HandoffUnit, Arrived>();
  const found = new Map<Arrived, HandoffUnit>();
  const doubles = new Set<Arrived>();
  const bySource = Map.groupBy(item.units, (unit) => comparable(unit.source));
  const read = arrived.map((one) => readAsHere(one, bySource));
  for (const one of read) {
    const { address } = one;
    const same = (bySource.get(comparable(one.unit.source)) ?? []).filter(
      ({ address: own }) => !address || own.field === address.field,
    );
    const wanted = address ? same.find((unit) => unit.address.nth === address.nth) : undefined;
    const unit = wanted ?? same.find((each) => !taken.has(each)) ?? same[0];
    if (!unit) continue;
    found.set(one, unit);
    if (taken.has(unit)) doubles.add(one);
    else taken.set(unit, one);
  }
  return read.map((one): Match => {
    const exact = found.get(one);
    if (exact) return { arrived: one, unit: exact, isExact: true, isDouble: doubles.has(one) };
    const unit = one.address && likeliest(item, one.unit, { address: one.address, taken });
    if (unit) taken.set(unit, one);
    return { arrived: one, unit, isExact: false, isDouble: false };
  });
}

/** If only the unescaped form of the text exists here, the tool had escaped the marks. */
function readAsHere(one: Arrived, bySource: ReadonlyMap<string, readonly HandoffUnit[]>): Arrived {
  if (bySource.has(comparable(one.unit.source))) return one;
  const source = unwrapped(one.unit.source);
  if (source === undefined || !bySource.has(comparable(source))) return one;
  return { ...one, unit: { ...one.unit, source, target: unwrapped(one.unit.target) ?? one.unit.target } };
}

const ALIKE = 0.5;

/** The unit most likely to have replaced a source text that no longer exists. */
function likeliest(
  { units }: HandoffItem,
  { source }: FileUnit,
  { address, taken }: { address: UnitAddress; taken: ReadonlyMap<HandoffUnit, Arrived> },
): HandoffUnit | undefined {
  const free = units.filter((unit) => unit.address.field === address.field && !taken.has(unit));
  if (address.field === 'meta') return free.find((unit) => unit.address.n === address.n);
  if (address.field !== 'content') return free[0];
  const words = wordsOf(source);
  const scored = free.map((unit) => ({
    unit,
    score: overlap(words, wordsOf(unit.source)) + (unit.address.n === address.n ? 0.2 : 0),
  }));
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (one, other) => (one && one.score >= other.score ? one : other),
    undefined,
  );
  return best && best.score >= ALIKE ? best.unit : undefined;
}

const wordsOf = (marked: string): Set<string> =>
  new Set(
    marked
      .replace(/<[^>]*>/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size);
  return most === 0 ? 0 : [...one].filter((word) => other.has(word)).length / most;
}
