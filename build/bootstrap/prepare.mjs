// Prerequisites of a task: packages, generated data, the built program. Each step is skipped if its inputs have not changed.
// Contents are compared, not times, since git does not preserve times.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { need, root, run, runNode, say, tool } from './process.mjs';
import { fingerprint, isFresh, ofProgram } from './stamps.mjs';

const at = (path) => join(root, path);
export const headlessEntry = at('dist/headless/headless.js');
const lockFile = at('.cache/prepare.lock');
const tenMinutes = 10 * 60 * 1000;
const outputOnStderr = ['ignore', 2, 2];

// `reads`: the files and folders that determine whether a step has to be repeated.
const packages = { work: install, stamp: at('node_modules/.polydesk-stamp'), reads: ['package-lock.json'] };
// The output is among the inputs: deleted or edited data is regenerated.
const data = { work: generate, stamp: at('.cache/data.stamp'), reads: ['build', 'package-lock.json', 'core/data'] };
const program = { work: build, ...ofProgram };
/** The libraries of test/clients, half a gigabyte: installed only when they are needed. */
const clients = {
  work: installClients,
  stamp: at('test/clients/node_modules/.polydesk-stamp'),
  reads: ['test/clients/package-lock.json'],
};
/** The reference block parser for the editor's output: one small package of its own, for tests only. */
const blockParser = {
  work: installBlockParser,
  stamp: at('test/blocks/node_modules/.polydesk-stamp'),
  reads: ['test/blocks/package-lock.json'],
};
const needs = {
  build: [packages, data],
  data: [packages],
  lint: [packages, data],
  format: [packages],
  typecheck: [packages, data],
  'test:live': [packages, data],
  'test:long': [packages, data],
  'test:steady': [packages, data, program],
  test: [packages, data, program, blockParser],
  vitest: [packages, data, program, blockParser],
  'test:clients': [packages, data, program, clients],
};

/** Runs the steps the task needs. Concurrent runs take turns. */
export async function prepare(task) {
  const steps = needs[task] ?? [packages, data, program];
  if (steps.every(isFresh)) return;
  const release = await lock();
  try {
    for (const step of steps.filter((each) => !isFresh(each))) {
      rmSync(step.stamp, { force: true });
      const before = fingerprint(step);
      need(await step.work(), step.work.name);
      // A source that changed during the build is detected by the next run, because the older fingerprint is stored.
      write(step.stamp, step === program ? before : fingerprint(step));
    }
  } finally {
    release();
  }
}

/** Runs build/generate.mjs, which writes core/data/*.json. */
export function generate() {
  if (!existsSync(at('build/generate.mjs'))) return 0;
  say('generating data ...');
  return runNode([at('build/generate.mjs')], { stdio: outputOnStderr });
}

/** Builds dist/ with Vite. */
export function build() {
  if (!existsSync(at('core/cli.ts'))) return 0;
  say('building ...');
  const env = { ...process.env, NODE_ENV: 'production' };
  return tool('vite', ['build', '--logLevel', 'warn'], { stdio: outputOnStderr, env });
}

function install() {
  say('installing packages ...');
  return npmCi(root);
}

function installClients() {
  say('installing client libraries ...');
  return npmCi(at('test/clients'));
}

function installBlockParser() {
  return npmCi(at('test/blocks'));
}

/** Installs the package-lock.json of that folder, with the npm that runs us if there is one. */
function npmCi(folder) {
  const words = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const options = { cwd: folder, stdio: outputOnStderr };
  const npm = process.env.npm_execpath ?? '';
  if (npm.endsWith('npm-cli.js')) return run(process.execPath, [npm, ...words], options);
  return run('npm', words, { ...options, shell: process.platform === 'win32' });
}

/** Acquires the lock. A lock whose owner is gone, or that is older than any preparation takes, is ignored. */
async function lock() {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!waited) say('waiting for another run to finish its preparation ...');
    await sleep(200);
    if (isAbandoned()) rmSync(lockFile, { force: true });
  }
}

function isAbandoned() {
  try {
    const age = Date.now() - statSync(lockFile).mtimeMs;
    return age > tenMinutes || !isAlive(Number(readFileSync(lockFile, 'utf8')));
  } catch {
    return false; // Released meanwhile.
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
