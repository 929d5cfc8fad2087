import { rememberSite, siteToStart } from '../server/last-site.ts';
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
    const file = given ?? siteToStart(call.host, (text) => call.output.note(text));
    return serveSite(file, call, ({ site, isNew }) => {
      if (isNew && call.output.json) call.output.note(`A new site was made: ${site.file}`);
      if (given !== ':memory:') remember(call, site.file);
    });
  },
};

function remember({ host, output }: Call, file: string): void {
  try {
    rememberSite(host, file);
  } catch (error) {
    output.note(`The next start will not know this site: ${asCliError(error).message}`);
  }
}
