// The main process for the tests of this folder, with a page of its own: these tests are about the shell and must neither wait
// for the interface nor use an outdated dist/.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';
import { isBuilt } from '../../build/bootstrap/stamps.mjs';

const root = resolve(import.meta.dirname, '../..');
/** Below the project, where the built program finds its packages. */
const place = join(root, '.cache/window');
export const built = join(place, 'dist');

/** Vitest calls it once before all files of the project. */
export async function setup(): Promise<void> {
  rmSync(place, { recursive: true, force: true });
  if (isBuilt()) for (const name of programs) cpSync(join(root, 'dist', name), join(built, name), { recursive: true });
  else await build();
  cpSync(join(root, 'package.json'), join(place, 'package.json'));
  for (const [name, text] of Object.entries(page)) {
    const path = join(built, 'renderer', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
}

const programs = ['main', 'preload', 'headless', 'worker', 'reader'];

async function build(): Promise<void> {
  const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'warn' });
  const parts = programs.map((name) => {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`vite.config.ts has no ${name}`);
    environment.config.build.outDir = join(built, name);
    return builder.build(environment);
  });
  await Promise.all(parts);
}

/** A page with one button that adds a language, and a list that hears of changes: in the window and in the browser. */
const page = {
  'index.html': `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Test</title>
<link rel="stylesheet" href="/polydesk/ui/assets/page.css">
<script type="module" src="/polydesk/ui/assets/page.js"></script></head>
<body><button>Add</button><output></output><ul></ul><a href="https://example.org/" target="_blank">Out</a>
<a href="https://example.org/away">Away</a><img alt="" src="/polydesk/flags/fr.svg"></body></html>`,
  'assets/page.css': 'output { color: rgb(1, 2, 3); }',
  'assets/page.js': `
const output = document.querySelector('output');
const inBrowser = {
  on() {},
  async rest({ method, path, body }) {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + sessionStorage.getItem('token') };
    const response = await fetch('/wp-json' + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  },
};
const { rest, on } = window.polydesk ?? inBrowser;
if (!window.polydesk) {
  const code = location.hash.slice('#code='.length);
  history.replaceState(null, '', '/');
  const { body } = await rest({ method: 'POST', path: '/polydesk/v1/session', body: { code } });
  if (body.token) sessionStorage.setItem('token', body.token);
  output.textContent = body.token ? 'signed in' : 'not signed in';
}
on('change', ({ summary }) => {
  const item = document.createElement('li');
  item.textContent = summary;
  document.querySelector('ul').append(item);
});
on('command', (id) => { output.textContent = id; });
document.addEventListener('try', async () => { output.textContent = JSON.stringify(await tryEverything()); });
document.querySelector('button').addEventListener('click', async () => {
  const body = { name: 'English', slug: 'en', locale: 'en_US', flag: 'us' };
  const answer = await rest({ method: 'POST', path: '/pll/v1/languages', body });
  output.textContent = answer.status + ' ' + answer.body.slug;
});

// What the policy of the page has to stop. It stands here because what a debugger evaluates is not held to it.
async function tryEverything() {
  // Out of the debugger's hands first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const violations = new Set();
  document.addEventListener('securitypolicyviolation', (event) => violations.add(event.effectiveDirective));
  const refused = (work) => { try { work(); return false; } catch { return true; } };
  const markup = refused(() => { document.createElement('div').innerHTML = '<b>x</b>'; });
  const code = refused(() => new Function('return 1')());
  const text = refused(() => eval('1'));
  const source = refused(() => { document.createElement('script').src = 'https://example.org/x.js'; });
  const style = document.createElement('style');
  style.textContent = 'output { color: rgb(9, 9, 9); }';
  document.head.append(style);
  document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.org/' }));
  const image = Object.assign(document.createElement('img'), { src: 'https://example.org/x.png' });
  // Told after the breach is.
  const blocked = new Promise((resolve) => image.addEventListener('error', resolve));
  document.body.append(image);
  const fetched = await fetch('https://example.org/').then(() => 'answered', () => 'refused');
  await blocked;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { color } = getComputedStyle(output);
  return { markup, code, text, source, fetched, color, violations: [...violations].sort() };
}
`,
};
