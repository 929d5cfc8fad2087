import type { Json } from '../types.ts';
import { mergeContent, textOfMerge } from '../units/merge/merge-content.ts';
import { mergeWords } from '../units/merge/merge-words.ts';
import { mergeMap, mergeScalar, mergeSet, type MergeState, type Merged, type Sides } from '../units/merge/three-way.ts';
import { mapOf, sorted } from './canonical.ts';
import type { FieldRule, LiveField } from './fields.ts';

/** The fields of an item, as `canonical.ts` makes them. */
export type Fields = Readonly<Record<string, Json>>;

/** How an item changed since both sides were the same (`live-site.md` 6). */
export type LineState =
  | 'same'
  | 'here'
  | 'there'
  | 'merged'
  | 'conflict'
  | 'new_here'
  | 'new_there'
  | 'deleted_here'
  | 'deleted_there';

/** A field that differs on at least one side. */
export interface FieldLine {
  field: string;
  state: Exclude<MergeState, 'same'>;
  base: Json | undefined;
  here: Json | undefined;
  there: Json | undefined;
  /** The intended value of both sides; in a conflict the local one. */
  merged: Json | undefined;
}

/** An item that differs: what is pushed and pulled follows from its fields. */
export interface Line {
  state: LineState;
  fields: FieldLine[];
}

/**
 * Compares an item with its base, the state when both sides were the same, field by field. A side that does not have the item is
 * undefined, and so is the base of an item that was never on both sides: then every differing field is a conflict. A field
 * missing in the answers of one side is not compared.
 */
export function compareItem(sides: Sides<Fields | undefined>, fields: readonly LiveField[]): Line {
  const { base, here, there } = sides;
  if (!here && !there) return { state: 'same', fields: [] };
  if (!here || !there) return { state: missingState(sides, fields), fields: [] };
  const lines = fields.flatMap((field) => lineOf({ base: base ?? {}, here, there }, field) ?? []);
  return { state: stateOf(lines), fields: lines };
}

/** Deleted on one side and changed on the other is a conflict. */
function missingState({ base, here, there }: Sides<Fields | undefined>, fields: readonly LiveField[]): LineState {
  const left = here ?? there;
  // Moved to the trash before it was ever pushed.
  if (!base && !there && here?.['status'] === 'trash') return 'same';
  if (!base || !left) return here ? 'new_here' : 'new_there';
  // Deleted on both sides: on one of them it is in the trash.
  if (!here && left['status'] === 'trash') return 'same';
  const knows = (side: Fields, name: string): boolean => Object.hasOwn(side, name);
  // A text that both sides never agreed on is not unchanged: after a restore only a group may be agreed.
  const isNewText = ({ name, rule }: LiveField): boolean =>
    (rule === 'line' || rule === 'html') && !knows(base, name) && knows(left, name) && left[name] !== '';
  const isOther = ({ name }: LiveField): boolean =>
    knows(base, name) && knows(left, name) && !isSame(base[name], left[name]);
  const isChanged = fields.some((field) => isOther(field) || isNewText(field));
  if (isChanged) return 'conflict';
  return here ? 'deleted_there' : 'deleted_here';
}

function lineOf({ base, here, there }: Sides<Fields>, { name, rule, siteWins }: LiveField): FieldLine | undefined {
  if (!Object.hasOwn(here, name) || !Object.hasOwn(there, name)) return undefined;
  const sides = { base: base[name], here: here[name], there: there[name] };
  const { state, value } = (siteWins ? SITE_WINS[siteWins] : MERGES[rule])(sides);
  return state === 'same' ? undefined : { field: name, state, ...sides, merged: value };
}

function stateOf(lines: readonly FieldLine[]): LineState {
  const states = new Set(lines.map(({ state }) => state));
  if (states.has('conflict')) return 'conflict';
  if (states.has('merged') || (states.has('here') && states.has('there'))) return 'merged';
  if (states.has('here')) return 'here';
  return states.has('there') ? 'there' : 'same';
}

type Merge = (sides: Sides<Json | undefined>) => Merged<Json | undefined>;

const whole: Merge = (sides) => mergeScalar(sides, isSame);

const fromSite: Merge = ({ here, there }) => ({ state: isSame(here, there) ? 'same' : 'there', value: there });

/** Fields in which the site wins: it reveals its users gradually, and a local date is only that of creation. */
const SITE_WINS: Record<NonNullable<LiveField['siteWins']>, Merge> = {
  first: (sides) => (sides.base === undefined && !isSame(sides.here, sides.there) ? fromSite : whole)(sides),
  always: fromSite,
};

/** How each kind of field is merged; a value changed on only one side is taken as a whole. */
const MERGES: Record<FieldRule, Merge> = {
  scalar: whole,
  ref: whole,
  places: whole,
  line: textMerge((sides) => mergeWords(sides)),
  html: textMerge((sides) => {
    const merged = mergeContent(sides);
    const isOpen = merged.state === 'conflict';
    return { state: merged.state, value: isOpen ? sides.here : textOfMerge(merged) };
  }),
  refs: setMerge(),
  set: setMerge(),
  map: ifBothChanged(mapMerge),
  lang: (sides) =>
    regained(sides, sides.here === '') ?? unsaid(sides, sides.here === '', sides.there === '') ?? whole(sides),
  string: (sides) => unsaid(sides, sides.here === '', sides.there === '') ?? whole(sides),
  group: (sides) =>
    regained(sides, Object.keys(mapOf(sides.here)).length === 0) ??
    unsaid(sides, isPart(sides.here, sides.there), isPart(sides.there, sides.here)) ??
    ifBothChanged(mapMerge)(sides),
};

/** A site cannot remove the language of an item: if it has none here, it gets it back. */
function regained(sides: Sides<Json | undefined>, isEmpty: boolean): Merged<Json | undefined> | undefined {
  return isEmpty && !isSame(sides.here, sides.there) ? { state: 'there', value: sides.there } : undefined;
}

/** For items that were never on both sides: an empty value does not contradict the other side. */
function unsaid(
  { base, here, there }: Sides<Json | undefined>,
  isHereSilent: boolean,
  isThereSilent: boolean,
): Merged<Json | undefined> | undefined {
  if (base !== undefined || isHereSilent === isThereSilent) return undefined;
  return isHereSilent ? { state: 'there', value: there } : { state: 'here', value: here };
}

/** Whether a map has every entry of another one. */
export function isPart(small: Json | undefined, large: Json | undefined): boolean {
  const whole = mapOf(large);
  return Object.entries(mapOf(small)).every(([key, value]) => isSame(value, whole[key]));
}

function ifBothChanged(merge: Merge): Merge {
  return (sides) => {
    const known = whole(sides);
    return known.state === 'conflict' && sides.base !== undefined ? merge(sides) : known;
  };
}

function textMerge(merge: (sides: Sides<string>) => Merged<string>): Merge {
  return ifBothChanged((sides) => {
    const { base, here, there } = sides;
    const areTexts = typeof base === 'string' && typeof here === 'string' && typeof there === 'string';
    return areTexts ? merge({ base, here, there }) : whole(sides);
  });
}

function setMerge(): Merge {
  return ifBothChanged(({ base, here, there }) => {
    const value = mergeSet({ base: listOf(base), here: listOf(here), there: listOf(there) });
    return { state: 'merged', value: sorted(value) };
  });
}

function mapMerge({ base, here, there }: Sides<Json | undefined>): Merged<Json> {
  const { value, conflicts } = mergeMap<Json>({ base: mapOf(base), here: mapOf(here), there: mapOf(there) }, isSame);
  return conflicts.length > 0 ? { state: 'conflict', value: mapOf(here) } : { state: 'merged', value };
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Whether two values are equal; the order of keys does not count. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  const [ours, theirs] = [Object.keys(a), Object.keys(b)];
  return ours.length === theirs.length && ours.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
