// From the first word to a site whose languages link to each other: an article is written by keyboard alone, scheduled,
// translated next to its page, shown on the finished site, and a hreflang without a return link is fixed.
import { expect, test } from 'vitest';
import { seriousFaults, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/posts', (opened) => (app = opened));

interface Post {
  id: number;
  status: string;
  date: string;
  slug: string;
  content: { raw: string };
}
const post = (id: number) => app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const type = (words: string) => app.page.keyboard.type(words);
const press = async (...keys: string[]) => {
  for (const each of keys) await app.page.keyboard.press(each);
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let english = 0;
let french = 0;

test('an article with a picture and a table is written by keyboard alone', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  await app.api('POST', '/wp/v2/settings', { permalink_structure: '/%postname%/' });
  // There is a page of that name already, which nobody remembers.
  await app.api('POST', '/wp/v2/pages', { title: 'Sous la pluie', lang: 'fr', status: 'publish' });
  // The page hears of the languages a moment later.
  await expect.poll(() => page.getByRole('navigation').first().innerText()).toMatch(/Languages\s+2/);
  await page.getByRole('button', { name: /New post/ }).focus();
  await press('Enter');
  await expect.poll(focused).toBe('Title, English');
  await type('In the rain');
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/edit\/post\/\d+$/);
  english = Number(/\d+$/.exec(await page.evaluate(() => location.hash))?.[0]);
  await press('Control+Shift+E');
  const text = page.getByRole('textbox', { name: 'Text, English' });
  await untilFocusIn(text);
  await type('Rain is no reason to stay home.');
  await press('Enter', 'Control+Shift+M');
  const picker = page.getByRole('dialog', { name: 'Choose a picture' });
  await untilFocusIn(picker);
  await press('Tab');
  const chooser = page.waitForEvent('filechooser');
  await press('Enter');
  await (await chooser).setFiles({ name: 'rain.png', mimeType: 'image/png', buffer: PNG });
  await picker.getByRole('button', { name: 'rain.png', pressed: true }).waitFor();
  await picker.getByLabel('Alternative text').focus();
  await type('A rider in the rain');
  await press('Enter');
  await picker.waitFor({ state: 'detached' });
  await text.getByRole('img', { name: 'A rider in the rain' }).waitFor();
  await untilFocusIn(text);
  // Behind the picture there is a paragraph to go on in.
  await press('Control+End');
  await type('/tab');
  await page.getByRole('option', { name: 'Table', selected: true }).waitFor();
  await press('Enter');
  for (const word of ['Jacket', 'Weight', 'Price', 'Light', '200 g', '80']) {
    await type(word);
    await press('Tab');
  }
  expect(await seriousFaults(page)).toEqual([]);
  await press('Control+s');
  await expect.poll(async () => (await post(english)).content.raw).toContain('<th>Jacket</th>');
  const { content } = await post(english);
  expect(content.raw).toContain('alt="A rider in the rain"');
  expect(content.raw.match(/<!-- wp:\w+/g)).toEqual(['paragraph', 'image', 'table'].map((name) => `<!-- wp:${name}`));
  expect(content.raw.startsWith('<!-- wp:paragraph -->\n<p>Rain is no reason to stay home.</p>')).toBe(true);
});

test('it is scheduled', async () => {
  const { page } = app;
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByLabel('Publish on').fill('2031-05-06T07:08');
  await details.getByLabel('Status').focus();
  await press('Enter');
  await page.getByRole('option', { name: 'Scheduled' }).waitFor();
  await type('Sch');
  await press('Enter');
  await press('Control+s');
  await expect.poll(async () => (await post(english)).status).toBe('future');
  expect((await post(english)).date).toBe('2031-05-06T07:08:00');
});

test('it is translated next to its page', async () => {
  const { page } = app;
  await go(`#/edit/post/${english}?lang=fr`);
  await expect.poll(focused).toBe('Title, French');
  await press('Control+Shift+E');
  const sheet = page.getByRole('region', { name: 'Page with its texts' });
  await sheet.getByText('Rain is no reason').waitFor();
  await page.getByRole('textbox', { name: 'Title, French' }).focus();
  await type('Sous la pluie');
  await sheet.getByText('Sous la pluie').waitFor();
  await page.getByRole('textbox', { name: 'Paragraph, French' }).focus();
  await press('Control+a');
  await type('La pluie n’est pas une raison de rester chez soi.');
  await sheet.getByText('La pluie n’est pas').waitFor();
  await page.getByText(/^\d parts? shows? English$/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await press('Control+Enter');
  const left = page.getByRole('dialog');
  await untilFocusIn(left);
  await press('2', 'Enter');
  // It comes out with its source.
  const versions = () => app.api<Post[]>('GET', '/wp/v2/posts?lang=fr&status=future');
  await expect.poll(async () => (await versions()).map(({ date }) => date)).toEqual(['2031-05-06T07:08:00']);
  french = (await versions())[0]?.id ?? 0;
  const { content } = await post(french);
  expect(content.raw).toContain('La pluie n’est pas');
  expect(content.raw).toContain('alt="A rider in the rain"');
});

test('the finished site is walked, and a hreflang that does not lead back is mended', async () => {
  const { page } = app;
  // Its day has come.
  for (const id of [english, french])
    await app.api('POST', `/wp/v2/posts/${id}`, { status: 'publish', date: '2026-01-02T03:04:05' });
  await go('#/settings/urls');
  await page.getByRole('button', { name: 'Preview the site' }).focus();
  await press('Enter');
  await page.getByRole('link', { name: /^http:\/\/.*\.localhost:\d+/ }).waitFor();
  const check = page.getByRole('button', { name: 'Check all pages' });
  await check.focus();
  await press('Enter');
  const oneWay = page.getByRole('listitem').filter({ hasText: 'which does not name it back' });
  await oneWay.getByText(/^Names .*sous-la-pluie/).waitFor();
  expect(await oneWay.getByRole('button', { name: /in-the-rain/ }).count()).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);
  const taken = page.getByRole('listitem').filter({ hasText: 'belongs to another page' });
  await taken.getByRole('button').focus();
  await press('Enter');
  // The editor of the translation: its address is changed there, by keys.
  await page.getByRole('heading', { name: 'In the rain' }).waitFor();
  await page.getByRole('textbox', { name: 'Slug, French' }).focus();
  await expect.poll(focused).toBe('Slug, French');
  await press('Control+a');
  await type('rouler-sous-la-pluie');
  await press('Control+s');
  await expect.poll(async () => (await post(french)).slug).toBe('rouler-sous-la-pluie');
  await go('#/settings/urls');
  await check.focus();
  await press('Enter');
  await page.getByText('Nothing is wrong.').waitFor();
  // As visitors see it: each page names the other.
  await go('#/settings/urls');
  const link = page.getByRole('link', { name: /^http:\/\/.*\.localhost:\d+/ });
  const tab = await page.context().newPage();
  await tab.goto(`${(await link.getAttribute('href')) ?? ''}fr/rouler-sous-la-pluie/`);
  await tab.getByRole('heading', { level: 1, name: 'Sous la pluie' }).waitFor();
  await tab.getByRole('link', { name: 'English' }).click();
  await tab.getByRole('heading', { level: 1, name: 'In the rain' }).waitFor();
  expect(await tab.locator('head link[hreflang="fr-FR"]').getAttribute('href')).toMatch(/rouler-sous-la-pluie/);
  await tab.close();
});
