// Starting other programs: paths, signals and exit codes in one place.
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

// Signals are forwarded to the running program: it closes its files and its exit code becomes ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));

// npm sends SIGTERM only to the shell between it and us, so we treat the exit of that shell as SIGTERM.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    pass('SIGTERM');
  }, 500).unref();
}

/** Writes to standard error, for people; standard output is for programs. */
export function say(text) {
  process.stderr.write(`[polydesk] ${text}\n`);
}

/** Exits with a message and one of the exit codes of the command line (64 wrong use, 70 internal, 78 wrong versions). */
export function stop(code, text) {
  say(text);
  process.exit(code);
}

/** Exits if a step before the task failed. The step has already reported why. */
export function need(code, what) {
  if (stoppedBy) process.exit(codeOf(null, stoppedBy));
  if (code !== 0) stop(70, `${what} failed (${code}).`);
}

/** Runs a program in the project folder and returns its exit code; 128 + n if it was ended by signal n, as in a shell. */
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

/** Runs a script under Node 24. Programs started by that script find the same Node first. */
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
 * Like `tool`, with its output buffered: several can run in parallel and still be printed one after another. A patient one runs
 * at low priority.
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

/** A recent enough Node: this one, or the one npm installed. better-sqlite3 crashes under Node 20. */
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
  // Ctrl+C already reaches the program, and a second signal during its shutdown would kill it: first check whether it exits.
  setTimeout(() => {
    for (const child of children) child.kill(signal);
  }, 100).unref();
}

/** Called before it starts threads and child processes, which inherit the priority. */
function giveWay({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has already exited, or the system does not support this: it keeps the normal priority.
  }
}

function codeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
