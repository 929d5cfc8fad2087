// Actions on a cell of the matrix: its menu by mouse and by key, and copying its content.
import { expect, test } from 'vitest';
import { holdMessage, seriousFaults, undoMessage, untilAt, useApp, type App } from '../app.ts';

let app: App;
const ids: Record<string, number> = {};
const go = (to: string) => app.page.evaluate((hash) => void (location.hash = hash), to);
const menu = () => app.page.getByRole('menu');
const act = (name: string | RegExp) => app.page.getByRole('menuitem', { name });
const cell = (title: string, language: RegExp) =>
  app.page.getByRole('row').filter({ hasText: title }).getByRole('gridcell', { name: language });
const make = async (body: object): Promise<number> =>
  (await app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body })).id;
/** What was written to the clipboard last. */
const copied = () => app.page.evaluate(() => (window as { copied?: string }).copied ?? '');

useApp('browser', '#/overview', (opened) => (app = opened));

test('by mouse: the menu of a cell lists its actions and runs them', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  ids['night'] = await make({ title: 'Night riding', lang: 'en' });
  ids['nuit'] = await make({ title: 'Rouler\tla nuit', lang: 'fr', translations: { en: ids['night'] } });
  ids['rain'] = await make({ title: 'Riding in the rain', lang: 'en' });
  await go('#/posts');
  await untilAt(page, '#/posts');
  await cell('Riding in the rain', /^French/).click({ button: 'right' });
  await page.getByRole('menu', { name: 'Riding in the rain, French' }).waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^New translation/), expect.stringMatching(/^Link…/)]),
  );
  expect(await act(/^Unlink/).count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe('fr');
  await cell('Night riding', /^French/).click({ button: 'right' });
  await act(/^Unlink/).click();
  await holdMessage(page, 'French unlinked');
  const linked = async () =>
    (await app.api<{ translations: object }>('GET', `/wp/v2/posts/${ids['night']}`)).translations;
  await expect.poll(linked).toEqual({ en: ids['night'] });
  await undoMessage(page, 'French unlinked');
  await expect.poll(linked).toEqual({ en: ids['night'], fr: ids['nuit'] });
  await cell('Night riding', /^French: translated/).waitFor();
});

test('by keyboard: Shift+F10 and the key of menus open it at the cell with the focus', async () => {
  const { page } = app;
  await cell('Night riding', /^French/).click();
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    await page.getByRole('menu', { name: 'Night riding, French' }).waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'detached' });
    await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe('fr');
  }
});

test('Ctrl+C copies the cell, or the cells of the chosen rows, with their addresses', async () => {
  const { page } = app;
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      (window as { copied?: string }).copied = text;
      return Promise.resolve();
    };
  });
  const address = async (id: number | undefined) =>
    (await app.api<{ link: string }>('GET', `/wp/v2/posts/${id ?? 0}`)).link;
  await page.keyboard.press('Control+c');
  await page.getByText('Copied 1 title with its address').waitFor();
  expect(await copied()).toBe(`Rouler la nuit\tFrench\t${await address(ids['nuit'])}`);
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+c');
  await page.getByText('Copied 3 titles with their addresses').waitFor();
  expect((await copied()).split('\n').sort()).toEqual(
    [
      `Night riding\tEnglish\t${await address(ids['night'])}`,
      `Riding in the rain\tEnglish\t${await address(ids['rain'])}`,
      `Rouler la nuit\tFrench\t${await address(ids['nuit'])}`,
    ].sort(),
  );
});

test('where articles are chosen the menu is about them', async () => {
  const { page } = app;
  await cell('Night riding', /^French/).click({ button: 'right' });
  await page.getByRole('menu', { name: 'Actions for 2 selected articles' }).waitFor();
  await act(/^Move to trash|^Trash/).waitFor();
  await act(/^Clear selection/).click();
  await expect.poll(() => page.getByRole('toolbar', { name: /selected/ }).count()).toBe(0);
});

test('terms have it too', async () => {
  const { page } = app;
  await app.api('POST', '/wp/v2/tags', { name: 'Winter', lang: 'en' });
  await go('#/tags');
  await page.getByText('Winter').first().click({ button: 'right' });
  await page.getByRole('menu', { name: 'Winter' }).waitFor();
  await act(/^Merge/).waitFor();
  await page.keyboard.press('Escape');
});

test('the list of shortcuts includes those of the focused cell, besides navigation', async () => {
  const { page } = app;
  await go('#/posts');
  await untilAt(page, '#/posts');
  await cell('Riding in the rain', /^French/).click();
  await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe('fr');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Next row', { exact: true }).waitFor();
  for (const name of [/^New translation/, /^Link…/, /^Select$/])
    await expect.poll(() => keys.getByText(name).count()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe('fr');
});
