// One config, one output per program: the headless server, its threads, the window, its main process and its preload.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { chromeFlags } from './build/bootstrap/chrome-flags.mjs';
import { installedChrome } from './build/bootstrap/chrome.mjs';
import { compileAhead, preload } from './build/first-files.ts';
import { LongestFirst } from './build/longest-first.ts';
import { shared } from './build/pieces.ts';
import { writeCompanion } from './build/companion.ts';
import { plainIcons } from './build/plain-icons.ts';
import { noteLicences, writeLicences } from './build/licences/licences.ts';
import { THREADS } from './test/support/threads.ts';

const root = import.meta.dirname;
const at = (path: string) => resolve(root, path);
const has = (path: string) => existsSync(at(path));
/** The browser for the tests, which take its path from the environment. Its sandbox does not start as root. */
const chrome = installedChrome();
if (chrome) process.env['CHROME_PATH'] = chrome;

/** Outside the source folders: any file there would count as a changed source and trigger a rebuild. */
const cacheDir = at('.cache/vite');

/** Plugins and options for the sources of the page, shared by build and tests. */
const page = [svelte({ configFile: false }), plainIcons(at('renderer/ui/Drawing.svelte'))];

/** A program for Node or Electron's main process: everything is bundled except `external`. */
function nodeProgram(name: string, entry: string, external: string[]): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external, conditions: ['node', 'module', 'import', 'default'] },
    build: {
      outDir: at(`dist/${name}`),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: { [name]: at(entry) },
        platform: 'node',
        external: [...external, /^node:/],
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

const screen = (path: string) => at(`renderer/screens/${path}.svelte`);

/** Chunks: the entry; the frame with code shared by the first screens; code shared by others; one per group of screens. */
const pieces = [
  { name: 'start', tags: ['$initial' as const], priority: 9 },
  ...shared(
    {
      main: at('renderer/main.ts'),
      frame: at('renderer/App.svelte'),
      screens: [screen('overview/Overview'), screen('languages/Languages')],
      together: {
        lists: [screen('content/Content'), screen('terms/Terms'), screen('media/Media')],
        site: [
          screen('settings/Settings'),
          screen('api-tools/ApiTools'),
          screen('preferences/Preferences'),
          screen('transfer/Transfer'),
          screen('live/Live'),
          screen('activity/Activity'),
        ],
      },
    },
    // Code used only by the matrix stays with its screens.
    /node_modules|core[\\/]units[\\/]|renderer[\\/](ui|lib)[\\/]/,
  ),
];

const programs: Record<string, EnvironmentOptions> = {};
if (has('core/cli.ts')) programs['headless'] = nodeProgram('headless', 'core/cli.ts', ['better-sqlite3']);
// The job worker is emitted next to the programs that start it.
if (has('core/jobs/worker.ts')) programs['worker'] = nodeProgram('worker', 'core/jobs/worker.ts', ['better-sqlite3']);
// So is the reader thread, which answers slow reads.
if (has('core/engine/reader/worker.ts'))
  programs['reader'] = nodeProgram('reader', 'core/engine/reader/worker.ts', ['better-sqlite3']);
if (has('renderer/index.html')) {
  programs['client'] = {
    build: {
      outDir: at('dist/renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      // The page's CSP does not allow fonts from data: URLs, and Chromium needs no module preload polyfill.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // A single stylesheet, loaded at the start, so that no screen waits for its own.
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: { groups: pieces } } },
    },
  };
}
if (has('electron/main.ts')) {
  programs['main'] = nodeProgram('main', 'electron/main.ts', ['electron', 'better-sqlite3']);
  const preload = nodeProgram('preload', 'electron/preload.ts', ['electron']);
  // A sandboxed preload must be one CommonJS file.
  const output = { format: 'cjs' as const, entryFileNames: 'preload.cjs', codeSplitting: false };
  preload.build = { ...preload.build, rolldownOptions: { ...preload.build?.rolldownOptions, output } };
  programs['preload'] = preload;
}

/** Node's compile cache: programs and threads started by tests start in a third of the time. */
const env = { NODE_COMPILE_CACHE: at('.cache/node') };

/** Last, in parallel: one page of the interface, and one worker for the shell and the packages. */
const atTheEnd = { groupOrder: 1 };

/**
 * Tests that start programs again and again, use large sites, or repeat by chance: `npm run test:slow`. `npm test` leaves them out,
 * so that it stays short; CI runs both.
 */
const SLOW = [
  'test/build/**/*.test.ts',
  'test/cli.test.ts',
  'test/core/cli/places/**/*.test.ts',
  'test/core/cli/{every-command,site-commands,transfer-commands,tree-commands}.test.ts',
  'test/core/engine/memory.test.ts',
  'test/core/live/model/found.test.ts',
  'test/core/reader/long-texts.test.ts',
  'test/core/server/host/check-later.test.ts',
  'test/core/store/file/file-checker.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/readme.test.ts',
  'test/recipes/**/*.test.ts',
  'test/reliability/**/*.test.ts',
  'test/transfer/**/{kill,peers}.test.ts',
  'test/transfer/{tree,search}.test.ts',
  'test/transfer/invented/**/*.test.ts',
];

/** The files of test/e2e that `npm test` runs: a first day, and the frame. `npm run test:e2e` runs all of them. */
const SHORT = ['frame/frame', 'transfer/first-day'].map((name) => `test/e2e/${name}.test.ts`);
/** One start of the window for each planted fault: not in `npm test`, but in `npm run test:e2e`. */
const PLANTED = 'test/electron/planted.test.ts';
const isShort = process.env['E2E'] === 'short';

const core: TestProjectInlineConfiguration = {
  extends: false,
  root,
  test: {
    name: 'core',
    environment: 'node',
    env,
    alias: [{ find: THREADS, replacement: at('test/support/threads.ts') }],
    globalSetup: ['test/support/built.ts'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/electron/**', 'test/renderer/**', 'test/packaging/**', 'test/clients/**', ...SLOW],
    // Module state is kept per site (weak maps), so test files can share a worker: a third less processor time.
    isolate: false,
    maxWorkers: 4,
    // Generous, so that a slow machine does not fail.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
  },
};

const slow: TestProjectInlineConfiguration = {
  ...core,
  test: { ...core.test, name: 'slow', include: SLOW, exclude: [] },
};

/** The shell, built once and run in the Electron stand-in. Each file starts its own instance with its own folders. */
const electron: TestProjectInlineConfiguration = {
  extends: false,
  root,
  test: {
    name: 'electron',
    environment: 'node',
    env,
    include: ['test/electron/**/*.test.ts'],
    exclude: isShort ? [PLANTED] : [],
    globalSetup: ['test/electron/built.ts'],
    sequence: atTheEnd,
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
};

/** The interface in a real Chromium, component by component: roles, keys, focus, axe. */
const renderer: TestProjectInlineConfiguration = {
  extends: false,
  root,
  cacheDir,
  plugins: page,
  // Listed, because a dependency discovered late would reload the page in the middle of a test. Icons are imported one by one.
  optimizeDeps: { include: ['axe-core', 'bits-ui', 'valibot', 'vitest-browser-svelte'], exclude: ['@lucide/svelte'] },
  test: {
    name: 'renderer',
    include: ['test/renderer/**/*.test.ts'],
    setupFiles: ['test/renderer/setup.ts'],
    // One page at a time: key presses go to the focused page.
    fileParallelism: false,
    sequence: atTheEnd,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // The first run on a machine also pre-bundles the packages for the browser.
      connectTimeout: 180_000,
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: { ...(chrome && { executablePath: chrome }), args: chromeFlags },
      }),
    },
  },
};

/** The interface in the window and in a browser with a real server; each file has its own site. */
const e2e: TestProjectInlineConfiguration = {
  extends: false,
  root,
  test: {
    name: 'e2e',
    environment: 'node',
    env,
    include: isShort ? SHORT : ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/built.ts'],
    // Each file has its own server and Chromium, but the modules that start and drive them are loaded once per worker.
    isolate: false,
    maxWorkers: 4,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
};

/** The unpacked program as an installer would place it on disk, built from dist/ around a generated Electron. */
const packaging: TestProjectInlineConfiguration = {
  extends: false,
  root,
  test: {
    name: 'packaging',
    environment: 'node',
    env,
    include: ['test/packaging/**/*.test.ts'],
    sequence: atTheEnd,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
};
const projects = [core, slow, electron, renderer, e2e, packaging];

export default defineConfig({
  root: has('renderer/index.html') ? at('renderer') : root,
  cacheDir,
  // In the window and in the browser alike: app://ui/polydesk/ui/ and {server}/polydesk/ui/.
  base: '/polydesk/ui/',
  // Plugin timings are of no interest when starting the program.
  build: { rolldownOptions: { checks: { bundlerTimings: false } } },
  plugins: [...page, preload(at('renderer/App.svelte')), compileAhead(at('renderer/App.svelte')), noteLicences()],
  environments: programs,
  builder: {
    async buildApp(builder) {
      const wanted = Object.keys(programs).flatMap((name) => builder.environments[name] ?? []);
      await Promise.all(wanted.map((environment) => builder.build(environment)));
      // The page is one of them, and its About box reads this list.
      writeLicences(Object.keys(programs), at('dist/renderer'));
      writeCompanion(at('dist/renderer'));
    },
  },
  test: { projects, allowOnly: false, sequence: { sequencer: LongestFirst } },
});
