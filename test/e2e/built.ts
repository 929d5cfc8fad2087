// Builds the interface for the tests of this folder, when it is older than its sources.
import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';

const root = resolve(import.meta.dirname, '../..');
/** Beside dist/, which may be an old one. */
export const built = join(root, '.cache/e2e');

/** Vitest calls it once before all files of the project. */
export async function setup(): Promise<void> {
  const sources = globSync('renderer/**/*.{ts,svelte,css,json,html}', { cwd: root, exclude: ['**/node_modules/**'] });
  const newest = Math.max(...sources.map((path) => timeOf(join(root, path))));
  if (timeOf(join(built, 'index.html')) > newest) return;
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
  const { client } = builder.environments;
  if (!client) throw new Error('vite.config.ts has no client');
  client.config.build.outDir = built;
  await builder.build(client);
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
