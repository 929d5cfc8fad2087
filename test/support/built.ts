// The command line for the tests that start it: the built bundle, which starts in half the time of its sources. Without the
// interface, which those tests do not cover, and in a separate folder, because a build may run concurrently.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBuilt } from '../../build/bootstrap/stamps.mjs';
import { bundlePrograms } from './bundles.ts';

const root = resolve(import.meta.dirname, '../..');
const shelf = join(root, '.cache/program');

/** Vitest calls it once before all files of the project. Where dist/ is an old one the sources are started. */
export async function setup(): Promise<void> {
  if (!isBuilt()) return;
  const name = readFileSync(join(root, 'dist/.stamp'), 'utf8').slice(0, 12);
  const place = join(shelf, name);
  mkdirSync(shelf, { recursive: true });
  for (const old of readdirSync(shelf))
    if (!old.startsWith(name)) rmSync(join(shelf, old), { recursive: true, force: true });
  if (!existsSync(place)) {
    const fresh = `${place}.${process.pid}`;
    const filter = (path: string): boolean => !path.endsWith('.map');
    for (const part of ['headless', 'worker', 'reader'])
      cpSync(join(root, 'dist', part), join(fresh, 'dist', part), { recursive: true, filter });
    cpSync(join(root, 'package.json'), join(fresh, 'package.json'));
    // Another run may have been faster.
    if (existsSync(place)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, place);
  }
  process.env['TEST_PROGRAM'] = join(place, 'dist/headless/headless.js');
  await bundlePrograms(join(place, 'dist'));
}
