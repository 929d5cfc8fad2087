// The memory as a screen: the site and its books, searching it, and a rebuild that is cancelled.
import { expect, test } from 'vitest';
import { picture } from './pictures.ts';
import { seriousFaults, untilFocusIn, useApp, type App } from '../app.ts';
import { importFile } from '../import-file.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const press = (keys: string) => app.page.keyboard.press(keys);
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const rows = () => app.page.getByRole('grid', { name: 'Books' }).getByRole('row');

/** A book of so many texts, as a file of another tool. */
function tmx(name: string, count: number): string {
  const units = Array.from({ length: count }, (_, n) => {
    const [en, fr] = [`Beam ${n} of ${name}`, `Faisceau ${n} de ${name}`];
    return `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="fr"><seg>${fr}</seg></tuv></tu>`;
  });
  const head = 'srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" o-tmf="x"';
  return `<tmx version="1.4"><header ${head} creationtool="x" creationtoolversion="1"/><body>${units.join('')}</body></tmx>`;
}
const bring = (book: string, count: number) => importFile(app, 'a.tmx', tmx(book, count), `?book=${book}`);
interface Memory {
  is_current: boolean;
  waiting: number;
  making: object | null;
}
const untilAtRest = () =>
  expect
    .poll(
      async () => {
        const { is_current, waiting, making } = await app.api<Memory>('GET', '/polydesk/v1/memory');
        return { is_current, waiting, making };
      },
      { timeout: 60_000 },
    )
    .toEqual({ is_current: true, waiting: 0, making: null });

test('the site', async () => {
  await app.page.waitForFunction(() => sessionStorage.getItem('polydesk.session') !== null);
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const en = { title: 'A front light', lang: 'en', status: 'publish' };
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', en);
  const fr = { title: 'Un éclairage avant', lang: 'fr', status: 'publish', translations: { en: id } };
  await app.api('POST', '/wp/v2/posts', fr);
  await bring('Agency', 2);
  // Enough for a rebuild that can be cancelled, and too few for one that starts by itself.
  await bring('Shop', 30_000);
  await untilAtRest();
});

test('the site is the first row and keeps its place, books move below it', async () => {
  await go('#/memory');
  const names = async () =>
    (await rows().allTextContents()).slice(1).map((text) => /This site|Agency|Shop/.exec(text)?.[0]);
  await expect.poll(names).toEqual(['This site', 'Agency', 'Shop']);
  expect(await rows().nth(1).textContent()).toContain('Always');
  expect(await seriousFaults(app.page)).toEqual([]);
  await picture(app.page, 'memory-books');
  await rows().nth(3).getByText('Shop').click();
  await press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['This site', 'Shop', 'Agency']);
  await rows().nth(2).getByText('Shop').click();
  await press('Alt+ArrowUp');
  await rows().nth(1).getByText('This site').click();
  await press('Delete');
  await press(' ');
  await press('Alt+ArrowDown');
  expect(await names()).toEqual(['This site', 'Shop', 'Agency']);
});

test('the pairs of the site follow what the memory learns', async () => {
  const own = () => rows().nth(1).textContent();
  // The titles, and the name of the category that every site has.
  expect(await own()).toContain('2 languages2');
  const en = { title: 'A rear light', lang: 'en', status: 'publish' };
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', en);
  const fr = { title: 'Un éclairage arrière', lang: 'fr', status: 'publish', translations: { en: id } };
  const { id: made } = await app.api<{ id: number }>('POST', '/wp/v2/posts', fr);
  await expect.poll(own, { timeout: 20_000 }).toContain('2 languages3');
  for (const each of [made, id]) await app.api('DELETE', `/wp/v2/posts/${each}?force=true`);
  await expect.poll(own, { timeout: 20_000 }).toContain('2 languages2');
});

test('words are searched from the head of the screen, and the item of a text is opened', async () => {
  const { page } = app;
  await page.getByRole('searchbox', { name: 'Search the memory' }).fill('front');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search the memory' });
  await untilFocusIn(dialog);
  await dialog.getByText('Un éclairage avant', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'memory-search');
  const words = dialog.getByRole('combobox', { name: 'Words to find' });
  const grid = (name: string) => dialog.getByRole('grid', { name });
  await words.fill('Beam 1 of Agency');
  await dialog.getByText('Faisceau 1 de Agency', { exact: true }).waitFor();
  await grid('1 match')
    .getByRole('row')
    .getByText(/^imported /)
    .waitFor();
  const choose = async (chip: string, item: string) => {
    await dialog.getByRole('button', { name: chip }).click();
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('menuitemcheckbox', { name: item }))
      .click();
  };
  await words.fill('ron');
  await grid('1 match in 1 item').waitFor();
  await dialog.getByRole('checkbox', { name: 'Whole words' }).click();
  await dialog.getByText('“ron” is not in the memory.').waitFor();
  await words.fill('front');
  await grid('1 match in 1 item').waitFor();
  await choose('Book: all', 'Agency');
  await dialog.getByText('“front” is not in the memory.').waitFor();
  await choose('Book: Agency', 'This site');
  await choose('Type: all', 'Pages');
  await dialog.getByText('“front” is not in the memory.').waitFor();
  await choose('Type: Pages', 'Posts');
  await grid('1 match in 1 item').waitFor();
  await words.press('Control+c');
  await page.getByText('Copied', { exact: true }).first().waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await choose('Type: Posts', 'all');
  await choose('Book: This site', 'all');
  await words.fill('Beam 1 of Agency');
  await dialog.getByText('Faisceau 1 de Agency', { exact: true }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Open the item' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Words to find' }).fill('front');
  await dialog.getByText('Un éclairage avant', { exact: true }).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Open the item' }).isEnabled()).toBe(true);
  await press('Enter');
  await page.waitForURL(/#\/edit\/post\/\d+/);
});

test('a rebuild is cancelled by keyboard, and the old memory is still in use', async () => {
  const { page } = app;
  await go('#/memory');
  await page.getByRole('button', { name: 'Rebuild' }).focus();
  await press('Enter');
  await page.getByText(/^Rebuilding: /).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus();
  await press('Enter');
  await page.getByText('Rebuild cancelled. The old index is still in use.').first().waitFor();
  const path = '/polydesk/v1/memory/search?q=Beam%201%20of%20Agency&from=en&to=fr';
  expect((await app.api<{ total: number }>('GET', path)).total).toBe(1);
});
