// Builds the product for the tests of this folder, each part when it is older than its sources.
import { cpSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBuilder, type ViteBuilder } from 'vite';
import { forgetSteps, tellSteps } from './tasks/steps.ts';

const root = resolve(import.meta.dirname, '../..');
const place = join(root, '.cache/e2e');
/** As dist/, and beside it: that may be an old one. */
export const built = join(place, 'dist');

const programs = ['core/**/*.{ts,json}', 'electron/**/*.ts'];
const parts = [
  { name: 'client', folder: 'renderer', sources: ['renderer/**/*.{ts,svelte,css,json,html,svg}', 'core/schema/*.ts'] },
  { name: 'headless', folder: 'headless', sources: programs },
  { name: 'main', folder: 'main', sources: programs },
  { name: 'worker', folder: 'worker', sources: programs },
  { name: 'reader', folder: 'reader', sources: programs },
  { name: 'preload', folder: 'preload', sources: programs },
];

/** Vitest calls it once before all files of the project. */
export async function setup(): Promise<void> {
  forgetSteps();
  const stale = parts.filter(({ folder, sources }) => timeOf(join(built, folder)) < newest(sources));
  if (stale.length === 0) return;
  mkdirSync(built, { recursive: true });
  cpSync(join(root, 'package.json'), join(place, 'package.json'));
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
  await Promise.all(stale.map((part) => buildPart(builder, part)));
}

/** And this once after them. */
export function teardown(): void {
  const told = tellSteps();
  if (told) console.log(`\n${told}\n`);
}

/** Put in place whole: another run may be reading the one before. */
async function buildPart(builder: ViteBuilder, { name, folder }: (typeof parts)[number]): Promise<void> {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no ${name}`);
  const fresh = join(place, `${folder}.${process.pid}`);
  environment.config.build.outDir = fresh;
  await builder.build(environment);
  rmSync(join(built, folder), { recursive: true, force: true });
  renameSync(fresh, join(built, folder));
}

function newest(sources: string[]): number {
  const paths = globSync(sources, { cwd: root, exclude: ['**/node_modules/**'] });
  return Math.max(...paths.map((path) => timeOf(join(root, path))));
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
