// Whether something that was made is still what its sources say. Contents are compared, not times: git sets times as it likes.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Of dist/: where its stamp is, and the files and folders that decide whether it is to be built again. */
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

/** Whether dist/ is what the sources say now. */
export function isBuilt() {
  return isFresh(ofProgram);
}

/** Whether what a step read last is what is there now. */
export function isFresh(step) {
  return existsSync(step.stamp) && readFileSync(step.stamp, 'utf8') === fingerprint(step);
}

/** What a step reads, in short. */
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
  // What packages are there says package-lock.json; tools keep their caches among them.
  const inside = readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .sort();
  return inside.flatMap((name) => filesUnder(join(path, name)));
}
