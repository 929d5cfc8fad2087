/**
 * The origin of a merged value: unchanged, from one side, `both` made the same change, or `merged` from edits of both sides.
 * `conflict`: both sides changed it in different ways.
 */
export type MergeState = 'same' | 'here' | 'there' | 'both' | 'merged' | 'conflict';

/** A value that was once equal on both sides and may have changed on either since. */
export interface Sides<T> {
  base: T;
  here: T;
  there: T;
}

/** The result of merging one value; in a conflict the value here. */
export interface Merged<T> {
  state: MergeState;
  value: T;
}

/** Merges a value as a whole (`live-site.md` 6). */
export function mergeScalar<T>({ base, here, there }: Sides<T>, isEqual: (a: T, b: T) => boolean): Merged<T> {
  if (isEqual(here, there)) return { state: isEqual(base, here) ? 'same' : 'both', value: here };
  if (isEqual(base, there)) return { state: 'here', value: here };
  if (isEqual(base, here)) return { state: 'there', value: there };
  return { state: 'conflict', value: here };
}

/**
 * Merges sets element by element: those added on one side are kept, those removed on one side are dropped. Never a conflict. The
 * elements here come first, in their order, followed by those added there.
 */
export function mergeSet<T>({ base, here, there }: Sides<readonly T[]>): T[] {
  const [before, ours, theirs] = [new Set(base), new Set(here), new Set(there)];
  const kept = [...ours].filter((one) => theirs.has(one) || !before.has(one));
  const added = [...theirs].filter((one) => !ours.has(one) && !before.has(one));
  return [...kept, ...added];
}

/** The result of merging a map key by key, and the keys in conflict, which keep the value here. */
export interface MergedMap<T> {
  value: Record<string, T>;
  conflicts: string[];
}

/** Merges maps key by key; a missing key counts as a value. Keys keep the order here, added ones follow. */
export function mergeMap<T>(
  { base, here, there }: Sides<Readonly<Record<string, T>>>,
  isEqual: (a: T, b: T) => boolean,
): MergedMap<T> {
  const conflicts: string[] = [];
  const same = (a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined ? a === b : isEqual(a, b);
  const entries = [...new Set([...Object.keys(here), ...Object.keys(there)])].flatMap((key): [string, T][] => {
    const sides = { base: own(base, key), here: own(here, key), there: own(there, key) };
    const { state, value } = mergeScalar(sides, same);
    if (state === 'conflict') conflicts.push(key);
    return value === undefined ? [] : [[key, value]];
  });
  return { value: Object.fromEntries(entries), conflicts };
}

function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
