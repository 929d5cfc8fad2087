import type { Json } from '../types.ts';
import { choice, operands, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { EXIT } from './run/failure.ts';

/** `polydesk settings` (`contract/extras.md`, Command line). */
export const settings: Command = {
  about: 'show and change the settings of a site, by name',
  help: `polydesk settings SITE [get [NAME]] [--json] [--quiet]
polydesk settings SITE set NAME VALUE [--json] [--quiet]

get   Shows all settings, or the one with this name: those of languages (pll/v1/settings)
      and those of the site (wp/v2/settings). This is the action without a word.
set   Changes one, as an entry of the history. VALUE is a plain value or JSON.

  --json   print one JSON document

Examples:
  polydesk settings site.polydesk get title
  polydesk settings site.polydesk set title 'My site'
  polydesk settings site.polydesk set hide_default false
  polydesk settings site.polydesk set sync '["taxonomies", "post_date"]'

While a server has the site open, the command runs through that server.`,
  options: {},
  async run(call) {
    const verb = choice('an action', call.words[1] ?? 'get', ['get', 'set']);
    const [site, , name, value] =
      verb === 'get' ? operands(call, 'SITE', 'ACTION?', 'NAME?') : operands(call, 'SITE', 'ACTION', 'NAME', 'VALUE');
    const client = await openSiteClient(site, call);
    try {
      const { document, text } = await (value === undefined ? show(client, name) : store(client, name ?? '', value));
      call.output.result(document, text);
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

/** The settings routes, languages first. No name is in both. */
const PLACES = ['/pll/v1/settings', '/wp/v2/settings'];

type Values = Readonly<Record<string, Json>>;
type Said = { document: unknown; text: string };

/** All settings of a site by name, language settings first. */
export async function allSettings(client: SiteClient): Promise<Values> {
  const parts = await Promise.all(PLACES.map((path) => client.send({ method: 'GET', path })));
  return Object.assign({}, ...parts.toReversed()) as Values;
}

async function show(client: SiteClient, name: string | undefined): Promise<Said> {
  const all = await allSettings(client);
  if (name === undefined)
    return {
      document: all,
      text: Object.entries(all)
        .map(([key, value]) => `${key}: ${plain(value)}`)
        .join('\n'),
    };
  const value = all[choice('a setting', name, Object.keys(all))] ?? null;
  return { document: { [name]: value }, text: plain(value) };
}

async function store(client: SiteClient, name: string, text: string): Promise<Said> {
  for (const path of PLACES) {
    const known = (await client.send({ method: 'GET', path })) as Values;
    if (!Object.hasOwn(known, name)) continue;
    const body = { [name]: typeof known[name] === 'string' ? text : parsed(text) };
    const after = (await client.send({ method: 'POST', path, body })) as Values;
    const value = after[name] ?? null;
    const isSame = JSON.stringify(value) === JSON.stringify(known[name]);
    return { document: { [name]: value }, text: `${name} is ${isSame ? 'already' : 'now'} ${plain(value) || 'empty'}` };
  }
  choice('a setting', name, Object.keys(await allSettings(client)));
  throw new Error(`The setting ${name} is in no place`);
}

const plain = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Parses JSON; anything else is a plain string: the server validates it. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
