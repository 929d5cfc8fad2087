// The Overview screen: the first run, the second language, the matrix, the work queue; by mouse and by keyboard alone.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';
import { untilSettled } from '../watch.ts';

interface Item {
  id: number;
}

const exported = join(import.meta.dirname, '../../fixtures/site.wxr.xml');
let app: App;
const sources: Item[] = [];

const hash = () => app.page.evaluate(() => decodeURIComponent(location.hash));
const go = (to: string) => app.page.evaluate((wanted) => void (location.hash = wanted), to);
/** Closes the dialog and comes back once the screen behind has the focus again. */
async function comeBack(): Promise<void> {
  const { page } = app;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilSettled(page);
  await page.getByRole('link', { name: 'Overview' }).click();
}
const cell = (name: string | RegExp) => app.page.getByRole('gridcell').getByRole('link', { name });
const write = (lang: string, title: string, translations: Record<string, number> = {}) =>
  app.api<Item>('POST', '/wp/v2/posts', { title, content: title, status: 'publish', lang, translations });

useApp('window', '#/overview', (opened) => (app = opened));

test('an empty site: a file is chosen and goes to the import', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Import a site' }).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(exported);
  await expect.poll(hash).toBe('#/transfer');
  await page
    .getByRole('heading', { name: /Import/ })
    .first()
    .waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('heading', { name: 'Import a site' }).waitFor();
});

test('an empty site: by keyboard to the address of a live site, and to the first language', async () => {
  const { page } = app;
  const start = page.getByRole('button', { name: 'Start empty' });
  await page.getByRole('button', { name: 'Choose a file…' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Connect a live site' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Address' }).waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('button', { name: 'Choose a file…' }).focus();
  await page.keyboard.press('Tab');
  await start.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add language' }).waitFor();
  await comeBack();
});

test('one language: the next step is shown, immediately when another program adds it', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'Import a site' }).waitFor();
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  await page.getByRole('heading', { name: 'Add a second language' }).waitFor();
  await page.getByRole('button', { name: 'Add language…' }).click();
  await page.getByRole('dialog', { name: 'Add language' }).waitFor();
  await comeBack();
  for (const locale of ['fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
  await page.getByRole('grid', { name: /coverage/ }).waitFor();
});

test('a source that changes is in the queue immediately, and leads to the translation', async () => {
  const { page } = app;
  for (const title of ['Riding at night', 'The long climb']) sources.push(await write('en', title));
  await write('fr', 'Rouler de nuit', { en: sources[0]?.id ?? 0 });
  await cell('French, Posts: 50%, 1 missing').waitFor();
  await app.api('POST', `/wp/v2/posts/${sources[0]?.id ?? 0}`, { title: 'Riding at night, safely' });
  const queue = page.getByRole('complementary', { name: 'Work queue' });
  await queue.getByRole('heading', { name: /Source changed/ }).waitFor();
  await cell(/French.*Posts: 50%, 1 missing, 1 needs an update/).waitFor();
  await queue.getByRole('link', { name: /Riding at night, safely/ }).click();
  await expect.poll(hash).toMatch(/^#\/edit\/post\/\d+/);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('grid', { name: /coverage/ }).waitFor();
});

test('Ctrl+J goes on wherever one is: the newest draft first', async () => {
  const { page } = app;
  const draft = await app.api<Item>('POST', '/polydesk/v1/translations', {
    kind: 'post',
    id: sources[1]?.id,
    lang: 'de',
    title: 'Der lange Anstieg',
  });
  await page.getByText('Der lange Anstieg').waitFor();
  await go('#/preferences');
  await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
  await page.locator('main').focus();
  await page.keyboard.press('Control+j');
  await expect.poll(hash).toBe(`#/edit/post/${draft.id}`);
  await go('#/overview');
  await page.getByRole('button', { name: /Continue translating/ }).click();
  await expect.poll(hash).toBe(`#/edit/post/${draft.id}`);
});

test('the words that are left are compared with the memory, and lead to filling from it', async () => {
  const { page } = app;
  await write('en', 'The long climb');
  await go('#/overview');
  const left = /^[1-9]\d* words left\.$/;
  await expect.poll(() => page.getByRole('button', { name: left }).textContent()).toMatch(left);
  await page.getByRole('columnheader', { name: /Français.*[1-9]\d* words left/ }).waitFor();
  await page.getByRole('button', { name: 'Compare with memory…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Words left and the memory' });
  await dialog.getByLabel('Language').waitFor();
  await page.keyboard.press('Control+Enter');
  const table = dialog.getByRole('table', { name: 'Words left' });
  expect(await page.getByRole('listbox').count()).toBe(0);
  await table.getByRole('row', { name: /^100%, the same text \d+ \d+$/ }).waitFor();
  const total = await table.getByRole('row', { name: /^Total/ }).textContent();
  expect(Number(total?.match(/\d+$/)?.[0])).toBeGreaterThan(0);
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Fill from memory…' }).click();
  await page.getByRole('dialog', { name: 'Fill from memory' }).waitFor();
  await page.keyboard.press('Escape');
  await go('#/overview');
});

test('many languages stand below one another, the least complete first', async () => {
  const { page } = app;
  for (const locale of ['ar', 'ja', 'es_ES', 'it_IT', 'nl_NL', 'pl_PL'])
    await app.api('POST', '/pll/v1/languages', { locale });
  await go('#/overview');
  const grid = page.getByRole('grid', { name: /coverage/ });
  await grid.getByRole('columnheader', { name: /Posts/ }).waitFor();
  await expect.poll(() => grid.getByRole('rowheader').last().textContent()).toMatch(/English/);
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('10');
});

test('the narrow window: the queue opens over the matrix and gives the focus back', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 900, height: 600 });
  const opener = page.getByRole('button', { name: 'Work queue' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Work queue' }).waitFor();
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
});
