/**
 * Breaks cycles in a map child → parent: from each cycle it removes one link, the last one on the path that the map holds. Calls
 * `found` for each child that loses its parent.
 * @param kept the parent of an existing item that stays unchanged: cycles may lead through it too
 */
export function breakCircles(
  parents: Map<number, number>,
  found: (child: number) => void,
  kept: (id: number) => number | undefined = () => undefined,
): void {
  const settled = new Set<number>();
  for (const start of parents.keys()) {
    const path = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !settled.has(at)) {
      path.add(at);
      const next: number | undefined = parents.get(at) ?? kept(at);
      if (next !== undefined && path.has(next)) {
        found(cutLast(parents, path));
        break;
      }
      at = next;
    }
    for (const one of path) settled.add(one);
  }
}

/** There is always one, because the path began at a child of the map. */
function cutLast(parents: Map<number, number>, path: ReadonlySet<number>): number {
  const last = [...path].findLast((one) => parents.has(one)) ?? 0;
  parents.delete(last);
  return last;
}
