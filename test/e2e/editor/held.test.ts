// What prevents publishing besides missing marks, where a source change inside a block is shown, and menus of tiles.
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  status: string;
  content: { raw: string };
}

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const group = (...blocks: string[]) =>
  `<!-- wp:group -->\n<div class="wp-block-group">${blocks.join('\n\n')}</div>\n<!-- /wp:group -->`;
const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', lang: 'en', ...body });
const post = (id: number) => app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('a text that lacks a placeholder of its source holds the publication, until it is put in or left out', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const { page } = app;
  const { id } = await make({ title: 'Greeting', content: paragraph('Hello {name}, welcome to the club') });
  const { id: target } = await make({
    ...{ title: 'Salut', content: paragraph('Bonjour, bienvenue au club'), lang: 'fr', status: 'draft' },
    translations: { en: id },
  });
  await go(`#/edit/post/${target}`);
  await page.getByRole('heading', { name: 'Greeting' }).waitFor();
  await page.getByText('1 placeholder of this text is missing').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not finished: Paragraph lacks {name}. Add it or leave it out.').waitFor();
  await expect.poll(focused).toBe('Paragraph, French');
  expect((await post(target)).status).toBe('draft');
  await page.getByRole('button', { name: '{name} put back' }).click();
  await page.getByText('1 placeholder of this text is missing').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await post(target)).status).toBe('publish');
  expect((await post(target)).content.raw).toContain('bienvenue au club {name}');
});

test('with parts left and an error, publishing is off in the question, and its key does nothing', async () => {
  const { page } = app;
  const content = [paragraph('Hello {name}, welcome to the club'), paragraph('More words to translate')].join('\n\n');
  const { id } = await make({ title: 'Greeting again', content });
  const { id: target } = await make({
    ...{ title: 'Salut encore', lang: 'fr', status: 'draft', translations: { en: id } },
    content: [paragraph('Bonjour, bienvenue au club'), paragraph('More words to translate')].join('\n\n'),
  });
  await go(`#/edit/post/${target}`);
  await page.getByRole('heading', { name: 'Greeting again' }).waitFor();
  await page.getByText('1 placeholder of this text is missing').waitFor();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: '1 part of the French text is left' });
  await dialog.getByText('Fix 1 error before publishing.').waitFor();
  expect(await dialog.getByRole('radio', { name: 'Publish as partial' }).isDisabled()).toBe(true);
  await page.keyboard.press('2');
  await dialog.getByRole('radio', { name: 'Go to the first one', checked: true }).waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await post(target)).status).toBe('draft');
});

test('a change that is only in how a block is built has the focus when the stale version is opened', async () => {
  const { page } = app;
  const before = [paragraph('One text here.'), group(paragraph('Two of them.')), paragraph('Three it is.')].join(
    '\n\n',
  );
  const { id } = await make({ title: 'Built', content: before });
  const { id: target } = await make({
    ...{ title: 'Construit', lang: 'fr', translations: { en: id } },
    content: [paragraph('Un texte.'), group(paragraph('Deux.')), paragraph('Trois.')].join('\n\n'),
  });
  const image =
    '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->';
  const after = [paragraph('One text here.'), group(paragraph('Two of them.')), image, paragraph('Three it is.')];
  await app.api('POST', `/wp/v2/posts/${id}`, { content: after.join('\n\n') });
  await expect
    .poll(async () => (await app.api<{ state: string }>('GET', `/polydesk/v1/staleness/post/${target}`)).state)
    .toBe('needs_update');
  await go(`#/edit/post/${target}`);
  await page.getByRole('heading', { name: 'Built' }).waitFor();
  const isOnAct = () => page.evaluate(() => document.activeElement?.closest('[data-block]') !== null);
  await expect.poll(isOnAct).toBe(true);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('[data-editor] [data-block] button').length))
    .toBe(0);
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await post(target)).content.raw).toContain('wp-block-separator');
  // It leads back to the list.
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
});

test('a tile offers the actions of its file, by mouse and by the menu key', async () => {
  const { page } = app;
  await go('#/media');
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer });
  const tile = page.getByRole('option', { name: /bell/ });
  await tile.click({ button: 'right' });
  await page.getByRole('menu', { name: /bell/ }).waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Edit/), expect.stringMatching(/^Delete/)]),
  );
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('option');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor();
  await page.keyboard.press('Escape');
});
