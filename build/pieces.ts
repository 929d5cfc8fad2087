/** Module information from the bundler. */
interface ModuleLinks {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Context {
  getModuleInfo(id: string): ModuleLinks | null;
}

/** Module ids, as used by the bundler. */
interface Beginnings {
  /** The entry of the page. */
  main: string;
  /** The module that renders the frame. */
  frame: string;
  /** Screens a visit may start with. */
  screens: readonly string[];
  /** Other screens, grouped by the file they are bundled into. */
  together?: Readonly<Record<string, readonly string[]>>;
}

type Piece = { debugName: string; name: (id: string, context: Context) => string | null; priority: number };

/**
 * Chunks for shared modules: `parts` contains the frame, with what its start screens share with others; `more` is what two of the
 * other parts share; then one for each row of `together`, with what only its screens use. Few files, since each is a request, and
 * a browser sends six in parallel; but not one, since the start should not wait for later code. `test` selects what else may be
 * shared.
 */
export function shared(begin: Beginnings, test: RegExp): Piece[] {
  let reached: Reached | undefined;
  const pieceOf = (id: string, context: Context): string | null => {
    const { users, frame, first } = (reached ??= follow(begin, context));
    if (frame.has(id)) return 'parts';
    const of = [...(users.get(id) ?? [])];
    const together = of.find((name) => begin.together?.[name]);
    if (of.length < 2) return together ?? null;
    // Shared code is never put in a chunk of several screens: loading it alone would load all of them.
    if (!together && !test.test(id)) return null;
    return first.has(id) ? 'parts' : 'more';
  };
  const only = (name: string) => (id: string, context: Context) => (pieceOf(id, context) === name ? name : null);
  // A chunk includes its imports unless an earlier chunk has them.
  const names = ['parts', 'more', ...Object.keys(begin.together ?? {})];
  return names.map((name, at) => ({ debugName: name, name: only(name), priority: names.length - at }));
}

interface Reached {
  /** For each module, the separately loaded parts that import it: a screen, or screens bundled together. */
  users: Map<string, Set<string>>;
  frame: Set<string>;
  first: Set<string>;
}

function follow({ main, frame, screens, together = {} }: Beginnings, context: Context): Reached {
  const users = new Map<string, Set<string>>();
  const fileOf = (part: string) => Object.keys(together).find((name) => together[name]?.includes(part)) ?? part;
  const parts = [main];
  for (const part of parts) {
    for (const id of reachable(part, context)) {
      users.set(id, (users.get(id) ?? new Set()).add(fileOf(part)));
      const later = context.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
      parts.push(...later.filter((each) => !parts.includes(each)));
    }
  }
  const first = new Set(screens.flatMap((screen) => [...reachable(screen, context)]));
  return { users, frame: reachable(frame, context), first };
}

/** A module and all its transitive imports. */
function reachable(from: string, context: Context): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
