/** What the bundler says of a module. */
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
  /** Other screens by the file they come in together. */
  together?: Readonly<Record<string, readonly string[]>>;
}

type Piece = { debugName: string; name: (id: string, context: Context) => string | null; priority: number };

/**
 * Files of what is shared: `parts` is all that the frame consists of, with what the screens of a beginning share with others;
 * `more` is what two of the other parts share; then one for each row of `together`, with what its screens alone consist of. Few
 * files, since each is a request, and a browser has six under way at once; but not one, since nobody should wait for what comes
 * later. `test` names what else may be shared.
 */
export function shared(begin: Beginnings, test: RegExp): Piece[] {
  let reached: Reached | undefined;
  const pieceOf = (id: string, context: Context): string | null => {
    const { users, frame, first } = (reached ??= follow(begin, context));
    if (frame.has(id)) return 'parts';
    const of = [...(users.get(id) ?? [])];
    const together = of.find((name) => begin.together?.[name]);
    if (of.length < 2) return together ?? null;
    // What a file of several screens shares is never left in it: who wants that alone would wait for all of them.
    if (!together && !test.test(id)) return null;
    return first.has(id) ? 'parts' : 'more';
  };
  const only = (name: string) => (id: string, context: Context) => (pieceOf(id, context) === name ? name : null);
  // A piece takes along what it imports and what no piece before it has taken.
  const names = ['parts', 'more', ...Object.keys(begin.together ?? {})];
  return names.map((name, at) => ({ debugName: name, name: only(name), priority: names.length - at }));
}

interface Reached {
  /** By module, who imports it of those that are fetched by themselves: a screen, or the screens that come together. */
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

/** A module and all that is imported with it. */
function reachable(from: string, context: Context): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
