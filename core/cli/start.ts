import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { dataFolder, type Host } from '../server/folders.ts';
import { ensurePrivateFolder, readPrivately, writePrivately } from '../server/private-file.ts';
import type { Call, Command } from './arguments.ts';
import { asCliError, usageError } from './failure.ts';
import { serveSite, SERVE_HELP, SERVE_OPTIONS } from './serve.ts';

/** `polydesk start`: what `npm start` runs where there is no window. */
export const start: Command = {
  about: 'serve the last site; the first time, make one',
  help: `polydesk start [SITE] [options]

Serves SITE, else the site of the last start. The first time a site "My site" is
made in the data folder of this user, and the place is printed.

${SERVE_HELP}`,
  options: SERVE_OPTIONS,
  run(call) {
    const [given, more] = call.words;
    if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
    const file = given ?? lastSite(call) ?? join(dataFolder(call.host), 'My site.polydesk');
    if (given === undefined) ensurePrivateFolder(dataFolder(call.host));
    return serveSite(file, call, ({ site, isNew }) => {
      if (isNew && call.output.json) call.output.note(`A new site was made: ${site.file}`);
      if (given !== ':memory:') rememberSite(call, site.file);
    });
  },
};

const State = v.object({ last_site: v.optional(v.string()) });

/** The site of the last start. One that is no longer there is named, not made anew. */
function lastSite({ host, output }: Call): string | undefined {
  const file = readState(host).last_site;
  if (file === undefined || existsSync(file)) return file;
  output.note(`The site of the last start, ${file}, is no longer there.`);
  return undefined;
}

function rememberSite({ host, output }: Call, file: string): void {
  if (readState(host).last_site === file) return;
  try {
    writePrivately(statePath(host), `${JSON.stringify({ last_site: file })}\n`);
  } catch (error) {
    output.note(`The next start will not know this site: ${asCliError(error).message}`);
  }
}

/** What cannot be read is forgotten: only the name of the last site is in it. */
function readState(host: Host): v.InferOutput<typeof State> {
  try {
    return v.parse(State, JSON.parse(readPrivately(statePath(host)) ?? '{}'));
  } catch {
    return {};
  }
}

const statePath = (host: Host): string => join(dataFolder(host), 'state.json');
