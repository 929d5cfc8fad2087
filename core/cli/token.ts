import type { TokenView } from '../schema/site/token.ts';
import { ROLES } from '../types.ts';
import { choice, operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { CliError, EXIT, usageError } from './run/failure.ts';

/** `polydesk token` (`contract/extras.md`, Command line). */
export const token: Command = {
  about: 'make, list and revoke tokens, which programs sign in with',
  help: `polydesk token SITE add NAME --role ROLE [--user USER] [--json] [--quiet]
polydesk token SITE list [--json] [--quiet]
polydesk token SITE revoke NAME [--json] [--quiet]

A token is what a program signs in with: as the password of its user (Basic), or
alone (Bearer). It is shown once, when it is made; the site keeps only its hash.

  --role ROLE   ${ROLES.join(', ')}
  --user USER   login or e-mail address of the user it acts for; a new name makes
                a new user with this role. Left out: the first administrator.
  --json        print one JSON document

Examples:
  polydesk token site.polydesk add deploy --role editor
  polydesk token site.polydesk revoke deploy

While a server has the site open, the command runs through that server.`,
  options: { role: { type: 'string' }, user: { type: 'string' } },
  async run(call) {
    const verb = choice('an action', call.words[1] ?? 'list', ['add', 'list', 'revoke']);
    const [site, , name] = operands(call, 'SITE', 'ACTION', ...(verb === 'list' ? ([] as const) : (['NAME'] as const)));
    const ready = ACTS[verb](call, name ?? '');
    const client = await openSiteClient(site, call);
    try {
      await ready(client);
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

type Act = (call: Call, name: string) => (client: SiteClient) => Promise<void>;

/** Each validates its arguments before the site is opened. */
const ACTS: Record<'add' | 'list' | 'revoke', Act> = {
  add(call, name) {
    const role = call.text('role');
    if (role === undefined) throw usageError(`The role is missing: --role ${ROLES.join('|')}.`);
    const user = call.text('user');
    const body = { name, role: choice('a role', role, ROLES), ...(user !== undefined && { user }) };
    return async (client) => {
      const made = (await client.send({ method: 'POST', path: TOKENS, body })) as TokenView & { token: string };
      const text = `${made.token}\n\nThis is the token "${made.name}" of the user ${made.user}, with the role ${made.role}. It is not shown again.`;
      call.output.result(made, text);
    };
  },
  list: (call) => async (client) => {
    const tokens = await listOf(client);
    call.output.result(tokens, tokens.length > 0 ? tokens.map(line).join('\n') : 'No tokens.');
  },
  revoke(call, name) {
    return async (client) => {
      const found = (await listOf(client)).find((one) => one.name === name && one.revoked_at === '');
      if (!found) throw new CliError(EXIT.refused, `No valid token is named "${name}". Nothing was changed.`);
      const answer = await client.send({ method: 'DELETE', path: `${TOKENS}/${found.id}` });
      call.output.result(answer, `The token "${name}" is revoked and no longer valid.`);
    };
  },
};

const TOKENS = '/polydesk/v1/tokens';

async function listOf(client: SiteClient): Promise<TokenView[]> {
  return (await client.send({ method: 'GET', path: TOKENS })) as TokenView[];
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
