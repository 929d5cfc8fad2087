/** What the bundler tells of a module. */
interface ModuleLinks {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Context {
  getModuleInfo(id: string): ModuleLinks | null;
}

/** Modules, as the bundler calls them. */
interface Beginnings {
  /** The page begins with it. */
  main: string;
  /** Draws the frame. */
  frame: string;
  /** Screens a visit begins with. */
  screens: readonly string[];
}

type Piece = { debugName: string; name: (id: string, context: Context) => string | null; priority: number };

/**
 * Two files of what is shared: `parts` is all that the frame consists of, with what the screens of a beginning share with others;
 * `more` is what two of the other parts share. Few files, since each is a request, and a browser has six under way at once; but
 * not one, since nobody should wait for what comes later. `test` names what may be shared.
 */
export function shared(begin: Beginnings, test: RegExp): [parts: Piece, more: Piece] {
  let reached: Reached | undefined;
  const pieceOf = (id: string, context: Context): string | null => {
    const { counts, frame, first } = (reached ??= follow(begin, context));
    if (frame.has(id)) return 'parts';
    if ((counts.get(id) ?? 0) < 2 || !test.test(id)) return null;
    return first.has(id) ? 'parts' : 'more';
  };
  const only = (name: string) => (id: string, context: Context) => (pieceOf(id, context) === name ? name : null);
  // A piece takes along what it imports and what no piece before it has taken.
  return [
    { debugName: 'parts', name: only('parts'), priority: 2 },
    { debugName: 'more', name: only('more'), priority: 1 },
  ];
}

interface Reached {
  /** By module, how many parts that are fetched by themselves import it. */
  counts: Map<string, number>;
  frame: Set<string>;
  first: Set<string>;
}

function follow({ main, frame, screens }: Beginnings, context: Context): Reached {
  const counts = new Map<string, number>();
  const parts = [main];
  for (const part of parts) {
    for (const id of reachable(part, context)) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const later = context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      parts.push(...later.filter((each) => !parts.includes(each)));
    }
  }
  const first = new Set(screens.flatMap((screen) => [...reachable(screen, context)]));
  return { counts, frame: reachable(frame, context), first };
}

/** A module and all that is imported with it. */
function reachable(from: string, context: Context): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
