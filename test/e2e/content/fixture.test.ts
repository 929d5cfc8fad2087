// The content of a real export in the desk: every item opened next to its source, links to one item, the selection as a file.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { closeMessages, untilAt, untilFocusIn, useApp, type App } from '../app.ts';
import { importFile } from '../import-file.ts';

interface Item {
  id: number;
  lang?: string;
  title: { raw: string };
  content?: { raw: string };
  excerpt?: { raw: string };
  translations: Record<string, number>;
}

let app: App;
const fixture = readFileSync(resolve(import.meta.dirname, '../../fixtures/site.wxr.xml'), 'utf8');
const go = (to: string) => app.page.evaluate((hash) => void (location.hash = hash), to);
const hash = () => app.page.evaluate(() => location.hash);
const entries = () => app.api<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');

/** Every post, page and item of a type of its own that has languages. */
async function items(): Promise<Item[]> {
  const types = Object.values(await app.api<Record<string, { rest_base: string }>>('GET', '/wp/v2/types'));
  const bases = types.map(({ rest_base }) => rest_base).filter((base) => base !== 'media');
  const query = 'context=edit&status=any&per_page=100&orderby=id&order=asc';
  const lists = bases.map((base) => app.api<Item[]>('GET', `/wp/v2/${base}?${query}`));
  // Types without languages have no editor.
  return (await Promise.all(lists)).flat().filter(({ lang }) => lang !== undefined);
}

useApp('browser', '#/overview', (opened) => (app = opened));

/** Every second item, from the first or from the second on: all of them are more than one test should hold. */
test.each([0, 1])(
  'every item opens in the editor, and a save without a change stores nothing: half %i',
  async (half) => {
    const { page } = app;
    if (half === 0) await importFile(app, 'site.xml', fixture);
    await expect.poll(async () => (await items()).length).toBeGreaterThan(25);
    const before = await items();
    const [last] = await entries();
    for (const { id, title } of before.filter((_item, at) => at % 2 === half)) {
      const read = page.waitForResponse((answer) => answer.url().endsWith(`/drafts/post/${id}`));
      await go(`#/edit/post/${id}`);
      await read;
      await expect.poll(() => page.getByRole('textbox', { name: /^Title/ }).textContent()).toBe(title.raw);
      // What the item before said is gone: each says that it was saved.
      await closeMessages(page);
      await page.keyboard.press('Control+s');
      await page.getByRole('status').locator('.toast').getByText(/saved/i).waitFor();
    }
    expect(await items()).toEqual(before);
    expect(await entries()).toEqual([last]);
  },
);

test('an address leads to one item in a language: posts to the editor, terms to their names', async () => {
  const { page } = app;
  const linked = (await items()).find(({ translations }) => Object.keys(translations).length > 1);
  const [code = '', id = 0] = Object.entries(linked?.translations ?? {}).find(([, each]) => each !== linked?.id) ?? [];
  await go(`#/posts/${linked?.id ?? 0}?lang=${code}`);
  await expect.poll(hash).toBe(`#/edit/post/${id}`);
  const terms = await app.api<Item[]>('GET', '/wp/v2/categories?per_page=100');
  const term = terms.find(({ translations }) => Object.keys(translations).length > 1);
  await go(`#/edit/term/${term?.id ?? 0}?lang=${term?.lang ?? ''}`);
  await page.getByRole('complementary').getByRole('textbox', { name: /^Name/ }).and(page.locator(':focus')).waitFor();
  await expect.poll(hash).toBe('#/categories');
  await go('#/categories/999999');
  await page.getByText('This term no longer exists.').waitFor();
});

test('selected articles are exported: by keyboard alone', async () => {
  const { page } = app;
  await go('#/posts');
  await untilAt(page, '#/posts');
  const first = page.locator('[role=row]:not([aria-busy]) > * > [role=rowheader]').first();
  await first.focus();
  await first.press('Space');
  await page.getByRole('row', { selected: true }).waitFor();
  await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Export selection…' }).press('Enter');
  await untilFocusIn(page.getByRole('dialog', { name: 'Export selection' }));
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Control+Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.xml$/);
  await page.getByText(/items? exported to/).waitFor();
});

test('more than eight types fold; the one that is open is never hidden', async () => {
  const { page } = app;
  const model = await app.api<{ post_types: object[] }>('GET', '/polydesk/v1/content-model');
  const names = Array.from({ length: 8 }, (_, at) => `kind${at}`);
  const added = names.map((name) => ({ name, label: `Kind ${name.at(-1) ?? ''}`, rest_base: name }));
  await app.api('PUT', '/polydesk/v1/content-model', { ...model, post_types: [...model.post_types, ...added] });
  const { post_types } = await app.api<{ post_types: string[] }>('GET', '/pll/v1/settings');
  await app.api('POST', '/pll/v1/settings', { post_types: [...post_types, ...names] });
  const nav = page.getByRole('navigation', { name: 'Sections' });
  await nav
    .getByRole('link', { name: 'kind7' })
    .or(nav.getByRole('link', { name: 'Kind 7' }))
    .waitFor({ state: 'detached' });
  await nav.getByRole('button', { name: /More types/, expanded: false }).press('Enter');
  const last = nav.getByRole('link', { name: /kind ?7/i });
  await last.click();
  await nav.getByRole('button', { name: 'Fewer types', expanded: true }).click();
  await last.waitFor();
  expect(await nav.getByRole('link', { name: /kind ?6/i }).count()).toBe(0);
});

test('a bulk change that runs is cancelled: from its dialog, and above the list once that is closed', async () => {
  const { page } = app;
  let isCancelled = false;
  // A change that takes its time, told as the server tells it.
  await page.route('**/polydesk/v1/bulk', (route) => route.fulfill({ status: 202, json: { job: 77 } }));
  await page.route('**/polydesk/v1/jobs/77', async (route) => {
    if (route.request().method() === 'DELETE') isCancelled = true;
    const state = isCancelled ? 'cancelled' : 'running';
    await route.fulfill({ json: { id: 77, kind: 'bulk', state, done: 3, total: 10, report: null, entry: null } });
  });
  await go('#/posts');
  await untilAt(page, '#/posts');
  const first = page.locator('[role=row]:not([aria-busy]) > * > [role=rowheader]').first();
  for (const way of ['dialog', 'list']) {
    isCancelled = false;
    await first.focus();
    if ((await page.getByRole('toolbar').count()) === 0) await first.press('Space');
    await page.getByRole('toolbar').getByRole('button', { name: 'Set language…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set language' });
    await untilFocusIn(dialog);
    // What the first way said is gone.
    await closeMessages(page);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('progressbar').waitFor();
    if (way === 'list') await dialog.getByRole('button', { name: 'Close' }).click();
    const place = way === 'list' ? page.getByRole('toolbar') : dialog;
    await place.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. Nothing was changed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => isCancelled).toBe(true);
  }
  await page.unroute('**/polydesk/v1/bulk');
});
