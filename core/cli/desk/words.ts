import { setTimeout as wait } from 'node:timers/promises';
import { BANDS, type WordsReport, type WordsRow } from '../../schema/desk/words.ts';
import type { Coverage } from '../../schema/translations/matrix.ts';
import { operands, type Call, type Command } from '../run/arguments.ts';
import { CliError, EXIT } from '../run/failure.ts';
import { runJob } from '../run/job.ts';
import { cancelledBy, interruptible, type Work } from '../run/lifetime.ts';
import { counted } from '../run/output.ts';
import { openSiteClient, type SiteClient } from '../run/site-client.ts';

/** `polydesk words` (`contract/extras.md`, Command line). */
export const words: Command = {
  about: 'count the words that are left to translate',
  help: `polydesk words SITE [--lang CODE] [--type TYPE] [--matches] [--json] [--quiet]

Counts the words that are left in each language and type: those of texts that show their
source, and those of items without a version. With --matches says how many of them the
translation memory knows: the same text (100), one that comes again further down
(repeated), a similar one (from 95, 85, 75 and 50 percent on), or none (new).

  --lang C   only this language
  --type T   only this post type or taxonomy; may be given several times
  --matches  compare every text with the memory
  --json     print one JSON document

Example:
  polydesk words site.polydesk --lang fr --matches

While a server has the site open, the command runs through that server.`,
  options: { lang: { type: 'string' }, type: { type: 'string', multiple: true }, matches: { type: 'boolean' } },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const work = { output: call.output, name: 'The counting', undone: 'Nothing was changed.' };
    return interruptible(work, async (running) => {
      const client = await openSiteClient(site, call);
      try {
        const order = orderOf(call);
        const counted = await counts(client, order, running);
        if (call.has('matches')) {
          const job = await runJob(client, { method: 'POST', path: '/polydesk/v1/words', body: { ...order } }, running);
          const { rows } = job.report as WordsReport;
          call.output.result(rows, rows.length === 0 ? NOTHING : tableOf(rows));
        } else call.output.result(counted, counted.length === 0 ? NOTHING : counted.map(lineOf).join('\n'));
      } finally {
        client.close();
      }
      return EXIT.done;
    });
  },
};

const NOTHING = 'No words are left to translate.';
const LOOK_AGAIN_MS = 200;
/** Without any progress for so long, the rest is not waited for. */
const PATIENCE_MS = 15_000;

interface Order {
  lang?: string;
  types?: string[];
}

function orderOf(call: Call): Order {
  const [lang, types] = [call.text('lang'), call.list('type')];
  return { ...(lang !== undefined && { lang }), ...(types && { types }) };
}

type Left = Pick<WordsRow, 'lang' | 'kind' | 'type' | 'words'>;

/** Counts the words left, after every item has been counted; types and languages without any are omitted. */
async function counts(client: SiteClient, { lang, types }: Order, work: Work): Promise<Left[]> {
  const rows = await settled(client, work);
  const missing = types?.find((name) => !rows.some(({ type }) => type === name));
  if (missing !== undefined) throw new CliError(EXIT.refused, `The type "${missing}" is not translated here.`);
  if (lang !== undefined && !rows.some(({ languages }) => Object.hasOwn(languages, lang)))
    throw new CliError(EXIT.refused, `The language "${lang}" does not exist here.`);
  return rows
    .filter(({ type }) => types?.includes(type) ?? true)
    .flatMap(({ kind, type, languages }) =>
      Object.entries(languages).map(([code, left]) => {
        return { lang: code, kind, type, words: left.words + left.words_missing };
      }),
    )
    .filter((row) => row.words > 0 && (lang ?? row.lang) === row.lang)
    .toSorted((a, b) => a.lang.localeCompare(b.lang));
}

/** Waits until every item is counted; a site that cannot be written stays as it is, and says so. */
async function settled(client: SiteClient, work: Work): Promise<Coverage[]> {
  let last = { pending: Infinity, at: performance.now() };
  for (;;) {
    const rows = (await client.send({ method: 'GET', path: '/polydesk/v1/coverage' })) as Coverage[];
    const pending = rows.reduce((sum, row) => sum + row.pending, 0);
    if (pending === 0) return rows;
    if (work.signal.aborted) throw cancelledBy(work, client.server);
    if (pending < last.pending) last = { pending, at: performance.now() };
    else if (performance.now() - last.at > PATIENCE_MS) {
      work.output.note(`${pending} items are not counted yet. They are counted when the site can be written.`);
      return rows;
    }
    await wait(LOOK_AGAIN_MS, undefined, { signal: work.signal }).catch(() => undefined);
  }
}

const lineOf = ({ lang, type, words: count }: Left): string => `${lang}  ${type}  ${counted(count, 'word')} left`;

function tableOf(rows: readonly WordsRow[]): string {
  const lines = rows.map(({ lang, type, words: all, bands }) => {
    return [lang, type, ...[all, ...BANDS.map((band) => bands[band].words)].map(String)];
  });
  const table = [['', '', 'words', ...BANDS], ...lines];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0))) ?? [];
  return table
    .map((line) => line.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((line) => line.join('  ').trimEnd())
    .join('\n');
}
