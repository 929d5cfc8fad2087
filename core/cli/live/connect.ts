import type { Live } from '../../schema/live/live.ts';
import { operands, type Command } from '../run/arguments.ts';
import { EXIT, usageError } from '../run/failure.ts';
import { openSiteClient } from '../run/site-client.ts';
import { readPassword } from './password.ts';

/** `polydesk connect` (`contract/extras.md`, Command line). */
export const connect: Command = {
  about: 'connect a real site that this one is a copy of',
  help: `polydesk connect SITE URL --user NAME [--my-network] [--json] [--quiet]

Detects the capabilities of a WordPress site and connects it: "pull" then brings what is
there here. Needs an application password of NAME, made on the site under Users, Profile.
It is read from standard input and stored encrypted, or taken from POLYDESK_LIVE_PASSWORD
and not stored: then each command needs it there, and sends it only to a site that was
connected on this computer. Nothing is changed on either side.

  --user NAME    who signs in there; an editor, or an administrator for settings
  --my-network   the site is in the network of this computer
  --json         print one JSON document

Examples:
  polydesk connect site.polydesk https://example.com --user anna < password.txt

What goes out goes to this address only, and only when a command or a person asks.
While a server has the site open, the command runs through that server.`,
  options: { user: { type: 'string' }, 'my-network': { type: 'boolean' } },
  async run(call) {
    const [site, url] = operands(call, 'SITE', 'URL');
    const user = call.text('user');
    if (user === undefined || user === '') throw usageError('--user is missing: who signs in on the site.');
    const { text, isStored } = await readPassword(call);
    const client = await openSiteClient(site, call, { create: true });
    try {
      const password = isStored ? { password: text } : { password_once: text };
      const body = { url, user, ...password, in_my_network: call.has('my-network') };
      const live = (await client.send({ method: 'PUT', path: '/polydesk/v1/live', body })) as Live;
      call.output.result(live, connectedText(live, isStored));
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

const MODES = {
  hub: 'everything, with nothing overwritten unseen',
  full: 'everything, with languages and translations',
  texts: 'texts and languages; translations are not linked there',
  content: 'content; the site has no languages',
} as const;

function connectedText({ site }: Live, isStored: boolean): string {
  if (!site) return 'Not connected.';
  const stored = isStored ? 'The password is stored encrypted.' : 'The password is not stored.';
  return `Connected ${site.name || site.url} (${site.url}) as ${site.user}. What works: ${MODES[site.mode]}. ${stored}`;
}

/** `polydesk disconnect` (`contract/extras.md`, Command line). */
export const disconnect: Command = {
  about: 'end the connection to the live site',
  help: `polydesk disconnect SITE [--json] [--quiet]

Ends the connection and forgets the password. Both sites stay as they are, and so does
what is known of the live site, for the next time.

  --json   print one JSON document

Examples:
  polydesk disconnect site.polydesk`,
  options: {},
  async run(call) {
    const [site] = operands(call, 'SITE');
    const client = await openSiteClient(site, call);
    try {
      const live = await client.send({ method: 'DELETE', path: '/polydesk/v1/live' });
      call.output.result(live, 'Not connected any more. Both sites are as they were.');
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};
