// Servers for the clients: the built command line, each in its own process and on its own copy of one site.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const entry = join(import.meta.dirname, '../../dist/headless/headless.js');
const token = 'clients-have-this-token';

/** How many posts of each language a new site has; more of English than a page may hold. */
export const POSTS = { en: 105, fr: 7 };

/** How many pages it has: more than one list may hold too. */
export const PAGES = 101;

/** Makes a site with two languages and posts in both. Answers its file. */
export async function makeSite(folder) {
  const file = join(folder, 'start.polydesk');
  const server = await startServer(folder, file);
  const write = (path, body) => ask(server, path, body);
  // A live site always has an address; ours once it is told, and fluent-wp-client reads no settings without.
  await write('/wp/v2/settings', { email: 'editor@example.org' });
  await write('/pll/v1/languages', { locale: 'en_US' });
  await write('/pll/v1/languages', { locale: 'fr_FR' });
  const titles = Object.entries(POSTS).flatMap(([lang, count]) =>
    Array.from({ length: count }, (_, at) => ({ title: `${lang} ${at + 1}`, status: 'publish', lang })),
  );
  const pages = Array.from({ length: PAGES }, (_, at) => ({ title: `Page ${at + 1}`, status: 'publish', lang: 'en' }));
  const all = [
    ...titles.map((body) => ({ path: '/wp/v2/posts', body })),
    ...pages.map((body) => ({ path: '/wp/v2/pages', body })),
  ];
  for (let at = 0; at < all.length; at += 25) await write('/batch/v1', { requests: all.slice(at, at + 25) });
  await server.stop();
  return file;
}

/** Imports the export of a site in three languages. Answers its file. */
export async function importSite(folder) {
  const file = join(folder, 'tour.polydesk');
  await polydesk(folder, ['import', file, join(import.meta.dirname, '../fixtures/site.wxr.xml'), '--quiet']);
  return file;
}

/** Serves a copy of a site that `name` has to itself. It comes from elsewhere, so it is confirmed first. */
export async function serveCopy(folder, file, name) {
  const own = join(folder, name);
  mkdirSync(own);
  const copy = join(own, 'site.polydesk');
  copyFileSync(file, copy);
  await polydesk(own, ['trust', copy, '--all', '--quiet']);
  return startServer(own, copy);
}

/** Runs a command of `polydesk`, with the files of Polydesk itself in `folder`. */
async function polydesk(folder, words) {
  const env = { ...process.env, POLYDESK_DATA: join(folder, 'data') };
  const child = spawn(process.execPath, [entry, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`polydesk ${words[0]} ended with ${code}.`);
}

async function startServer(folder, file) {
  const env = { ...process.env, POLYDESK_TOKENS: `admin:administrator:${token}`, POLYDESK_DATA: join(folder, 'data') };
  const child = spawn(process.execPath, [entry, 'serve', file, '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('close', done));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(data.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
  const { url } = JSON.parse(line);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, root: `${url}/wp-json/`, user: 'admin', token, stop };
}

async function ask({ root, user, token }, path, body) {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
    'Content-Type': 'application/json',
  };
  const answer = await fetch(root + path.slice(1), { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status > 207) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
