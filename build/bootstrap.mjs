// The entry point of every task: `node build/bootstrap.mjs <task>`, with any Node from 20 on and nothing installed yet. It
// installs, generates and builds what is missing or stale, then runs the task under Node 24. Standard output belongs to the task;
// our own messages go to standard error.
import { join } from 'node:path';
import { findChrome } from './bootstrap/chrome.mjs';
import { checkTypes, runChecks, runClients, runE2e, runLong, runSlow, runSteady } from './bootstrap/checks.mjs';
import { headless, start, windowOptions } from './bootstrap/command.mjs';
import { findElectron } from './bootstrap/electron.mjs';
import { build, generate, prepare } from './bootstrap/prepare.mjs';
import { root, runNode, stop, tool } from './bootstrap/process.mjs';

const packaging = join(root, 'build/packaging/package.ts');

const tasks = {
  start: { about: 'open the last site in a window, or headless where there is none', run: start },
  dev: { about: 'the window, with the interface as it is being written', run: dev },
  test: {
    about: 'formatting, lint, types and the tests, few of test/e2e and no slow ones; more words go to vitest',
    run: runChecks,
  },
  'test:slow': { about: 'tests that start programs again and again; more words go to vitest', run: runSlow },
  'test:e2e': { about: 'every test of the interface end to end, in Chromium; more words go to vitest', run: runE2e },
  'test:clients': { about: 'client libraries against the server; writes test/CLIENTS.md', run: runClients },
  'test:live': {
    about: 'connect, pull and push against a real site that may be changed: test:live ADDRESS',
    run: (args) => script('test/live/live.ts', args),
  },
  'test:long': { about: 'what takes long: kills, random writes and requests, many times over', run: runLong },
  'test:steady': { about: 'the interface where answers come late and the page is slow, four times', run: runSteady },
  vitest: {
    about: 'vitest alone, with these words: run --project core test/core/schema',
    run: (args) => tool('vitest', args),
  },
  build: { about: 'build dist/', run: build },
  data: { about: 'write core/data/ from the packages it comes from', run: generate },
  lint: { about: 'oxlint, and eslint for components', run: lint },
  format: {
    about: 'oxfmt, writing',
    run: (args) => tool('oxfmt', args.length > 0 ? args : ['.']),
  },
  typecheck: {
    about: 'types of every file and component, writing nothing',
    run: checkTypes,
  },
  bench: {
    about:
      'measure; prints ratios; "bench content": a site of a million posts; "bench transfer": import and export; "bench attacks": how long others wait; "bench walk": the check of the finished site',
    run: bench,
  },
  'bench:ui': { about: 'measure the interface in Chromium', run: (args) => script('test/bench/ui.ts', args) },
  'package:dir': {
    about: 'the unpacked program, into release/; around a generated Electron where the real one was not fetched',
    run: (args) => runNode([packaging, 'dir', ...args]),
  },
  package: {
    about: 'what people install, in release/: for this system, or for linux, win, mac; needs the internet',
    run: (args) => runNode([packaging, 'installers', ...args]),
  },
  gallery: { about: 'pictures of every screen, into gallery/', run: (args) => script('test/gallery/gallery.ts', args) },
};

const [name = 'start', ...args] = process.argv.slice(2);
if (['help', '--help', '-h'].includes(name)) {
  process.stdout.write(usage());
} else {
  await prepare(name);
  // Unknown tasks are passed to the command line, which knows its own commands.
  process.exitCode = await (Object.hasOwn(tasks, name) ? tasks[name].run(args) : headless([name, ...args]));
}

/** Runs both linters one after the other; each takes its own share of the paths. */
async function lint(paths) {
  const first = await tool('oxlint', paths);
  const second = await tool('eslint', ['--no-error-on-unmatched-pattern', ...(paths.length > 0 ? paths : ['.'])]);
  return first || second;
}

/** Development mode: changes in renderer/ are hot-replaced, any other change restarts the program. */
async function dev([site]) {
  const { binary, flags, missing } = await findElectron();
  if (!binary) stop(69, `There is no window to develop in (${missing}).`);
  return runNode([join(root, 'build/dev.mjs'), binary, ...flags, root], windowOptions(site));
}

/** Node 24 runs TypeScript natively, so a benchmark is a plain script: of settings and languages, or of a part. */
function bench(given) {
  // npm removes it.
  const args = given[0] === '--' ? given.slice(1) : given;
  const [part = '', ...words] = args;
  const general = 'test/bench/bench.ts';
  const parts = {
    attacks: 'test/bench/attacks.ts',
    content: 'test/bench/content/content.ts',
    desk: general,
    live: general,
    'live-plan': general,
    transfer: 'test/bench/transfer.ts',
    walk: 'test/bench/walk.ts',
  };
  const own = Object.hasOwn(parts, part) ? parts[part] : general;
  if (own === general && part !== '' && !Object.hasOwn(parts, part) && !/^\d+$/.test(part))
    stop(64, `"${part}" is not a part of the benchmarks: ${Object.keys(parts).join(', ')}. Nothing was measured.`);
  return runNode([join(root, own), ...(own === general ? args : words)]);
}

/** Runs a plain TypeScript script, with a browser. */
async function script(path, args) {
  const chrome = await findChrome();
  return runNode([join(root, path), ...args], { env: chrome ? { CHROME_PATH: chrome } : {} });
}

function usage() {
  const lines = Object.entries(tasks).map(([word, task]) => task.about && `  ${word.padEnd(12)} ${task.about}`);
  return `node build/bootstrap.mjs TASK [words ...]\n\n${lines.filter(Boolean).join('\n')}\n
Any other word is a command of the command line, as in \`npx polydesk\`: see \`npx polydesk --help\`.\n`;
}
