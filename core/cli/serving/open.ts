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

/** Opens a site to be served, and applies the environment. */
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
    // Electron's binary cannot be started as Node, so that no later check could run.
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

/** If a command fails, deletes the files it created for a site that is closed again: it reports that nothing was changed. */
export function takeBack({ file, isNew, trust }: Pick<Site, 'file' | 'isNew' | 'trust'>): void {
  if (!isNew || file === ':memory:') return;
  const databases = [file, memoryFile(file)].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
  for (const name of [...databases, lockFile(file)]) rmSync(name, { force: true });
  trust?.drop();
}

/**
 * Applies the users of POLYDESK_TOKENS and the content model of POLYDESK_CONTENT_MODEL: one history entry, none if everything
 * exists already.
 */
function applyEnvironment(site: Site, { tokens, model }: Environment): ProcessTokens {
  // Existing users need no write.
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
