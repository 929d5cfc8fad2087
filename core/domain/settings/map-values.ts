import type { Dict } from '../../types.ts';

/** The same keys with changed values. */
export function mapValues<A, B>(map: Dict<A>, change: (value: A) => B): Dict<B> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
