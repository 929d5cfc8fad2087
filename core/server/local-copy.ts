import { copySite } from '../store/copy-site.ts';
import { unsafePlace, type UnsafePlace } from '../store/place.ts';
import { dataFolder, type Host } from './folders.ts';
import { ensurePrivateFolder } from './private-file.ts';

/** Why a site cannot be kept open at this path, before somebody tries; undefined where it can (`reliability-and-security.md` 5.8). */
export function whyNotHere(file: string): UnsafePlace | undefined {
  return unsafePlace(file);
}

/** Copies a site that is open nowhere into the data folder of this user; the path of the copy. Throws `OpenError`; then there is none. */
export function copyToThisComputer(file: string, host: Host): string {
  ensurePrivateFolder(dataFolder(host));
  return copySite(file, dataFolder(host));
}
