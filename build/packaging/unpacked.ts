// The unpacked program, as an installer would put it on a disk.
import { build, Platform, type AfterPackContext, type Configuration } from 'electron-builder';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildConfig, removeStarter } from './config.ts';
import { writeFakeElectron } from './fake-electron.ts';
import { writeIcons } from './icons.ts';

/** Below the output while it is made, so that two can be made at once. */
const ICONS = 'drawn-icons';
export const root = resolve(import.meta.dirname, '../..');

/** What the program is packed around: Electron's own folder where it was fetched, else a generated one. */
export function electronFolder(): string | undefined {
  const own = join(root, 'node_modules/electron/dist');
  return existsSync(join(own, 'version')) ? own : undefined;
}

/** The exact version that package-lock.json brings. */
export function electronVersion(): string {
  const text = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Makes the unpacked program for Linux around a generated Electron, below `output`, from what is built in dist/. Answers
 * its folder. Throws electron-builder's own error when it fails; `output` is then of no use.
 */
export async function packFake(output: string): Promise<string> {
  const electron = join(output, 'generated-electron');
  await writeFakeElectron(electron, electronVersion());
  const packed = await packUnpacked(output, electron, Platform.LINUX);
  rmSync(electron, { recursive: true });
  return packed;
}

/** The same for this system, around an Electron that is there. */
export async function packUnpacked(
  output: string,
  electronDist: string,
  platform: Platform = Platform.current(),
): Promise<string> {
  requireBuild();
  let folder = '';
  const afterPack = (context: AfterPackContext): void => {
    removeStarter(context);
    folder = context.appOutDir;
  };
  const targets = platform.createTarget('dir');
  await build({
    projectDir: root,
    targets,
    publish: 'never',
    config: { ...configAt(output, electronDist), afterPack },
  });
  rmSync(join(output, ICONS), { recursive: true });
  return folder;
}

/** The configuration for an output and an Electron elsewhere, with its icons drawn. */
export function configAt(output: string, electronDist: string): Configuration {
  const buildResources = join(output, ICONS);
  writeIcons(root, buildResources);
  return { ...buildConfig(), electronDist, directories: { output, buildResources } };
}

/** Throws a sentence when there is nothing to pack. */
export function requireBuild(): void {
  const parts = ['main/main.js', 'preload/preload.cjs', 'worker/worker.js', 'reader/reader.js', 'renderer/index.html'];
  const missing = parts.filter((part) => !existsSync(join(root, 'dist', part)));
  if (missing.length === 0) return;
  throw new Error(`dist/ has no ${missing.join(', no ')}: run "node build/bootstrap.mjs build" first`);
}
