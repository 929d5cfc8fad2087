// The command line: the built program of dist/headless, or the window if Electron is available.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findElectron } from './electron.mjs';
import { headlessEntry } from './prepare.mjs';
import { root, run, runNode, say, stop } from './process.mjs';

/**
 * Runs the built command line with these arguments in the user's working directory, so that relative paths work. Its hints name
 * the command as it was called.
 */
export function headless(args) {
  if (!existsSync(headlessEntry)) stop(70, 'The command line is missing: core/cli.ts does not exist.');
  const POLYDESK_COMMAND =
    process.env.POLYDESK_COMMAND ?? `node ${relative(process.cwd(), join(root, 'build/bootstrap.mjs'))}`;
  // The channel closes when this program ends, for whatever reason: a server then exits too instead of keeping its lock.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return runNode([headlessEntry, ...args], { cwd: process.cwd(), env: { POLYDESK_COMMAND }, stdio });
}

/**
 * Opens the window if Electron, a display and a built window exist; otherwise starts the same engine headless, with a one-line
 * message.
 */
export async function start(args) {
  const option = args.find((word) => word.startsWith('-'));
  const electron = option ? { missing: `${option} is an option of the server` } : await findElectron();
  if (electron.binary) return run(electron.binary, [...electron.flags, root], windowOptions(args[0]));
  say(`Running without a window (${electron.missing}): the same engine, headless.`);
  return headless(['start', ...args]);
}

/** Arguments of the window program are read by Chromium, so the site is passed in the environment. */
export function windowOptions(site) {
  const env = { ...process.env, ...(site && { POLYDESK_SITE: resolve(site) }) };
  // Some terminals set it; Electron would then run as Node, without windows.
  delete env.ELECTRON_RUN_AS_NODE;
  return { cwd: process.cwd(), env };
}
