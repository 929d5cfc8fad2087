// Starting other programs: one place for paths, signals and exit codes.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const scripts = {
  eslint: 'eslint/bin/eslint.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  tsc: '@typescript/native/bin/tsc',
  'svelte-check': 'svelte-check/bin/svelte-check',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};
const children = new Set();
let stoppedBy;

// A signal is for the program that runs now: it closes its files and its exit code becomes ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));

// npm hands SIGTERM only to the shell between it and us, so the end of that shell is our SIGTERM.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    pass('SIGTERM');
  }, 500).unref();
}

/** Tells the person, never the program that reads standard output. */
export function say(text) {
  process.stderr.write(`[polydesk] ${text}\n`);
}

/** Ends with a sentence and one of the exit codes of the command line (64 wrong use, 70 internal, 78 wrong versions). */
export function stop(code, text) {
  say(text);
  process.exit(code);
}

/** Ends when a step before the task failed. The step has already said why. */
export function need(code, what) {
  if (stoppedBy) process.exit(codeOf(null, stoppedBy));
  if (code !== 0) stop(70, `${what} failed (${code}).`);
}

/** Runs a program in the project folder and answers its exit code; 128 + n when signal n ended it, as a shell does. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    children.add(child);
    options.onStart?.(child);
    child.on('error', (error) => {
      children.delete(child);
      say(`${command}: ${error.message}`);
      done(70);
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      done(codeOf(code, signal));
    });
  });
}

/** Runs a script under Node 24. Whatever that script starts finds the same Node first. */
export function runNode(args, options) {
  const node = findNode();
  const env = { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') };
  return run(node, args, { ...options, env: { ...env, ...options?.env } });
}

/** Runs one of the tools of node_modules under Node 24. */
export function tool(name, args, options) {
  return runNode([join(root, 'node_modules', scripts[name]), ...args], options);
}

/**
 * Like `tool`, with its output kept for later: several can run at once and still be read one after another. A patient one
 * lets other programs go first where they need the processor.
 */
export async function toolQuietly(name, args, { isPatient = false, ...options } = {}) {
  const parts = [];
  const keep = (child) => {
    [child.stdout, child.stderr].forEach((out) => out.on('data', (part) => parts.push(part)));
    if (isPatient) giveWay(child);
  };
  const code = await tool(name, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], onStart: keep });
  return { code, output: Buffer.concat(parts).toString() };
}

/** A Node that is new enough: this one, or the one npm brought. better-sqlite3 crashes under Node 20. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const brought = join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(brought)) return brought;
  return stop(
    78,
    `Node 24 or newer is needed. This is ${process.version}, and npm brings no ${name}. Please install it.`,
  );
}

function pass(signal) {
  stoppedBy = signal;
  if (children.size === 0) process.exit(process.exitCode ?? codeOf(null, signal));
  // Ctrl+C reaches the program without us, and a second signal while it ends would kill it: first see whether it ends.
  setTimeout(() => {
    for (const child of children) child.kill(signal);
  }, 100).unref();
}

/** Before it starts threads and programs of its own: they are as patient as what starts them. */
function giveWay({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It is over already, or this system has another idea of it: then it takes its turn as all others.
  }
}

function codeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
