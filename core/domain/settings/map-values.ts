import type { Dict } from '../../types.ts';

/** Maps the values of an object, keeping its keys. */
export function mapValues<A, B>(map: Dict<A>, change: (value: A) => B): Dict<B> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
