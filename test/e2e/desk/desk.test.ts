// The translator's desk next to the rows: matches of the memory, and searching it.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const KNOWN = {
  en: [
    'A steady front light of <strong>300 lumens</strong> is enough for lit streets.',
    'Fix the front light below the bars.',
    'Wear bright clothes when you ride at night.',
  ],
  fr: [
    'Un éclairage avant fixe de <strong>300 lumens</strong> suffit dans les rues éclairées.',
    'Fixez l’éclairage avant sous le guidon.',
    'Portez des vêtements clairs quand vous roulez la nuit.',
  ],
};
const WANTED = [
  'A steady front light of <strong>400 lumens</strong> is enough for lit streets.',
  'Fix the front light below the bars.',
  'Fix the rear light below the saddle and the bars.',
  'Nothing like this was ever written on this site before today.',
];
interface Post {
  id: number;
  title: { raw: string };
  content: { raw: string };
}
let source = 0;

const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const options = () => app.page.getByRole('listbox', { name: 'Matches of the memory' }).getByRole('option');
const text = (at: number) => app.page.getByRole('textbox', { name: /^Paragraph, French/ }).nth(at);
const press = (keys: string) => app.page.keyboard.press(keys);

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  const en = await make({ title: 'Choosing a light', lang: 'en', content: KNOWN.en.map(paragraph).join('\n\n') });
  const content = KNOWN.fr.map(paragraph).join('\n\n');
  await make({ title: 'Choisir un éclairage', lang: 'fr', content, translations: { en: en.id } });
  source = (await make({ title: 'Night riding', lang: 'en', content: WANTED.map(paragraph).join('\n\n') })).id;
  // What is written is learned in a moment.
  await expect
    .poll(async () => {
      const status = await app.api<{ is_current: boolean; waiting: number }>('GET', '/polydesk/v1/memory');
      return status.is_current && status.waiting === 0;
    })
    .toBe(true);
});

test('matches are shown next to the row, best first, and keys select and insert them', async () => {
  const { page } = app;
  await go(`#/edit/post/${source}?lang=fr`);
  await text(0).click();
  await expect.poll(() => options().count()).toBe(1);
  const [best] = await options().all();
  const words = (await best?.textContent())?.replace(/\s+/g, ' ');
  expect(words).toMatch(/^9\d% Only numbers differ.*Un éclairage avant fixe de 400.*Choisir un éclairage · confirmed/);
  await picture(page, 'memory');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Alt+Enter');
  // The bold words are bold, and it is to be checked.
  await expect
    .poll(() => text(0).textContent())
    .toBe('Un éclairage avant fixe de 400 lumens suffit dans les rues éclairées.');
  expect(await text(0).locator('[data-name="strong"]').textContent()).toBe('400 lumens');
  await page.getByText(/^Memory 9\d%, check$/).waitFor();
  // One letter of a person, and it is theirs.
  await press('End');
  await page.keyboard.type('!');
  await expect.poll(() => page.getByText(/^Memory 9\d%, check$/).count()).toBe(0);
});

test('an exact match is complete immediately, and another match is one key away', async () => {
  const { page } = app;
  await text(1).click();
  await options().filter({ hasText: '100%' }).filter({ hasText: 'Same text' }).waitFor();
  await press('Alt+Enter');
  await expect.poll(() => text(1).textContent()).toBe('Fixez l’éclairage avant sous le guidon.');
  expect(await page.getByText(/%, check$/).count()).toBe(0);
  await text(3).click();
  await page.getByText('No match of 70% or more.').waitFor();
});

test('a match is chosen with arrows in the list, and by mouse', async () => {
  const { page } = app;
  await text(0).click();
  await expect.poll(() => options().count()).toBe(1);
  await page.getByRole('listbox', { name: 'Matches of the memory' }).focus();
  await press('Enter');
  // Back in the text it was for.
  await expect
    .poll(() => text(0).textContent())
    .toBe('Un éclairage avant fixe de 400 lumens suffit dans les rues éclairées.');
  await untilFocusIn(text(0));
});

test('words are searched from a selection, and what is found goes to the caret', async () => {
  const { page } = app;
  await text(3).click();
  await page.keyboard.type('Voici');
  await press('Control+Shift+F');
  const dialog = page.getByRole('dialog', { name: 'Search the memory' });
  await dialog.getByRole('combobox', { name: 'Words to find' }).fill('bright clothes');
  await dialog.getByText('1 match in 1 item', { exact: true }).waitFor();
  expect(await dialog.locator('mark').first().textContent()).toBe('bright clothes');
  expect(await dialog.getByRole('row').first().textContent()).toContain('Choisir un éclairage · Paragraph 3');
  await picture(page, 'concordance');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await press('Enter');
  await expect.poll(() => text(3).textContent()).toBe('VoiciPortez des vêtements clairs quand vous roulez la nuit.');
  await dialog.waitFor({ state: 'detached' });
  await text(1).click();
  await press('Control+a');
  await press('Control+Shift+F');
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('Fixez l’éclairage avant sous le guidon.');
  await dialog.getByRole('combobox').fill('xyzzy');
  await dialog.getByText('“xyzzy” is not in the memory.').waitFor();
  await press('Escape');
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('in a narrow window the best match is shown below the row', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 900, height: 600 });
  await text(1).click();
  await page.getByRole('button', { name: 'Insert', exact: true }).waitFor();
  await picture(page, 'strip');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^All 1/ }).click();
  await options().first().waitFor();
  await press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the memory has a screen, and fills texts after a look; one step takes it back', async () => {
  const { page } = app;
  const other = await make({ title: 'Clothes', lang: 'en', content: paragraph(KNOWN.en[2] ?? '') });
  const versions = async () =>
    (await app.api<{ items: Record<string, unknown> }>('GET', `/polydesk/v1/items/post/${other.id}`)).items;
  await go('#/memory');
  await page.getByText(/^\d+ texts of this site and 0 imported pairs/).waitFor();
  await picture(page, 'memory-screen');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Fill from memory…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill from memory' });
  await dialog.getByRole('radio', { name: /from 85%/ }).click();
  await press('Control+Enter');
  await dialog.getByText(/can be filled, in/).waitFor();
  await picture(page, 'fill');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  expect(await versions()).not.toHaveProperty('fr');
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(versions).toHaveProperty('fr');
  await undoMessage(page, /filled from the memory/);
  await expect.poll(versions).not.toHaveProperty('fr');
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'memory-screen-900');
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});
