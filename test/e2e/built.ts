// Builds the product for the tests of this folder, each part only if it is older than its sources; the built product is used if
// it is current. `npm run test:long` includes the development checks of Svelte.
import { cpSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBuilder, type ViteBuilder } from 'vite';
import { isBuilt } from '../../build/bootstrap/stamps.mjs';
import { forgetSteps, tellSteps } from './tasks/steps.ts';

const root = resolve(import.meta.dirname, '../..');
const isLong = process.env['EVERY_HAND'] !== undefined;
const place = join(root, isLong ? '.cache/e2e-long' : '.cache/e2e');
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
  if (!isLong && isBuilt()) return stale.forEach(({ folder }) => copyPart(folder));
  const builder = await openBuilder();
  await Promise.all(stale.map((part) => buildPart(builder, part)));
}

/** And this once after them. */
export function teardown(): void {
  const told = tellSteps();
  if (told) console.log(`\n${told}\n`);
}

/** Vite builds for people or for developers by this word, which vitest sets for itself. */
async function openBuilder(): Promise<ViteBuilder> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = isLong ? 'development' : 'production';
  try {
    return await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
  } finally {
    process.env['NODE_ENV'] = before;
  }
}

function copyPart(folder: string): void {
  const fresh = join(place, `${folder}.${process.pid}`);
  cpSync(join(root, 'dist', folder), fresh, { recursive: true });
  putInPlace(fresh, folder);
}

async function buildPart(builder: ViteBuilder, { name, folder }: (typeof parts)[number]): Promise<void> {
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no ${name}`);
  const fresh = join(place, `${folder}.${process.pid}`);
  environment.config.build.outDir = fresh;
  await builder.build(environment);
  putInPlace(fresh, folder);
}

/** As a whole: another run may be reading the one before. */
function putInPlace(fresh: string, folder: string): void {
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
