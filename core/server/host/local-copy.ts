import { copySite } from '../../store/file/copy-site.ts';
import { dataFolder, type Host } from './folders.ts';
import { ensurePrivateFolder } from './private-file.ts';

/** Copies a site that is open nowhere into the data folder of this user; the path of the copy. Throws `OpenError`; then there is none. */
export function copyToThisComputer(file: string, host: Host): string {
  ensurePrivateFolder(dataFolder(host));
  return copySite(file, dataFolder(host));
}
