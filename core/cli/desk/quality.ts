import type { CheckedTextsPage } from '../../schema/desk/findings.ts';
import { checkUnit } from '../../units/checks/checks.ts';
import { languagesOf } from '../lang.ts';
import { operands, type Call, type Command } from '../run/arguments.ts';
import { CliError, EXIT, usageError } from '../run/failure.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';
import { dictionaryFor, type Spoken } from './dictionaries.ts';

/** `polydesk quality` (`contract/extras.md`, Command line). */
export const quality: Command = {
  about: 'check the wording of translations',
  help: `polydesk quality SITE [--lang CODE] [--check NAME] [--dictionary PLACE]
                    [--json] [--quiet]

Checks every translation against its source: numbers, addresses, placeholders,
punctuation, terms of the glossary and more. Parts that are not translated, and findings
that are ignored, are left out. The setting "checks" of the site says which checks run.

  --lang C        only translations into this language
  --check N       only one check, such as numbers or check_glossary, though it is off
  --dictionary P  also check the spelling, with a dictionary of Hunspell: a .dic file with
                  its .aff file, or a folder of dictionaries named by locale, such as
                  /usr/share/hunspell; may be given several times
  --json          print one JSON document

Spelling leaves out words of the source and of the glossary, names in capitals, and languages
written without spaces. Nothing is downloaded: install dictionaries as packages.

Examples:
  polydesk quality site.polydesk --lang fr --check numbers
  polydesk quality site.polydesk --check spelling --dictionary /usr/share/hunspell

Exit code 0 when nothing is found, 1 with findings. While a server has the site open,
the command runs through that server.`,
  options: {
    lang: { type: 'string' },
    check: { type: 'string' },
    dictionary: { type: 'string', multiple: true },
  },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const [lang, check, places] = [call.text('lang'), call.text('check'), call.list('dictionary')];
    if (check === SPELLING && !places) throw usageError('Name a dictionary with --dictionary.');
    const client = await openSiteClient(site, call);
    try {
      const all = await languagesOf(client);
      const languages = lang === undefined ? all : all.filter(({ slug }) => slug === lang);
      if (lang !== undefined && languages.length === 0)
        throw new CliError(EXIT.refused, `The language "${lang}" does not exist here.`);
      const found: Found[] = [];
      for (const language of languages) {
        if (check !== SPELLING) found.push(...(await findingsIn(client, language.slug, check)));
        if (places && (check === undefined || check === SPELLING))
          found.push(...(await misspelledIn(client, language, { places, output: call.output })));
      }
      call.output.result(found, found.length === 0 ? 'No findings.' : found.map(lineOf).join('\n'));
      return found.length === 0 ? EXIT.done : EXIT.refused;
    } finally {
      client.close();
    }
  },
};

interface Found {
  lang: string;
  kind: string;
  id: number;
  title: string;
  field: string;
  unit: number;
  check: string;
  about: string;
  address?: string | null;
}

const PAGE = 100;
const SPELLING = 'spelling';

async function findingsIn(client: SiteClient, lang: string, check: string | undefined): Promise<Found[]> {
  const found: Found[] = [];
  for (let page = 1; ; page++) {
    const query = { lang, page: String(page), per_page: String(PAGE), ...(check !== undefined && { check }) };
    const some = (await client.send({ method: 'GET', path: '/polydesk/v1/findings', query })) as Omit<Found, 'lang'>[];
    found.push(...some.map((one) => ({ ...one, lang })));
    if (some.length < PAGE) return found;
  }
}

/** Words that the dictionary of a language does not have; none, and a note, without one. */
async function misspelledIn(
  client: SiteClient,
  language: Spoken,
  { places, output }: { places: readonly string[]; output: Call['output'] },
): Promise<Found[]> {
  const dictionary = dictionaryFor(language, places);
  if (!dictionary) {
    output.note(`No dictionary for ${language.locale}: its spelling is not checked.`);
    return [];
  }
  const [lang, found]: [string, Found[]] = [language.slug, []];
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const query = { lang, page: String(page), per_page: String(PAGE) };
    const answer = await client.send({ method: 'GET', path: '/polydesk/v1/findings/texts', query });
    const { texts, pages: all } = answer as CheckedTextsPage;
    pages = all;
    for (const { words, ignored, ...text } of texts) {
      if (ignored.includes(SPELLING)) continue;
      const terms = [{ word: '', allowed: words, forbidden: [], keep: false }];
      const unit = { ...text, from: '', to: language.locale, terms, isWord: dictionary.isWord };
      found.push(...checkUnit(unit, [SPELLING]).map((one) => ({ lang, ...text, ...one, fix: null })));
    }
  }
  return found;
}

function lineOf({ lang, kind, id, title, field, unit, check, about, address }: Found): string {
  const place = field === 'content' ? `part ${unit + 1}` : field;
  const to = address ? ` -> ${address}` : '';
  return `${lang}  ${kind}/${id}  ${place}  ${check}${about === '' ? '' : `: ${about}`}${to}  ${title}`;
}
