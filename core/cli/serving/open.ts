import { rmSync } from 'node:fs';
import { commandLineCaller, namedProcessToken, type ProcessTokens } from '../../domain/access/callers.ts';
import { writeContentModel } from '../../domain/content/content-model.ts';
import { transact } from '../../domain/history/history.ts';
import type { Host } from '../../server/host/folders.ts';
import { openToServe, type OpenedSite } from '../../server/host/open.ts';
import type { Edition, Site } from '../../site.ts';
import { lockFile } from '../../store/file/lock.ts';
import { memoryFile } from '../../store/file/paths.ts';
import type { Environment } from './environment.ts';
import { productVersion } from '../version.ts';

export interface Opened extends OpenedSite {
  tokens: ProcessTokens;
}

/** Opens a site to be served, with what the environment asks for. */
export async function openPrepared(
  file: string,
  how: {
    environment: Environment;
    edition: Edition | undefined;
    trustFile: string | undefined;
    isTemporary: boolean;
    host: Host;
    slow: (text: string) => void;
  },
): Promise<Opened> {
  const { environment, host, slow, trustFile, isTemporary } = how;
  const edition = how.edition ?? environment.edition;
  const version = productVersion();
  const opened = await openToServe(file, {
    version,
    edition,
    homeUrl: environment.homeUrl,
    host,
    trustFile,
    isTemporary,
    isShared: true,
    // The program of Electron cannot be started as Node, so that no check could follow.
    trustsStamp: process.versions['electron'] === undefined,
    slow,
  });
  try {
    return { ...opened, tokens: applyEnvironment(opened.site, environment) };
  } catch (error) {
    opened.site.close();
    takeBack(opened.site);
    throw error;
  }
}

/** What a command made for a site that is closed again goes, where the command fails: it says that nothing was changed. */
export function takeBack({ file, isNew, trust }: Pick<Site, 'file' | 'isNew' | 'trust'>): void {
  if (!isNew || file === ':memory:') return;
  const databases = [file, memoryFile(file)].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
  for (const name of [...databases, lockFile(file)]) rmSync(name, { force: true });
  trust?.drop();
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
      summary: { code: 'site.prepared' as const, params: {} },
    };
  };
  return tokens.length > 0 || model ? transact(site, commandLineCaller(site), work).value : new Map();
}
