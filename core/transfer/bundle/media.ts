import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeFile } from '../../domain/content/media/files.ts';
import type { Site } from '../../site.ts';
import { withBundle, type Bundle } from './files.ts';
import { refuseFile } from './refused.ts';
import { mediaFiles } from './tree.ts';

/**
 * Takes over media files of a bundle that the site lacks, within the transaction that stores their records. Existing files are
 * unchanged.
 * @param scratch a folder that contains nothing else called "media"
 */
export function takeMedia(site: Site, path: string, scratch: string): void {
  withBundle(path, (bundle) => {
    for (const { path: name, file } of mediaFiles(bundle)) {
      if (site.files.find(file)) continue;
      const from = join(scratch, 'media');
      writeFileSync(from, bundle.bytes(name), { mode: 0o600 });
      takeFile(site, from, file);
    }
  });
}

/**
 * Refuses a bundle with a media file that differs from the one the site has under the same name, because its address stays the
 * same.
 */
export function assertSameMedia(site: Site, bundle: Bundle): void {
  for (const { path, file } of mediaFiles(bundle)) {
    const found = site.files.find(file);
    if (!found) continue;
    const bytes = bundle.bytes(path);
    if (bytes.length === found.size && bytes.equals(readFileSync(found.path))) continue;
    refuseFile(path, 'The site has another file of this name, and a file cannot be replaced. Add it under a new name.');
  }
}
