import { setTimeout as wait } from 'node:timers/promises';
import { choice, operands, type Command } from '../run/arguments.ts';
import { EXIT } from '../run/failure.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';

/** `polydesk memory` (`contract/extras.md`, Command line). */
export const memory: Command = {
  about: 'show or rebuild the translation memory',
  help: `polydesk memory SITE [rebuild] [--json] [--quiet]

Shows how many texts the translation memory holds in each language. It lies beside the
site (NAME.memory), follows from it, and keeps itself up to date.

  rebuild   make it anew from the site; until then the present one is used
  --json    print one JSON document

Example:
  polydesk memory site.polydesk rebuild

While a server has the site open, the command runs through that server.`,
  options: {},
  async run(call) {
    const [site, what] = operands(call, 'SITE', 'rebuild?');
    if (what !== undefined) choice('something the memory does', what, ['rebuild']);
    const client = await openSiteClient(site, call);
    try {
      if (what === 'rebuild') await client.send({ method: 'POST', path: `${MEMORY}/rebuild` });
      const status = await settled(client);
      call.output.result(status, textOf(status));
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

const MEMORY = '/polydesk/v1/memory';
const LOOK_AGAIN_MS = 200;

interface Status {
  texts: Record<string, number>;
  words: Record<string, number>;
  size: number;
  waiting: number;
  is_current: boolean;
}

/** Waits until all changes have been learned. */
async function settled(client: SiteClient): Promise<Status> {
  for (;;) {
    const status = (await client.send({ method: 'GET', path: MEMORY })) as Status;
    if (status.is_current && status.waiting === 0) return status;
    await wait(LOOK_AGAIN_MS);
  }
}

function textOf({ texts, words, size }: Status): string {
  const lines = Object.entries(texts).map(([lang, count]) => `${lang}  ${count} texts, ${words[lang] ?? 0} words`);
  return [...lines, `${Math.ceil(size / 1024)} KB on the disk`].join('\n');
}
