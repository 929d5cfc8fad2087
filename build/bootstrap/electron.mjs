// The window needs three things: a built main process, Electron's binary and a display.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode, say } from './process.mjs';

const folder = join(root, 'node_modules/electron');
const failedOnce = join(root, 'node_modules/.polydesk-no-electron');
const oneDay = 24 * 60 * 60 * 1000;

/** Returns `{ binary, flags }`, or `{ missing }` with a short description of what is missing. */
export async function findElectron() {
  if (process.env.POLYDESK_HEADLESS) return { missing: 'POLYDESK_HEADLESS is set' };
  if (!existsSync(join(root, 'dist/main/main.js'))) return { missing: 'this version has none yet' };
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return { missing: 'no display' };
  const binary = binaryPath() ?? (await download());
  if (!binary) return { missing: "Electron's binary cannot be had" };
  // Chromium refuses to run its sandbox as root on Linux.
  const isRoot = process.platform === 'linux' && process.getuid() === 0;
  return { binary, flags: isRoot ? ['--no-sandbox'] : [] };
}

/** The path of the binary according to Electron's own package. */
export function binaryPath() {
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const binary = join(folder, 'dist', readFileSync(note, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

/** Electron downloads its binary on first use. If that fails, it is retried after a day, not on every start. */
async function download() {
  if (existsSync(failedOnce) && Date.now() - statSync(failedOnce).mtimeMs < oneDay) return undefined;
  say('fetching Electron ...');
  await runNode([join(folder, 'install.js')], { stdio: 'ignore', timeout: 180_000 });
  if (!binaryPath()) writeFileSync(failedOnce, '');
  return binaryPath();
}
