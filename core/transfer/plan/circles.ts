/**
 * Takes out of a map child → parent what would lead in a circle: of each circle the one link that closes it, in the order of
 * the map. Calls `found` for each child that loses its parent.
 */
export function breakCircles(parents: Map<number, number>, found: (child: number) => void): void {
  const settled = new Set<number>();
  for (const start of parents.keys()) {
    const path = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !settled.has(at)) {
      path.add(at);
      const next: number | undefined = parents.get(at);
      if (next !== undefined && path.has(next)) {
        parents.delete(at);
        found(at);
        break;
      }
      at = next;
    }
    for (const one of path) settled.add(one);
  }
}
