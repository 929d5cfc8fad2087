// Import cycles between files: reading one of them means reading all.
import { posix } from 'node:path';
import type { Source } from './source.ts';

/** One sentence for each ring, beginning with its first file by name. Types count: a reader follows them too. */
export function findCycles(sources: Source[]): string[] {
  const targets = new Map(sources.map((source) => [source.path, localImports(source)]));
  const rings = new Set<string>();
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) rings.add(inOrder(trail.slice(start)));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    (targets.get(path) ?? []).forEach(visit);
    trail.pop();
    done.add(path);
  };
  [...targets.keys()].sort().forEach(visit);
  return [...rings].map((ring) => `${ring} is a ring of imports`);
}

function localImports({ path, imports }: Source): string[] {
  const own = imports.filter(({ from }) => from.startsWith('.'));
  // A component that draws itself inside itself imports itself: one file is not a ring.
  return own.map(({ from }) => posix.join(posix.dirname(path), from)).filter((target) => target !== path);
}

/** The same ring, found from another file, reads the same. */
function inOrder(ring: string[]): string {
  const first = ring.indexOf([...ring].sort()[0] ?? '');
  const turned = [...ring.slice(first), ...ring.slice(0, first)];
  return [...turned, turned[0]].join(' -> ');
}
