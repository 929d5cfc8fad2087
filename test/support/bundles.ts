// Test programs that are started repeatedly: each as one bundle next to the built product, which starts with a third of the work
// of its sources, whose hundreds of files Node would load each time.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fingerprint } from '../../build/bootstrap/stamps.mjs';

const root = resolve(import.meta.dirname, '../..');

const SOURCES = [
  'test/core/cli/places/many.ts',
  'test/core/store/hold.ts',
  'test/reliability/content-writer.ts',
  'test/reliability/faults/tasks.ts',
  'test/reliability/writer.ts',
  'test/transfer/handoff/killed-taking.ts',
  'test/transfer/killed-import.ts',
];

/** Makes the bundles in a folder that holds a copy of `dist/`, where they are not what their sources say. */
export async function bundlePrograms(dist: string): Promise<void> {
  const name = `programs-${fingerprint({ reads: ['core', 'test/core', 'test/reliability', 'test/transfer', 'test/support'] }).slice(0, 12)}`;
  for (const old of readdirSync(dist))
    if (old.startsWith('programs-') && old !== name) rmSync(join(dist, old), { recursive: true, force: true });
  const place = join(dist, name);
  if (!existsSync(place)) {
    const fresh = join(dist, `fresh-${process.pid}`);
    mkdirSync(fresh, { recursive: true });
    await bundle(fresh);
    // Another run may have been faster.
    if (existsSync(place)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, place);
  }
  process.env['TEST_BUNDLES'] = place;
}

/** What to start for one of these programs: its bundle, or the source itself where none was made. @param source absolute */
export function programOf(source: string): string {
  const place = process.env['TEST_BUNDLES'];
  if (!SOURCES.includes(relative(root, source).replaceAll('\\', '/'))) throw new Error(`${source} has no bundle`);
  return place === undefined ? source : join(place, `${basename(source, '.ts')}.js`);
}

async function bundle(outDir: string): Promise<void> {
  // Not above: every test that starts a program would load it.
  const { build } = await import('vite');
  const input = Object.fromEntries(SOURCES.map((path) => [basename(path, '.ts'), join(root, path)]));
  const external = ['better-sqlite3', /^node:/];
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      outDir,
      ssr: true,
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { input, external, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  });
}
