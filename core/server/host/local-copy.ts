import { copySite } from '../../store/file/copy-site.ts';
import { dataFolder, type Host } from './folders.ts';
import { ensurePrivateFolder } from './private-file.ts';

/**
 * Copies a site that is not open anywhere into this user's data folder and returns the path of the copy. Throws `OpenError`; then
 * no copy exists.
 */
export function copyToThisComputer(file: string, host: Host): string {
  ensurePrivateFolder(dataFolder(host));
  return copySite(file, dataFolder(host));
}
