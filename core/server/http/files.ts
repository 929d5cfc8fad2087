import { servedFile } from '../../domain/content/media/files.ts';
import type { Site } from '../../site.ts';
import type { Caller, FileRef } from '../../types.ts';

/** The media file an address names (`content.md` 2.7); undefined for any other address, and for a file the caller may not see. */
export function fileAt(
  site: Site,
  caller: Caller,
  { method, path }: { method: string; path: string },
): FileRef | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const file = FILES.exec(path)?.[1];
  const name = file === undefined ? undefined : decoded(file);
  return name === undefined ? undefined : servedFile(site, caller, name);
}

const FILES = /^\/polydesk\/files\/(\d{4}\/\d{2}\/[^/]+)$/;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
