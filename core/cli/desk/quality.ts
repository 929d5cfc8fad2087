import { languagesOf } from '../lang.ts';
import { operands, type Command } from '../run/arguments.ts';
import { EXIT } from '../run/failure.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';

/** `polydesk quality` (`contract/extras.md`, Command line). */
export const quality: Command = {
  about: 'check the wording of translations',
  help: `polydesk quality SITE [--lang CODE] [--check NAME] [--json] [--quiet]

Checks every translation against its source: numbers, addresses, placeholders,
punctuation, terms of the glossary and more. Parts that are not translated, and findings
that somebody ignored, are left out.

  --lang C    only translations into this language
  --check N   only one check, such as numbers or check_glossary
  --json      print one JSON document

Example:
  polydesk quality site.polydesk --lang fr --check numbers

Exit code 0 when nothing is found, 1 with findings. While a server has the site open,
the command asks that server.`,
  options: { lang: { type: 'string' }, check: { type: 'string' } },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const client = await openSiteClient(site, call);
    try {
      const lang = call.text('lang');
      const codes = lang === undefined ? (await languagesOf(client)).map(({ slug }) => slug) : [lang];
      const found: Found[] = [];
      for (const code of codes) found.push(...(await findingsIn(client, code, call.text('check'))));
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
}

const PAGE = 100;

async function findingsIn(client: SiteClient, lang: string, check: string | undefined): Promise<Found[]> {
  const found: Found[] = [];
  for (let page = 1; ; page++) {
    const query = { lang, page: String(page), per_page: String(PAGE), ...(check !== undefined && { check }) };
    const some = (await client.send({ method: 'GET', path: '/polydesk/v1/findings', query })) as Omit<Found, 'lang'>[];
    found.push(...some.map((one) => ({ ...one, lang })));
    if (some.length < PAGE) return found;
  }
}

function lineOf({ lang, kind, id, title, field, unit, check, about }: Found): string {
  const place = field === 'content' ? `part ${unit + 1}` : field;
  return `${lang}  ${kind}/${id}  ${place}  ${check}${about === '' ? '' : `: ${about}`}  ${title}`;
}
