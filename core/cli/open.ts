import { commandLineCaller, namedProcessToken, type ProcessTokens } from '../domain/callers.ts';
import { writeContentModel } from '../domain/content-model.ts';
import { transact } from '../domain/history.ts';
import type { Host } from '../server/folders.ts';
import { openToServe, type OpenedSite } from '../server/open.ts';
import type { Edition, Site } from '../site.ts';
import type { Environment } from './environment.ts';
import { productVersion } from './version.ts';

export interface Opened extends OpenedSite {
  tokens: ProcessTokens;
}

/** Opens a site to be served, with what the environment asks for. */
export async function openPrepared(
  file: string,
  how: { environment: Environment; edition: Edition | undefined; host: Host; slow: (text: string) => void },
): Promise<Opened> {
  const { environment, host, slow } = how;
  const edition = how.edition ?? environment.edition;
  const version = productVersion();
  const opened = await openToServe(file, {
    version,
    edition,
    homeUrl: environment.homeUrl,
    host,
    isShared: true,
    slow,
  });
  try {
    return { ...opened, tokens: applyEnvironment(opened.site, environment) };
  } catch (error) {
    opened.site.close();
    throw error;
  }
}

/** Users of POLYDESK_TOKENS and the content model of POLYDESK_CONTENT_MODEL: one entry in the history, none when all is there already. */
function applyEnvironment(site: Site, { tokens, model }: Environment): ProcessTokens {
  // Users that are there already need no write.
  if (site.readOnly && !model) return new Map(tokens.map((one) => namedProcessToken(site, one)));
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
