/**
 * Takes out of a map child → parent what would lead in a circle: of each circle the one link that closes it, in the order of
 * the map. Calls `found` for each child that loses its parent.
 * @param kept the parent of what is here and stays as it is: circles lead through it too
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

/** The path began at a child of the map: there is one. */
function cutLast(parents: Map<number, number>, path: ReadonlySet<number>): number {
  const last = [...path].findLast((one) => parents.has(one)) ?? 0;
  parents.delete(last);
  return last;
}
