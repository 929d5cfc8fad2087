import type { Command } from './arguments.ts';
import { openDoor, type Door } from './door.ts';
import { finishJob } from './job.ts';
import { CliError, EXIT, usageError } from './failure.ts';

/** `polydesk undo` (`contract/extras.md`, Command line). */
export const undo: Command = {
  about: 'take the last change back, or the one with a number',
  help: `polydesk undo SITE [ENTRY] [--force] [--json]

Takes one entry of the history back, as a new entry: the last one that is not
undone yet, or the one with the number ENTRY. Undoing an undo brings the change
back. When the same fields were changed later, nothing is done and the list of
those changes is printed.

  --force   take it back although the same fields were changed later
  --json    print one JSON document

While a server has the site open, the command asks that server.`,
  options: { force: { type: 'boolean' } },
  async run({ words, has, host, output }) {
    const [site, entry, more] = words;
    if (site === undefined) throw usageError('Say which site: the path of its file.');
    if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
    if (entry !== undefined && !/^[1-9]\d{0,14}$/.test(entry)) throw usageError(`"${entry}" is no number of an entry.`);
    const door = await openDoor(site, { host, output });
    try {
      if (door.server !== undefined) output.note(`The site is open in the server at ${door.server}, which was asked.`);
      const id = entry ?? (await lastEntry(door));
      const done = await door.send({ method: 'POST', path: `${HISTORY}/${id}/undo`, body: { force: has('force') } });
      const job = await finishJob(door, done, output);
      output.result(job ?? done, `Entry ${id} is undone${entryText(job ? { id: job.entry } : done)}.`);
    } finally {
      door.close();
    }
    return EXIT.done;
  },
};

const HISTORY = '/polydesk/v1/history';

interface Entry {
  id: number;
  undone_by: number | null;
  undoes: number | null;
}

/** The newest change that is neither undone nor an undo itself. */
async function lastEntry(door: Door): Promise<number> {
  let before: number | undefined;
  for (;;) {
    const query = { limit: '200', ...(before !== undefined && { before: String(before) }) };
    const entries = (await door.send({ method: 'GET', path: HISTORY, query })) as Entry[];
    const found = entries.find((entry) => !entry.undone_by && !entry.undoes);
    if (found) return found.id;
    before = entries.at(-1)?.id;
    if (before === undefined) throw new CliError(EXIT.refused, 'There is nothing to undo. Nothing was changed.');
  }
}

function entryText(answer: unknown): string {
  const id = (answer as { id?: unknown } | undefined)?.id;
  return typeof id === 'number' ? `; this is entry ${id}` : '';
}
