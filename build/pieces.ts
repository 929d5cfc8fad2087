/** What the bundler tells of a module. */
interface ModuleLinks {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Context {
  getModuleInfo(id: string): ModuleLinks | null;
}

/**
 * Says of modules whether they belong to the one file of what is shared: all that the frame consists of, and what at least two of
 * the parts that are fetched later import. Few files, since each is a request, and a browser has six under way at once.
 * `main` is the module the page begins with, `frame` the one that draws the frame; `test` names what may be shared.
 */
export function shared(main: string, frame: string, test: RegExp): (id: string, context: Context) => string | null {
  /** By module, how many parts reach it; those of the frame count as if all did. */
  let reached: Map<string, number> | undefined;
  return (id, context) => {
    reached ??= countParts(main, frame, context);
    const isOfFrame = reached.get(id) === Infinity;
    return isOfFrame || ((reached.get(id) ?? 0) > 1 && test.test(id)) ? 'parts' : null;
  };
}

function countParts(main: string, frame: string, context: Context): Map<string, number> {
  const counts = new Map<string, number>();
  const parts = [main];
  for (const part of parts) {
    for (const id of reachable(part, context)) {
      counts.set(id, part === frame ? Infinity : (counts.get(id) ?? 0) + 1);
      const later = context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      parts.push(...later.filter((each) => !parts.includes(each)));
    }
  }
  return counts;
}

/** A module and all that is imported with it. */
function reachable(from: string, context: Context): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
