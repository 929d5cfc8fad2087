// One config, one output per program: headless now; client, main and preload as soon as their sources exist.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

const root = import.meta.dirname;
const at = (path: string) => resolve(root, path);
const has = (path: string) => existsSync(at(path));

/** A program for Node or Electron's main process: everything bundled but what is named in `external`. */
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

const programs: Record<string, EnvironmentOptions> = {};
if (has('core/cli.ts')) programs['headless'] = nodeProgram('headless', 'core/cli.ts', ['better-sqlite3']);
if (has('renderer/index.html')) {
  programs['client'] = {
    build: {
      outDir: at('dist/renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      // The policy of the page has no fonts from data: addresses, and Chromium needs no help with preloading.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
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

const core: TestProjectInlineConfiguration = {
  extends: false,
  root,
  test: {
    name: 'core',
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/renderer/**', 'test/packaging/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
};
// To come, each with its folder: renderer (browser mode), e2e (the built program), packaging.
const projects = [core];

export default defineConfig({
  root: has('renderer/index.html') ? at('renderer') : root,
  // In the window and in the browser alike: app://ui/polydesk/ui/ and {server}/polydesk/ui/.
  base: '/polydesk/ui/',
  plugins: [svelte({ configFile: false })],
  environments: programs,
  builder: {
    async buildApp(builder) {
      const wanted = Object.keys(programs).flatMap((name) => builder.environments[name] ?? []);
      await Promise.all(wanted.map((environment) => builder.build(environment)));
    },
  },
  test: { projects, allowOnly: false },
});
