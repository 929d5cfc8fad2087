// `npm run gallery [-- NAME ...]`: screenshots of every screen, dialog and state of the built interface, into ./gallery. With
// names, only the scenes with these prefixes; `--looks=light,900`: only in these looks. `--axe`: also prints the serious axe violations. `--readme`: the picture of the
// README instead.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { seriousFaults } from '../e2e/axe.ts';
import { launch } from '../e2e/start.ts';
import { looks, type Look, type LookName } from './looks.ts';
import { scenes, type Scene } from './scenes.ts';
import { closeSites, openContext, openFor, play, undoAll, type Sites } from './stage.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'gallery');
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const onlyLooks = process.argv
  .find((word) => word.startsWith('--looks='))
  ?.slice('--looks='.length)
  .split(',');
const isForAxe = process.argv.includes('--axe');
const isForReadme = process.argv.includes('--readme');

const browser = await launch();
const wanted = scenes.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
const sites = {} as Sites;
const faults: string[] = [];
try {
  if (isForReadme) await takeReadmePicture();
  else await takeAll();
} finally {
  await browser.close();
  await closeSites(sites);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function takeAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const taken: string[] = [];
  for (const look of Object.keys(looks) as LookName[]) {
    if (onlyLooks && !onlyLooks.includes(String(look))) continue;
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
  await openFor(scene, join(root, 'dist'), sites);
  const context = await openContext(browser, sites, scene, look);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`));
    await play(page, sites, scene).catch((error: unknown) => faults.push(`${path}: ${firstLine(error)}`));
    await page.screenshot({ path });
    if (isForAxe) faults.push(...(await seriousFaults(page)).map((fault) => `${path}: ${fault.slice(0, 400)}`));
    await undoAll(sites[scene.site ?? 'full']);
  } finally {
    await context.close();
  }
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
