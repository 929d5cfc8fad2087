import { setTimeout as wait } from 'node:timers/promises';
import type { PreviewFinding, PreviewWalk } from '../../schema/site/site-preview.ts';
import { servePreview } from '../../server/preview/preview.ts';
import { operands, portOption, type Call, type Command } from '../run/arguments.ts';
import { EXIT } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { interruptible, untilEnd } from '../run/lifetime.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';

/** `polydesk preview` (`contract/extras.md`, Command line). */
export const preview: Command = {
  about: 'show the finished site in a browser, or check its pages',
  help: `polydesk preview SITE [--port N] [--check] [--json] [--quiet]

Serves the finished site as pages until stopped: each under the address it will have,
with language switcher, menus, hreflang and sitemap.xml. example.org is shown at
example.org.localhost, so nothing has to be set up. Scripts do not run, and the
REST API cannot be reached from there.

  --port N   listen on this port. Left out: any free one
  --check    look at every page instead, and list what is wrong: addresses that
             belong to two pages, links that lead nowhere or to another language,
             hreflang that does not lead back
  --json     with --check: print one JSON document; without: one line when ready

Examples:
  polydesk preview site.polydesk --port 8080
  polydesk preview site.polydesk --check

Exit code of --check: 0 when nothing is wrong, 1 with findings. While a server has the
site open, the preview is served by that server until it ends.`,
  options: { port: { type: 'string' }, check: { type: 'boolean' } },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const port = portOption(call.text('port'));
    const client = await openSiteClient(site, call);
    try {
      return call.has('check') ? await walk(client, call) : await show(client, { port, call });
    } finally {
      client.close();
    }
  },
};

const ROUTE = '/polydesk/v1/site-preview';

async function show(client: SiteClient, { port, call }: { port: number | undefined; call: Call }): Promise<number> {
  const { output } = call;
  const say = (url: string): void => output.result({ url }, url);
  if (!client.site) {
    say(await turnOn(client));
    return EXIT.done;
  }
  const running = await servePreview(client.site, port ?? 0);
  say(running.url);
  output.note('Press Ctrl+C to stop.');
  return untilEnd(() => Promise.resolve(running.close()), output);
}

/** Turns on the preview of a running server; returns its URL. */
async function turnOn(client: SiteClient): Promise<string> {
  let state = (await client.send({ method: 'PUT', path: ROUTE, body: { enabled: true } })) as { url: string };
  for (let tries = 0; state.url === '' && tries < 100; tries += 1) {
    await wait(50);
    state = (await client.send({ method: 'GET', path: ROUTE })) as { url: string };
  }
  return state.url;
}

function walk(client: SiteClient, { output }: Call): Promise<number> {
  const about = { output, name: 'The check', undone: 'Nothing was changed.' };
  return interruptible(about, async (work) => {
    const job = await runJob(client, { method: 'POST', path: `${ROUTE}/walks`, body: {} }, work);
    const report = job.report as PreviewWalk;
    output.result(report, textOf(report));
    return report.found === 0 ? EXIT.done : EXIT.refused;
  });
}

const SENTENCES: Readonly<Record<PreviewFinding['code'], (target: string) => string>> = {
  address_taken: (target) => `belongs to another page: ${target}`,
  address_dead: () => 'leads nowhere',
  link_dead: (target) => `links to ${target}, which does not exist`,
  link_language: (target) => `links to ${target}, which is in another language and has a version in this one`,
  hreflang_one_way: (target) => `names ${target} as a translation, which does not name it back`,
};

function textOf({ pages, found, findings }: PreviewWalk): string {
  const lines = findings.map(({ code, address, target }) => `${address} ${SENTENCES[code](target)}.`);
  const more = found > findings.length ? [`… and ${found - findings.length} more.`] : [];
  const sum = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${found === 0 ? 'nothing is wrong' : `${found} ${found === 1 ? 'finding' : 'findings'}`}.`;
  return [...lines, ...more, sum].join('\n');
}
