import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { dataFolder, type Host } from './folders.ts';
import { ensurePrivateFolder, readPrivately, writePrivately } from './private-file.ts';

/**
 * The site to open on a start without a name: the last one used, else "My site" in this user's data folder. If it is gone, it is
 * reported, not recreated.
 */
export function siteToStart(host: Host, note: (text: string) => void): string {
  ensurePrivateFolder(dataFolder(host));
  const file = readState(host).last_site;
  if (file !== undefined && existsSync(file)) return file;
  if (file !== undefined) note(`The site of the last start, ${file}, no longer exists.`);
  return join(dataFolder(host), 'My site.polydesk');
}

/** Throws if it cannot be stored. */
export function rememberSite(host: Host, file: string): void {
  if (readState(host).last_site === file) return;
  writePrivately(statePath(host), `${JSON.stringify({ last_site: file })}\n`);
}

const State = v.object({ last_site: v.optional(v.string()) });

/** Ignores an unreadable file: it holds nothing but the name of the last site. */
function readState(host: Host): v.InferOutput<typeof State> {
  try {
    return v.parse(State, JSON.parse(readPrivately(statePath(host)) ?? '{}'));
  } catch {
    return {};
  }
}

const statePath = (host: Host): string => join(dataFolder(host), 'state.json');
