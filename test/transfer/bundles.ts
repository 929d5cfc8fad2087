import { rmSync } from 'node:fs';
import type { Site } from '../../core/site.ts';
import { placeBundle } from '../../core/transfer/bundle/place.ts';
import { writeBundle as writeFile } from '../../core/transfer/bundle/write.ts';

/** Writes a bundle like the command line: into a folder, unless the name is that of an archive. */
export function writeBundle(site: Site, path: string, scope: Parameters<typeof writeFile>[2]): number {
  if (path.endsWith('.tar')) return writeFile(site, path, scope);
  const archive = `${path}.made.tar`;
  const items = writeFile(site, archive, scope);
  placeBundle(archive, path);
  rmSync(archive);
  return items;
}
