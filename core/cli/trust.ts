import type { UnconfirmedAccess, Confirmation } from '../schema/site/trust.ts';
import { operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { command, EXIT, usageError } from './run/failure.ts';

/** `polydesk trust` (`contract/extras.md`, Command line). */
export const trust: Command = {
  about: 'confirm what came in a site file: tokens, origins, guests',
  help: `polydesk trust SITE [--json] [--quiet]
polydesk trust SITE --all [--json] [--quiet]
polydesk trust SITE [--token NAME] [--guests] [--origin ORIGIN] [--host NAME]

A site file contains access settings: tokens, reading without a token (guests),
origins of web pages, further names of the server. A file can come from somebody else,
so they take effect only after you confirm them here; until then they are refused. What
is made on this computer is confirmed.

Shows what is not confirmed. With options, confirms it; each but --all and --guests may be
given several times.

  --all             everything that is not confirmed
  --token NAME      a token
  --guests          reading published items without a token
  --origin ORIGIN   pages of this origin, as http://localhost:5173
  --host NAME       a name besides 127.0.0.1, localhost and [::1]
  --json            print one JSON document

What is confirmed is kept in the data folder of this user, in the file that is shown
last. For a container, copy it and name it with "serve --trust-file FILE". Tokens of
POLYDESK_TOKENS need no confirmation.

Examples:
  polydesk trust site.polydesk
  polydesk trust site.polydesk --token deploy --guests

While a server has the site open, the command runs through that server.`,
  options: {
    all: { type: 'boolean' },
    token: { type: 'string', multiple: true },
    guests: { type: 'boolean' },
    origin: { type: 'string', multiple: true },
    host: { type: 'string', multiple: true },
  },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const client = await openSiteClient(site, call);
    try {
      const before = (await client.send({ method: 'GET', path: TRUST })) as UnconfirmedAccess;
      const chosen = chosenOf(call, before);
      const now = chosen ? await confirmed(client, chosen) : before;
      call.output.result(now, [...(chosen ? ['Confirmed.'] : []), textOf(now, site)].join('\n'));
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

const TRUST = '/polydesk/v1/trust';

async function confirmed(client: SiteClient, body: Confirmation): Promise<UnconfirmedAccess> {
  return (await client.send({ method: 'POST', path: TRUST, body: { ...body } })) as UnconfirmedAccess;
}

/** The selection in the options; undefined: nothing to confirm. */
function chosenOf(call: Call, { tokens }: UnconfirmedAccess): Confirmation | undefined {
  const names = call.list('token') ?? [];
  const all = call.has('all');
  const allowed_origins = call.list('origin') ?? [];
  const allowed_hosts = call.list('host') ?? [];
  const anonymous_read = call.has('guests');
  const isNamed = names.length + allowed_origins.length + allowed_hosts.length > 0 || anonymous_read;
  if (all && isNamed) throw usageError('--all confirms everything: leave out the other options.');
  if (all) return { all };
  const ids = names.map((name) => {
    const found = tokens.find((token) => token.name === name);
    if (found) return found.id;
    throw usageError(`No token named "${name}" is waiting to be confirmed. Nothing was changed.`);
  });
  return isNamed ? { tokens: ids, anonymous_read, allowed_origins, allowed_hosts } : undefined;
}

function textOf(
  { tokens, anonymous_read, allowed_origins, allowed_hosts, kept_in }: UnconfirmedAccess,
  site: string,
): string {
  const lines = [
    ...tokens.map(({ name, role, user }) => `  token ${name}: ${role}, user ${user}`),
    ...(anonymous_read ? ['  guests: reading without a token'] : []),
    ...allowed_origins.map((origin) => `  origin ${origin}`),
    ...allowed_hosts.map((host) => `  host ${host}`),
  ];
  const place = `What is confirmed is kept in ${kept_in}`;
  if (lines.length === 0) return `Everything is confirmed.\n${place}`;
  const next = `To confirm all of it: ${command('trust', site, '--all')}`;
  return ['Not confirmed, so refused until you confirm it:', ...lines, next, place].join('\n');
}
