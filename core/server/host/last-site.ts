import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { dataFolder, type Host } from './folders.ts';
import { ensurePrivateFolder, readPrivately, writePrivately } from './private-file.ts';

/** The site a start without a name opens: that of the last start, else "My site" in the data folder of this user. One that is gone is named, not made anew. */
export function siteToStart(host: Host, note: (text: string) => void): string {
  ensurePrivateFolder(dataFolder(host));
  const file = readState(host).last_site;
  if (file !== undefined && existsSync(file)) return file;
  if (file !== undefined) note(`The site of the last start, ${file}, no longer exists.`);
  return join(dataFolder(host), 'My site.polydesk');
}

/** Throws when it cannot be written down. */
export function rememberSite(host: Host, file: string): void {
  if (readState(host).last_site === file) return;
  writePrivately(statePath(host), `${JSON.stringify({ last_site: file })}\n`);
}

const State = v.object({ last_site: v.optional(v.string()) });

/** What cannot be read is forgotten: only the name of the last site is in it. */
function readState(host: Host): v.InferOutput<typeof State> {
  try {
    return v.parse(State, JSON.parse(readPrivately(statePath(host)) ?? '{}'));
  } catch {
    return {};
  }
}

const statePath = (host: Host): string => join(dataFolder(host), 'state.json');
