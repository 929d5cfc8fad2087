/** Items stored in one write: others wait for it. */
const AT_ONCE = 100;

/** Items in parts, each of which is stored in one write. */
export function* inParts<T>(items: Iterable<T>): IterableIterator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
