import { existsSync, realpathSync } from 'node:fs';
import * as v from 'valibot';
import { ask } from '../server/host/client.ts';
import { runFolder } from '../server/host/folders.ts';
import { rememberSite, siteToStart } from '../server/host/last-site.ts';
import { findServer } from '../server/host/port-file.ts';
import { signInLink } from '../server/http/session.ts';
import { OpenError } from '../store/file/failures.ts';
import { operands, type Call, type Command } from './run/arguments.ts';
import { asCliError, EXIT } from './run/failure.ts';
import { serveSite, SERVE_HELP, SERVE_OPTIONS } from './serve.ts';

/** `polydesk start`: run by `npm start` if no window can be opened. */
export const start: Command = {
  about: 'serve the last site; the first time, make one',
  help: `polydesk start [SITE] [options]

Serves SITE, else the site of the last start. The first time a site "My site" is
made in the data folder of this user, and the place is printed. If the site is
served already, a new link to its interface is printed.

${SERVE_HELP}`,
  options: SERVE_OPTIONS,
  async run(call) {
    const [given] = operands(call, 'SITE?');
    const file = given ?? siteToStart(call.host, (text) => call.output.note(text));
    try {
      return await serveSite(file, call, ({ site }) => {
        if (site.isNew && call.output.json) call.output.note(`A new site was made: ${site.file}`);
        if (given !== ':memory:') remember(call, site.file);
      });
    } catch (error) {
      const isOpen = error instanceof OpenError && error.code === 'in_use';
      if (!isOpen || !(await showLink(file, call))) throw error;
      return EXIT.done;
    }
  },
};

const NewCode = v.object({ status: v.picklist([200, 201]), body: v.object({ code: v.string() }) });

/** Prints a new link to the server that has the site open; false if it does not serve an interface. */
async function showLink(file: string, { host, output }: Call): Promise<boolean> {
  const server = existsSync(file) ? await findServer(runFolder(host), realpathSync(file)) : undefined;
  if (!server) return false;
  const { base_url: url, process_token: token } = server;
  const answer = v.safeParse(NewCode, await ask({ method: 'POST', url: `${url}/wp-json/polydesk/v1/session`, token }));
  if (!answer.success) return false;
  const link = signInLink(url, answer.output.body.code);
  output.result({ url, sign_in: link }, `${file} is served already. Within a minute, open ${link}`);
  return true;
}

function remember({ host, output }: Call, file: string): void {
  try {
    rememberSite(host, file);
  } catch (error) {
    output.note(`The next start will not know this site: ${asCliError(error).message}`);
  }
}
