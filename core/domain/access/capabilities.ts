import type { Caller, Capability, Origin, Role } from '../../types.ts';

const CONTRIBUTOR: readonly Capability[] = ['read', 'edit_own', 'create_flat_terms'];
const AUTHOR: readonly Capability[] = [...CONTRIBUTOR, 'publish', 'upload'];
const EDITOR: readonly Capability[] = [...AUTHOR, 'edit_others', 'manage_terms', 'unfiltered_html', 'read_history'];

/** Rights by role (`content.md` 1.3). A token never has more rights than its role. */
const RIGHTS: Record<Role, readonly Capability[]> = {
  administrator: [...EDITOR, 'manage_options'],
  editor: EDITOR,
  author: AUTHOR,
  contributor: CONTRIBUTOR,
  subscriber: ['read'],
};

/** The rights of a role (`content.md` 1.3). */
export function rightsOf(role: Role): readonly Capability[] {
  return RIGHTS[role];
}

/**
 * Creates a caller with the rights of a role. `serverRights`: may manage tokens and the local server; true for the window, the
 * command line and the process token only.
 */
export function createCaller(who: {
  name: string;
  userId: number;
  role: Role;
  origin: Origin;
  token?: string;
  serverRights?: boolean;
}): Caller {
  const rights = new Set<Capability>(RIGHTS[who.role]);
  if (who.serverRights) rights.add('manage_server');
  return {
    name: who.name,
    token: who.token ?? '',
    userId: who.userId,
    role: who.role,
    origin: who.origin,
    can: (capability) => rights.has(capability),
  };
}

/** An anonymous caller. */
export const GUEST: Caller = { name: '', token: '', userId: 0, role: null, origin: 'token', can: () => false };
