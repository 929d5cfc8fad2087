// Information before an action: how many items a bulk action will create, and what an article has besides its texts.
import { expect, test } from 'vitest';
import { seriousFaults, untilAt, useApp, type App } from '../app.ts';

let app: App;
const go = (to: string) => app.page.evaluate((hash) => void (location.hash = hash), to);
const dialog = () => app.page.getByRole('dialog', { name: 'Translate what is missing' });
const make = (path: string, body: object) => app.api<{ id: number }>('POST', `/wp/v2/${path}`, body);
let post = 0;

useApp('browser', '#/overview', (opened) => (app = opened));

test('"Translate missing…" for all articles shows how many drafts there will be', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
  const tag = await make('tags', { name: 'Winter', lang: 'en' });
  post = (await make('posts', { title: 'One', status: 'publish', lang: 'en', tags: [tag.id] })).id;
  for (const title of ['Two', 'Three', 'Two again']) await make('posts', { title, status: 'publish', lang: 'en' });
  await make('posts', { title: 'Un', status: 'publish', lang: 'fr', translations: { en: post } });
  await go('#/posts');
  await untilAt(page, '#/posts');
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await page.getByRole('button', { name: 'Translate missing…' }).click();
  await dialog().getByText('3 missing').waitFor();
  await dialog().getByText('4 missing').waitFor();
  await dialog()
    .getByRole('checkbox', { name: /Deutsch/ })
    .check();
  await dialog()
    .getByText(/^Creates 4 drafts/)
    .waitFor();
  await dialog()
    .getByRole('checkbox', { name: /Français/ })
    .check();
  await dialog()
    .getByText(/^Creates 7 drafts/)
    .waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('for filtered articles the number is requested', async () => {
  const { page } = app;
  await page.getByPlaceholder('Filter by title or text').or(page.getByRole('searchbox')).first().fill('Two');
  await page.getByRole('rowheader').filter({ hasText: 'Three' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await page.getByRole('button', { name: 'Translate missing…' }).click();
  await dialog()
    .getByRole('checkbox', { name: /Deutsch/ })
    .check();
  await dialog()
    .getByText(/^Creates 2 drafts/)
    .waitFor();
  await page.keyboard.press('Escape');
});

test('the details of a source show its author, date, picture and terms, with links to them', async () => {
  const { page } = app;
  await go(`#/edit/post/${post}`);
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Author').waitFor();
  await expect.poll(() => details.getByRole('combobox', { name: 'Author' }).inputValue()).toBe('admin');
  await details.getByText('Featured image').waitFor();
  await details.getByText('Categories').waitFor();
  await details.getByRole('link', { name: 'Winter' }).click();
  await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
});
