// The unpacked program, as an installer would put it on disk.
import { build, Platform, type AfterPackContext, type Configuration } from 'electron-builder';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildConfig, removeStarter } from './config.ts';
import { writeFakeElectron } from './fake-electron.ts';
import { writeIcons } from './icons.ts';

/** Temporarily below the output, so that two builds can run in parallel. */
const ICONS = 'drawn-icons';
export const root = resolve(import.meta.dirname, '../..');

/** The Electron to package: the downloaded one, or undefined for a generated one. */
export function electronFolder(): string | undefined {
  const own = join(root, 'node_modules/electron/dist');
  return existsSync(join(own, 'version')) ? own : undefined;
}

/** The exact version in package-lock.json. */
export function electronVersion(): string {
  const text = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Packages the program for Linux around a generated Electron, below `output`, from dist/. Returns its folder. Throws
 * electron-builder's error if it fails; `output` is then unusable.
 */
export async function packFake(output: string): Promise<string> {
  const electron = join(output, 'generated-electron');
  await writeFakeElectron(electron, electronVersion());
  const packed = await packUnpacked(output, electron, Platform.LINUX);
  rmSync(electron, { recursive: true });
  return packed;
}

/** The same for this system, around an existing Electron. */
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

/** The configuration for a given output and Electron, with its icons generated. */
export function configAt(output: string, electronDist: string): Configuration {
  const buildResources = join(output, ICONS);
  writeIcons(root, buildResources);
  return { ...buildConfig(), electronDist, directories: { output, buildResources } };
}

/** Throws if there is nothing to package. */
export function requireBuild(): void {
  const parts = ['main/main.js', 'preload/preload.cjs', 'worker/worker.js', 'reader/reader.js', 'renderer/index.html'];
  const missing = parts.filter((part) => !existsSync(join(root, 'dist', part)));
  if (missing.length === 0) return;
  throw new Error(`dist/ has no ${missing.join(', no ')}: run "node build/bootstrap.mjs build" first`);
}
