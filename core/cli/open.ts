import { existsSync, realpathSync } from 'node:fs';
import { commandLineCaller, namedProcessToken, type ProcessTokens } from '../domain/callers.ts';
import { writeContentModel } from '../domain/content-model.ts';
import { transact } from '../domain/history.ts';
import { storedEdition } from '../domain/server.ts';
import { runFolder, type Host } from '../server/folders.ts';
import { findServer } from '../server/port-file.ts';
import { openSite, type Edition, type Site } from '../site.ts';
import { OpenError } from '../store/failures.ts';
import type { Environment } from './environment.ts';
import { CliError } from './failure.ts';
import { productVersion } from './version.ts';

export interface Opened {
  site: Site;
  /** The file was made by this start. */
  isNew: boolean;
  tokens: ProcessTokens;
}

/** Opens a site to be served, with what the environment asks for. A file that is open in another server is refused with that server's address. */
export async function openToServe(
  file: string,
  how: { environment: Environment; edition: Edition | undefined; host: Host },
): Promise<Opened> {
  const { environment, host } = how;
  const isNew = !existsSync(file);
  const opened = await openOrSayWho(file, environment.homeUrl, host);
  try {
    // The choice is stored in the file, so it is known only now.
    const edition = how.edition ?? environment.edition ?? storedEdition(opened.db);
    const site = { ...opened, edition };
    return { site, isNew, tokens: applyEnvironment(site, environment) };
  } catch (error) {
    opened.close();
    throw error;
  }
}

async function openOrSayWho(file: string, homeUrl: string, host: Host): Promise<Site> {
  try {
    return openSite(file, { version: productVersion(), homeUrl });
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    const server = await findServer(runFolder(host), realpathSync(file));
    if (!server) throw error;
    throw new CliError(
      error.exitCode,
      `${file} is open in the server at ${server.base_url} already. Nothing was changed. Use that one, or end it first.`,
    );
  }
}

/** Users of POLYDESK_TOKENS and the content model of POLYDESK_CONTENT_MODEL: one entry in the history, none when all is there already. */
function applyEnvironment(site: Site, { tokens, model }: Environment): ProcessTokens {
  const work = () => {
    if (model) writeContentModel(site, model);
    return {
      value: new Map(tokens.map((one) => namedProcessToken(site, one))),
      keep: true,
      summary: 'Prepared the site as the environment asks',
    };
  };
  return tokens.length > 0 || model ? transact(site, commandLineCaller(site), work).value : new Map();
}
