import type { HistoryEntry } from '../schema/site/history.ts';
import { operands, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { finishJob } from './run/job.ts';
import { CliError, EXIT, usageError } from './run/failure.ts';
import { entryLine, HISTORY } from './history.ts';
import { interruptible } from './run/lifetime.ts';

/** `polydesk undo` (`contract/extras.md`, Command line). */
export const undo: Command = {
  about: 'undo the last change, or the one with this number',
  help: `polydesk undo SITE [ENTRY] [--force] [--json] [--quiet]

Takes one entry of the history back, as a new entry: the one with the number ENTRY,
or the last one, where that is a change of content or settings. Where the last one is
something else, such as a token or an undo, the entries that can be meant are listed
and nothing is changed; "polydesk history SITE" lists all. Undoing an undo brings the
change back. When the same fields were changed later, nothing is done and the list of
those changes is printed.

  --force   take it back although the same fields were changed later
  --json    print one JSON document

Examples:
  polydesk undo site.polydesk
  polydesk undo site.polydesk 24

While a server has the site open, the command runs through that server.`,
  options: { force: { type: 'boolean' } },
  async run(call) {
    const { output } = call;
    const [site, entry] = operands(call, 'SITE', 'ENTRY?');
    if (entry !== undefined && !/^[1-9]\d{0,14}$/.test(entry))
      throw usageError(`"${entry}" is not the number of an entry.`);
    return interruptible({ output, name: 'The undo', undone: 'Nothing was changed.' }, async (work) => {
      const client = await openSiteClient(site, call);
      try {
        const id = entry ?? (await lastEntry(client));
        const path = `${HISTORY}/${id}/undo`;
        const answer = await client.send({ method: 'POST', path, body: { force: call.has('force') } });
        const job = await finishJob(client, answer, work);
        const done = (
          job ? await client.send({ method: 'GET', path: `${HISTORY}/${job.entry ?? id}` }) : answer
        ) as HistoryEntry;
        output.result(job ?? done, `${done.summary} (entry ${id}, now entry ${done.id})`);
      } finally {
        client.close();
      }
      return EXIT.done;
    });
  },
};

/** Number of entries listed if none is named. */
const CANDIDATES = 10;

/**
 * Entries that "the last change" does not include: tokens, program state that is not part of the site, and entries known only as
 * text.
 */
const NOT_CONTENT = /^(?:text$|undo$|redo$|token\.|server\.|views\.|site\.prepared$)/;

/**
 * The ID of the newest entry, if it is a change of content or settings that is still in effect; else throws, listing the
 * candidates.
 */
async function lastEntry(client: SiteClient): Promise<number> {
  const query = { limit: '200' };
  const entries = (await client.send({ method: 'GET', path: HISTORY, query })) as HistoryEntry[];
  const [last] = entries;
  if (!last) throw new CliError(EXIT.refused, 'There is nothing to undo. Nothing was changed.');
  if (isPlain(last)) return last.id;
  const candidates = entries.filter(({ undone_by }) => undone_by === null).slice(0, CANDIDATES);
  const lines = candidates.map((one) => `  ${entryLine(one)}`);
  const text = `Say which entry: the last one is not a change of content or settings. Nothing was changed.\n${lines.join('\n')}`;
  throw new CliError(EXIT.usage, text, {
    details: { candidates: candidates.map(({ items: _items, ...one }) => one) },
    code: 'ambiguous',
  });
}

function isPlain({ code, undone_by }: HistoryEntry): boolean {
  return undone_by === null && !NOT_CONTENT.test(code);
}
