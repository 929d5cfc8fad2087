import type { HistoryEntry, ListedEntry } from '../schema/site/history.ts';
import { operands, wholeNumber, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { CliError, EXIT } from './run/failure.ts';

export const HISTORY = '/polydesk/v1/history';

/** `polydesk history` (`contract/extras.md`, Command line). */
export const history: Command = {
  about: 'list the changes, with the numbers that undo takes',
  help: `polydesk history SITE [--item KIND/ID] [--limit N] [--json] [--quiet]

Lists the changes of a site, newest first: the number of the entry, when, who, what.

  --item I    only changes of one item, with its fields before and after: post/12,
              media/3, term/5
  --limit N   as many entries, 20 when left out
  --json      print one JSON document

Example:
  polydesk history site.polydesk --limit 5

While a server has the site open, the command runs through that server.`,
  options: { limit: { type: 'string' }, item: { type: 'string' } },
  async run(call) {
    const [site] = operands(call, 'SITE');
    const limit = wholeNumber('a number of entries', call.text('limit') ?? '20', { from: 1, to: 100_000 });
    const item = itemOf(call.text('item'));
    const client = await openSiteClient(site, call);
    try {
      const entries = await newest(client, limit, item);
      call.output.result(entries, entries.length === 0 ? 'No changes.' : entries.map(entryLines).join('\n'));
    } finally {
      client.close();
    }
    return EXIT.done;
  },
};

/** An entry on one line. */
export function entryLine({ id, at, author, token, summary, undone_by }: HistoryEntry): string {
  const who = token === '' ? author : `${author} (${token})`;
  const when = at.slice(0, 16).replace('T', ' ');
  return `${id}  ${when}  ${who}  ${summary}${undone_by === null ? '' : ` (undone by ${undone_by})`}`;
}

/** The line of an entry, followed by its changes to the item it is filtered by. */
function entryLines(entry: ListedEntry): string {
  const changes = (entry.changes ?? []).map(({ field, before, after }) => {
    return `    ${field}: ${shortOf(before)} -> ${shortOf(after)}`;
  });
  return [entryLine(entry), ...changes].join('\n');
}

const LONG = 60;

function shortOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(nothing)';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
  return text.length > LONG ? `${text.slice(0, LONG)}...` : text;
}

/** "post/12" as route parameters. */
function itemOf(text: string | undefined): { kind: string; id: string } | undefined {
  if (text === undefined) return undefined;
  const [, kind, id] = /^(post|media|term)\/([1-9]\d*)$/.exec(text) ?? [];
  if (kind === undefined || id === undefined)
    throw new CliError(EXIT.usage, `${text} does not name an item. Use post/12, media/3 or term/5.`);
  return { kind, id };
}

/** The maximum per response. */
const PAGE = 200;

async function newest(
  client: SiteClient,
  limit: number,
  item: { kind: string; id: string } | undefined,
): Promise<ListedEntry[]> {
  const all: ListedEntry[] = [];
  while (all.length < limit) {
    const before = all.at(-1)?.id;
    const size = Math.min(PAGE, limit - all.length);
    const query = { ...item, limit: String(size), ...(before !== undefined && { before: String(before) }) };
    const page = (await client.send({ method: 'GET', path: HISTORY, query })) as ListedEntry[];
    all.push(...page);
    if (page.length < size) break;
  }
  return all;
}
