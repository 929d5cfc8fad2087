// Checks whether build output is up to date with its sources. Contents are compared, not times, since git does not preserve
// times.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** For dist/: its stamp, and the files and folders that determine whether it has to be rebuilt. */
export const ofProgram = {
  stamp: join(root, 'dist/.stamp'),
  reads: [
    'core',
    'electron',
    'renderer',
    'build/licences',
    'build/resources/polydesk-link',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
  ],
};

/** Whether dist/ is up to date with the sources. */
export function isBuilt() {
  return isFresh(ofProgram);
}

/** Whether the inputs of a step are unchanged since its last run. */
export function isFresh(step) {
  return existsSync(step.stamp) && readFileSync(step.stamp, 'utf8') === fingerprint(step);
}

/** A hash of the inputs of a step. */
export function fingerprint(step) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of step.reads.flatMap((path) => filesUnder(join(root, path)))) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  // Installed packages are covered by package-lock.json; tools keep their caches among them.
  const inside = readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .sort();
  return inside.flatMap((name) => filesUnder(join(path, name)));
}
