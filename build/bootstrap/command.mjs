// The command line: the built program of dist/headless, or the window where Electron is.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findElectron } from './electron.mjs';
import { headlessEntry } from './prepare.mjs';
import { root, run, runNode, say, stop } from './process.mjs';

/** Runs the built command line with these words, where the user is, so that paths mean what they say. Its hints name the command that runs there. */
export function headless(args) {
  if (!existsSync(headlessEntry)) stop(70, 'The command line is missing: core/cli.ts does not exist.');
  const POLYDESK_COMMAND =
    process.env.POLYDESK_COMMAND ?? `node ${relative(process.cwd(), join(root, 'build/bootstrap.mjs'))}`;
  // The channel closes when this program ends, however it ends: a server then ends too instead of holding its lock.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return runNode([headlessEntry, ...args], { cwd: process.cwd(), env: { POLYDESK_COMMAND }, stdio });
}

/** The window where Electron, a display and a built window exist; else the same engine headless, said in one line. */
export async function start(args) {
  const option = args.find((word) => word.startsWith('-'));
  const electron = option ? { missing: `${option} is an option of the server` } : await findElectron();
  if (electron.binary) return run(electron.binary, [...electron.flags, root], windowOptions(args[0]));
  say(`Running without a window (${electron.missing}): the same engine, headless.`);
  return headless(['start', ...args]);
}

/** The words of the window's program are for Chromium, so the site goes by the environment. */
export function windowOptions(site) {
  const env = { ...process.env, ...(site && { POLYDESK_SITE: resolve(site) }) };
  // Some terminals set it; then Electron would be a Node without windows.
  delete env.ELECTRON_RUN_AS_NODE;
  return { cwd: process.cwd(), env };
}
