import type { LanguageValue } from '../schema/languages/language.ts';
import { choice, operands, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { CliError, EXIT } from './run/failure.ts';

/** `polydesk lang` (`contract/extras.md`, Command line). */
export const lang: Command = {
  about: 'list, add and remove languages',
  help: `polydesk lang SITE [list] [--json] [--quiet]
polydesk lang SITE add LOCALE [--json] [--quiet]
polydesk lang SITE remove CODE [--json] [--quiet]

list     Shows the languages: code, locale, name, address. The action without a word.
add      Adds a language by its locale, such as fr_FR. Code, name and flag come from
         the database of languages.
remove   Removes the language with this code. Its items stay, without a language.

  --json   print one JSON document

Examples:
  polydesk lang site.polydesk add fr_FR
  polydesk lang site.polydesk remove fr

Both can be undone. While a server has the site open, the command runs through that
server.`,
  options: {},
  async run(call) {
    const verb = choice('an action', call.words[1] ?? 'list', ['list', 'add', 'remove']);
    const what = { list: [], add: ['LOCALE'], remove: ['CODE'] } as const;
    const [site, , key = ''] = operands(call, 'SITE', 'ACTION?', ...what[verb]);
    const client = await openSiteClient(site, call);
    try {
      const { document, text } = await ACTS[verb](client, key);
      call.output.result(document, text);
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

type Act = (client: SiteClient, key: string) => Promise<{ document: unknown; text: string }>;

const ACTS: Record<'list' | 'add' | 'remove', Act> = {
  async list(client) {
    const all = await languagesOf(client);
    return { document: all, text: all.length === 0 ? 'No languages.' : all.map(line).join('\n') };
  },
  async add(client, locale) {
    const made = (await client.send({ method: 'POST', path: LANGUAGES, body: { locale } })) as LanguageValue;
    return { document: made, text: `Added ${made.name} (${made.slug})` };
  },
  async remove(client, code) {
    const found = (await languagesOf(client)).find(({ slug }) => slug === code);
    if (!found) throw new CliError(EXIT.refused, `The language "${code}" does not exist here. Nothing was changed.`);
    const document = await client.send({ method: 'DELETE', path: `${LANGUAGES}/${found.term_id}` });
    return { document, text: `Removed ${found.name} (${found.slug})` };
  },
};

const LANGUAGES = '/pll/v1/languages';

/** The languages of a site, in their order. */
export async function languagesOf(client: SiteClient): Promise<LanguageValue[]> {
  return (await client.send({ method: 'GET', path: LANGUAGES })) as LanguageValue[];
}

function line({ slug, locale, name, home_url, is_default, active }: LanguageValue): string {
  const state = `${is_default ? ', default' : ''}${active ? '' : ', off'}`;
  return `${slug}  ${locale}  ${name}${state}  ${home_url}`;
}
