// `npm run gallery [-- NAME ...]`: pictures of every screen, dialog and state of the built interface, into ./gallery.
// With names, only the scenes that begin so. `--axe`: what axe finds serious in each is told too. `--readme`: the picture of
// the README instead.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { seriousFaults } from '../e2e/axe.ts';
import { launch, startServer, type Served } from '../e2e/start.ts';
import { looks, type Look, type LookName } from './looks.ts';
import { answerBadly, scenes, type Scene } from './scenes.ts';
import { askAs } from './served.ts';
import { fillSite, type Ask } from './site.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'gallery');
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const isForAxe = process.argv.includes('--axe');
const isForReadme = process.argv.includes('--readme');

/** A served site and how a page of a new context is signed in to it. */
interface Site extends Served {
  token: string;
  /** The last journal entry that belongs to the sample. */
  last: number;
}

const browser = await launch();
const sites = { full: await openSite(fillSite), empty: await openSite() };
const faults: string[] = [];
try {
  if (isForReadme) await takeReadmePicture();
  else await takeAll();
} finally {
  await browser.close();
  await Promise.all(Object.values(sites).map((site) => site.close()));
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const wanted = scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
  const taken: string[] = [];
  for (const look of Object.keys(looks) as LookName[]) {
    const here = wanted.filter((scene) => (scene.looks ?? ['light', 'dark']).includes(look));
    for (const scene of here) {
      const file = `${scene.name}-${look}.png`;
      rmSync(join(folder, file), { force: true });
      await take(scene, looks[look], join(folder, file))
        .then(() => taken.push(file))
        .catch((error: unknown) => faults.push(`${file}: ${firstLine(error)}`));
    }
  }
  writeFileSync(join(folder, 'index.html'), contactSheet(taken.toSorted()));
  console.log(`${taken.length} pictures in ${folder}`);
}

async function take(scene: Scene, look: Look, path: string): Promise<void> {
  const context = await openContext(browser, scene, look);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`));
    for (const [part, how] of Object.entries(scene.server ?? {})) {
      await page.route((url) => url.pathname.includes(part), answerBadly(how));
    }
    await page.goto(`${sites[scene.site ?? 'full'].url}/${scene.at}`);
    await settle(page);
    await scene.act?.(page).catch((error: unknown) => faults.push(`${path}: ${firstLine(error)}`));
    await settle(page);
    await page.screenshot({ path });
    if (isForAxe) faults.push(...(await seriousFaults(page)).map((fault) => `${path}: ${fault.slice(0, 400)}`));
    await undoAll(sites[scene.site ?? 'full']);
  } finally {
    await context.close();
  }
}

function openContext(from: Browser, { site = 'full', isGuest }: Scene, look: Look): Promise<BrowserContext> {
  const { theme, locale = 'en', width = 1280, height = 800, zoom = 1 } = look;
  const size = { width: width / zoom, height: height / zoom };
  return from
    .newContext({ viewport: size, deviceScaleFactor: zoom, reducedMotion: 'reduce', locale: 'en-GB' })
    .then(async (context) => {
      const stored = JSON.stringify({ theme, locale });
      const token = isGuest ? '' : sites[site].token;
      await context.addInitScript(
        ([preferences, session]) => {
          // The frame of a preview has no storage.
          if (window !== window.top) return;
          localStorage.setItem('polydesk.preferences', preferences);
          if (session) sessionStorage.setItem('polydesk.session', session);
        },
        [stored, token] as const,
      );
      return context;
    });
}

/** Until nothing more arrives: the stream of changes never ends, so the network is never idle. */
async function settle(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.waitForTimeout(250);
}

async function openSite(fill?: (ask: Ask) => Promise<void>): Promise<Site> {
  const served = await startServer(join(root, 'dist'));
  const ask = askAs(served);
  await fill?.(ask);
  const { code } = await ask<{ code: string }>('POST', '/polydesk/v1/session');
  const { token } = await ask<{ token: string }>('POST', '/polydesk/v1/session', { code });
  const [last] = await ask<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');
  return { ...served, token, last: last?.id ?? 0 };
}

/** What a scene wrote is taken back, for the next one. */
async function undoAll(site: Site): Promise<void> {
  const ask = askAs(site);
  const entries = await ask<{ id: number; undone_by: unknown; undoes: unknown }[]>('GET', '/polydesk/v1/history');
  const made = entries.filter(({ id, undone_by, undoes }) => id > site.last && !undone_by && !undoes);
  for (const { id } of made) await ask('POST', `/polydesk/v1/history/${id}/undo`, {});
}

/** The first screen. */
async function takeReadmePicture(): Promise<void> {
  const scene = scenes.find(({ name }) => name === 'languages');
  if (!scene) throw new Error('There is no scene for the README');
  await take(scene, looks.light, join(root, 'build/resources/languages.png'));
}

function contactSheet(files: readonly string[]): string {
  const pictures = files.map(
    (file) => `<figure><img src="${file}" width="640" loading="lazy"><figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title>${pictures.join('\n')}\n`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 4).join(' ');
}
