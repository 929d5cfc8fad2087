import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { TrustFile } from '../../schema/site/trust.ts';
import { NOTHING_TRUSTED, type Trusted, type TrustStore } from '../../store/access/trust.ts';
import { OpenError } from '../../store/file/failures.ts';
import { dataFolder, type Host } from './folders.ts';
import { readPrivately, writePrivately } from './private-file.ts';

/** The file with what a person on this computer confirmed of a site (`security.md` 3.11). */
export function trustPath(host: Host, siteId: string): string {
  return join(dataFolder(host), 'trust', `${siteId}.json`);
}

/** What is confirmed of a site, kept in a file only this user may read. Unreadable entries are not confirmed. */
export function trustAt(path: string, siteId: string): TrustStore {
  const read = (): Trusted => {
    try {
      return trustedIn(readPrivately(path), siteId) ?? NOTHING_TRUSTED;
    } catch {
      return NOTHING_TRUSTED;
    }
  };
  return fileTrust(path, siteId, read);
}

/** The same for an existing file, as a container provides it. Throws `OpenError` if it belongs to another site. */
export function trustIn(path: string, siteId: string): TrustStore {
  if (!existsSync(path))
    throw new OpenError('missing', `The trust file ${path} does not exist. Nothing was changed. Check the name.`);
  const trusted = trustedIn(textOf(path), siteId);
  if (trusted) return fileTrust(path, siteId, () => trusted);
  throw new OpenError(
    'trust',
    `${path} is not the trust file of this site, whose number is ${siteId}. Nothing was changed. Copy the file that "trust SITE" names.`,
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OpenError('denied', `The trust file ${path} cannot be read: ${reason} Nothing was changed.`);
  }
}

/** Read once: no other process changes it while the site is open here. */
function fileTrust(path: string, siteId: string, read: () => Trusted): TrustStore {
  let now: Trusted | undefined;
  let made: string[] | undefined;
  return {
    place: path,
    read: () => (now ??= read()),
    write(trusted) {
      const content: TrustFile = {
        site_id: siteId,
        tokens: { ...trusted.tokens },
        anonymous_read: trusted.anonymous_read,
        allowed_origins: [...trusted.allowed_origins],
        allowed_hosts: [...trusted.allowed_hosts],
        live: trusted.live,
      };
      made ??= [dirname(path), dirname(dirname(path))].filter((one) => !existsSync(one));
      writePrivately(path, `${JSON.stringify(content, null, 2)}\n`);
      now = trusted;
    },
    drop() {
      rmSync(path, { force: true });
      made?.forEach(dropIfEmpty);
      now = NOTHING_TRUSTED;
    },
  };
}

function dropIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Parses what a file confirms for this site; undefined if it belongs to another site or has another format. */
function trustedIn(text: string | undefined, siteId: string): Trusted | undefined {
  try {
    const result = v.safeParse(TrustFile, JSON.parse(text ?? ''));
    return result.success && result.output.site_id === siteId ? result.output : undefined;
  } catch {
    return undefined;
  }
}
