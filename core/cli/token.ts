import type { TokenView } from '../schema/token.ts';
import { ROLES } from '../types.ts';
import { choice, type Call, type Command } from './arguments.ts';
import { openDoor, type Door } from './door.ts';
import { CliError, EXIT, usageError } from './failure.ts';

/** `polydesk token` (`contract/extras.md`, Command line). */
export const token: Command = {
  about: 'make, list and revoke tokens: who may come in',
  help: `polydesk token SITE add NAME --role ROLE [--user USER] [--json]
polydesk token SITE list [--json]
polydesk token SITE revoke NAME [--json]

A token is what a program signs in with: as the password of its user (Basic), or
alone (Bearer). It is shown once, when it is made; the site keeps only its hash.

  --role ROLE   ${ROLES.join(', ')}
  --user USER   login or e-mail address of the user it acts for; a new name makes
                a new user with this role. Left out: the first administrator.
  --json        print one JSON document

While a server has the site open, the command asks that server.`,
  options: { role: { type: 'string' }, user: { type: 'string' } },
  async run(call) {
    const [site, verb, name, more] = call.words;
    if (site === undefined || verb === undefined)
      throw usageError('Say which site, and what to do: add, list or revoke.');
    const act = ACTS[choice('thing to do with tokens', verb, ['add', 'list', 'revoke'])];
    if (more !== undefined || (name !== undefined && verb === 'list'))
      throw usageError(`"${more ?? name}" is one word too many.`);
    const ready = act(call, name);
    const door = await openDoor(site, call);
    try {
      if (door.server !== undefined)
        call.output.note(`The site is open in the server at ${door.server}, which was asked.`);
      await ready(door);
    } finally {
      door.close();
    }
    return EXIT.done;
  },
};

type Act = (call: Call, name: string | undefined) => (door: Door) => Promise<void>;

/** Each judges its words before the site is opened. */
const ACTS: Record<'add' | 'list' | 'revoke', Act> = {
  add(call, name) {
    const role = call.text('role');
    if (name === undefined) throw usageError('Say the name of the token: what it is for.');
    if (role === undefined) throw usageError(`Say the role of the token: --role ${ROLES.join('|')}.`);
    const user = call.text('user');
    const body = { name, role: choice('role', role, ROLES), ...(user !== undefined && { user }) };
    return async (door) => {
      const made = (await door.send({ method: 'POST', path: TOKENS, body })) as TokenView & { token: string };
      const text = `${made.token}\n\nThis is the token "${made.name}" of the user ${made.user}, with the role ${made.role}. It is not shown again.`;
      call.output.result(made, text);
    };
  },
  list: (call) => async (door) => {
    const tokens = await listOf(door);
    call.output.result(tokens, tokens.length > 0 ? tokens.map(line).join('\n') : 'There are no tokens.');
  },
  revoke(call, name) {
    if (name === undefined) throw usageError('Say the name of the token to revoke.');
    return async (door) => {
      const found = (await listOf(door)).find((one) => one.name === name && one.revoked_at === '');
      if (!found) throw new CliError(EXIT.refused, `There is no valid token named "${name}". Nothing was changed.`);
      const answer = await door.send({ method: 'DELETE', path: `${TOKENS}/${found.id}` });
      call.output.result(answer, `The token "${name}" is revoked: from now on it is refused.`);
    };
  },
};

const TOKENS = '/polydesk/v1/tokens';

async function listOf(door: Door): Promise<TokenView[]> {
  return (await door.send({ method: 'GET', path: TOKENS })) as TokenView[];
}

function line(token: TokenView): string {
  const { name, role, user, last_used } = token;
  return `${name}: ${role}, user ${user}, ${stateOf(token)}, ${last_used === '' ? 'never used' : `last used ${last_used}`}`;
}

function stateOf({ expires_at = '', revoked_at }: TokenView): string {
  if (revoked_at !== '') return `revoked ${revoked_at.slice(0, 10)}`;
  if (expires_at === '') return 'valid';
  return `${Date.parse(expires_at) <= Date.now() ? 'refused since' : 'valid until'} ${expires_at}`;
}
