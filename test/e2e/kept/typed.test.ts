// Typed text is never lost: each letter is stored in the page's own storage, and restored however the page ended.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { built } from '../built.ts';
import { seriousFaults } from '../axe.ts';
import { serveAgain, type ServedAgain } from '../served-again.ts';
import { launch } from '../start.ts';

interface Post {
  id: number;
  title: { raw: string };
  content: { raw: string };
  excerpt: { raw: string };
}

let served: ServedAgain;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = [paragraph('Check both brakes.'), paragraph('Wear a helmet.')].join('\n\n');
const make = (body: object) => served.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const post = (id: number) => served.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const text = (name: string | RegExp) => page.getByRole('textbox', { name });
const open = (item: string) => page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const cameBack = () => page.getByText(/came back/);

beforeAll(async () => {
  [served, browser] = await Promise.all([serveAgain(built), launch()]);
  for (const locale of ['en_US', 'fr_FR', 'ar']) await served.api('POST', '/pll/v1/languages', { locale });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  page = await newPage();
  await page.goto(served.link());
  await page.getByRole('heading', { level: 1 }).waitFor();
});
afterAll(async () => Promise.all([browser.close(), served.close()]));

async function newPage(): Promise<Page> {
  const opened = await context.newPage();
  opened.setDefaultTimeout(30_000);
  return opened;
}

/** A published pair. */
async function pair(name: string) {
  const source = await make({ title: name, content: CONTENT, lang: 'en' });
  const content = [paragraph('Vérifiez les freins.'), paragraph('Portez un casque.')].join('\n\n');
  const target = await make({ title: `${name} fr`, content, lang: 'fr', translations: { en: source.id } });
  return { source: source.id, target: target.id };
}

/** Types behind what stands in a text. */
async function type(name: string | RegExp, words: string) {
  await text(name).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

test('typed while the server is gone, and killed with it: the text is back after the next start, and saved', async () => {
  const { target } = await pair('Brakes');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Brakes' }).waitFor();
  await served.kill();
  await type('Title, French', ' neufs');
  await text(/Paragraph, French/)
    .nth(1)
    .click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Toujours.');
  await page.close();
  await served.start();
  page = await newPage();
  await page.goto(served.link());
  await open(`post/${target}`);
  await cameBack().waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Brakes fr neufs');
  await expect
    .poll(() =>
      text(/Paragraph, French/)
        .nth(1)
        .textContent(),
    )
    .toBe('Portez un casque. Toujours.');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Brakes fr neufs');
  expect((await post(target)).content.raw).toContain('Portez un casque. Toujours.');
  // What was saved does not come back.
  await page.reload();
  await page.getByRole('heading', { name: 'Brakes' }).waitFor();
  await text('Title, French').waitFor();
  expect(await cameBack().count()).toBe(0);
});

test('an unsaved version, typed by keyboard while the server was gone, is restored, and created on the next key', async () => {
  const { id } = await make({ title: 'Helmets', content: CONTENT, lang: 'en' });
  await open(`post/${id}?lang=fr`);
  await page.getByRole('heading', { name: 'Helmets' }).waitFor();
  await text('Title, French').focus();
  await served.kill();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Casques');
  await expect.poll(() => text('Title, French').textContent()).toBe('Casques');
  await page.reload().catch(() => undefined);
  await served.start();
  await page.goto(`${served.url()}/#/edit/post/${id}?lang=fr`);
  await cameBack().waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Casques');
  expect(await served.api('GET', `/polydesk/v1/items/post/${id}`)).not.toHaveProperty('items.fr');
  await text('Title, French').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Control+s');
  const made = () => served.api<{ items: { fr?: { id: number } } }>('GET', `/polydesk/v1/items/post/${id}`);
  await expect.poll(async () => (await made()).items.fr?.id).toBeGreaterThan(0);
  const fr = (await made()).items.fr?.id ?? 0;
  await expect.poll(async () => (await post(fr)).title.raw).toBe('Casques!');
  expect((await post(fr)).content.raw).toBe(CONTENT);
});

test('the program of the page crashes between two letters: both are there', async () => {
  const { target } = await pair('Bells');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Bells' }).waitFor();
  await type('Title, French', ' clairs');
  await expect.poll(() => text('Title, French').textContent()).toBe('Bells fr clairs');
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
  page = await newPage();
  await page.goto(`${served.url()}/#/edit/post/${target}`);
  await signIn();
  await cameBack().waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Bells fr clairs');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.poll(() => text('Title, French').textContent()).toBe('Bells fr');
  await page.reload();
  await page.getByRole('heading', { name: 'Bells' }).waitFor();
  await text('Title, French').waitFor();
  expect(await cameBack().count()).toBe(0);
});

/** The only tab was lost, and its session with it. */
async function signIn() {
  const { code } = await served.api<{ code: string }>('POST', '/polydesk/v1/session', {});
  await page.evaluate((hash) => void (location.hash = hash), `#code=${code}`);
}

test('signed out while typing: the text is there after the next sign-in', async () => {
  const { target } = await pair('Pedals');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Pedals' }).waitFor();
  await type('Title, French', ' plats');
  await page.evaluate(() => sessionStorage.setItem('polydesk.session', 'gone'));
  await page.keyboard.type('!');
  await page.getByText('This page is not signed in').waitFor();
  await signIn();
  await cameBack().waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Pedals fr plats!');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Pedals fr plats!');
});

test('a conflict is found after a restart too, though the server never heard of the text', async () => {
  const { target } = await pair('Saddles');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Saddles' }).waitFor();
  await served.kill();
  await type('Title, French', ' en cuir');
  await expect.poll(() => text('Title, French').textContent()).toBe('Saddles fr en cuir');
  await page.goto('about:blank');
  await served.start();
  await served.api('POST', `/wp/v2/posts/${target}`, { title: 'Autre' });
  await page.goto(`${served.url()}/#/edit/post/${target}`);
  await page.getByText(/^Changed outside this window/).waitFor();
  expect(await text('Title, French').textContent()).toBe('Saddles fr en cuir');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Changed here and elsewhere' });
  await dialog.waitFor();
  expect((await post(target)).title.raw).toBe('Autre');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Saddles fr en cuir');
});

test('two tabs: the save of one is not overwritten by edits in the other', async () => {
  const { target } = await pair('Lights');
  await open(`post/${target}`);
  await page.getByRole('heading', { name: 'Lights' }).waitFor();
  await type('Title, French', ' A');
  const first = page;
  page = await newPage();
  await page.goto(`${served.url()}/#/edit/post/${target}`);
  await page.getByRole('heading', { name: 'Lights' }).waitFor();
  await text('Title, French').fill('Lampes');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(target)).title.raw).toBe('Lampes');
  await first.getByText(/^Changed outside this window/).waitFor();
  await first.keyboard.press('Control+s');
  await first.getByRole('dialog', { name: 'Changed here and elsewhere' }).waitFor();
  expect((await post(target)).title.raw).toBe('Lampes');
  await first.close();
});

test('texts that no page is at any more are named, shown with the mouse or thrown away; a page that lives is left alone', async () => {
  const [one, two] = [await pair('Chains'), await pair('Pumps')];
  for (const [name, { target }] of [['Chains', one] as const, ['Pumps', two] as const]) {
    await open(`post/${target}`);
    await page.getByRole('heading', { name }).waitFor();
    await type('Title, French', ' perdu');
    await expect.poll(() => text('Title, French').textContent()).toBe(`${name} fr perdu`);
  }
  const beside = await newPage();
  await beside.goto(`${served.url()}/#/languages`);
  await beside.getByRole('heading', { name: 'Languages' }).waitFor();
  await beside.waitForTimeout(800);
  expect(await beside.getByText('Texts that were not saved').count()).toBe(0);
  await page.close();
  page = beside;
  await page.reload();
  await page.getByText('Texts that were not saved').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Discard “Chains”' }).click();
  await page.getByRole('button', { name: 'Show “Pumps”' }).click();
  await cameBack().waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Pumps fr perdu');
  expect(await page.getByText('Texts that were not saved').count()).toBe(0);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.poll(() => text('Title, French').textContent()).toBe('Pumps fr');
  await open(`post/${one.target}`);
  await page.getByRole('heading', { name: 'Chains' }).waitFor();
  await expect.poll(() => text('Title, French').textContent()).toBe('Chains fr');
  expect(await cameBack().count()).toBe(0);
});

test('a site that moved to another port shows its former address', async () => {
  const before = served.url();
  await served.kill();
  await served.start(0);
  await page.goto(served.link());
  await page.getByText(`This site had another address before: ${before}`).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('note').filter({ hasText: before }).getByRole('button', { name: 'Close' }).click();
  expect(await page.getByText(before).count()).toBe(0);
});
