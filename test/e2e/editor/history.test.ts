// The history of one item: in the editor and in inspectors; word diffs, and undo by mouse and by key.
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
let post = 0;
const go = (to: string) => app.page.evaluate((hash) => void (location.hash = hash), to);
const write = (body: object) => app.api('PATCH', `/wp/v2/posts/${post}`, body);
const stored = async (): Promise<string> =>
  (await app.api<{ title: { raw: string } }>('GET', `/wp/v2/posts/${post}?context=edit`)).title.raw;
const line = (name: string | RegExp) => app.page.locator('[data-line]').filter({ hasText: name });
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

useApp('browser', '#/overview', (opened) => (app = opened));

test('every change of the item is listed, part by part with its words', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  await app.api('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  const content = [paragraph('A fixed light of 300 lumens.'), paragraph('Ride on quiet roads.')].join('\n\n');
  const made = await app.api<{ id: number }>('POST', '/wp/v2/posts', {
    title: 'Night',
    content,
    status: 'publish',
    lang: 'en',
  });
  post = made.id;
  await write({ content: content.replace('300', '400') });
  await write({ title: 'Night riding' });
  await write({ title: 'Night riding, safely', excerpt: 'How to' });
  await go(`#/edit/post/${post}`);
  await page
    .getByRole('radio', { name: 'History' })
    .or(page.getByText('History', { exact: true }))
    .first()
    .click();
  await line('Title, Excerpt').waitFor();
  await expect.poll(() => line('Paragraph 1').locator('del').textContent()).toContain('300');
  await expect.poll(() => line('Paragraph 1').locator('ins').textContent()).toContain('400');
  expect(await page.getByRole('status').filter({ hasText: '4 changes' }).count()).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);
});

test('by mouse: a change is shown in full next to the list, and undone', async () => {
  const { page } = app;
  await line('Paragraph 1').click();
  const detail = page.getByRole('complementary', { name: 'History' });
  await detail.getByText('A fixed light of 300 lumens.').waitFor();
  await detail.getByText('Not changed since.').waitFor();
  await detail.getByRole('button', { name: 'Go to the text' }).click();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('A fixed light of 400 lumens.');
  await page.getByText('History', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Undo: Title, Excerpt/ }).click();
  await expect.poll(stored).toBe('Night riding');
  await page.locator('s').filter({ hasText: 'Title, Excerpt' }).waitFor();
  await page.getByRole('button', { name: /^Redo: Title, Excerpt/ }).click();
  await expect.poll(stored).toBe('Night riding, safely');
  await page.locator('s').filter({ hasText: 'Title, Excerpt' }).waitFor({ state: 'detached' });
});

test('by keyboard: arrows select a change, R undoes it; later changes are announced first', async () => {
  const { page } = app;
  await line('Title, Excerpt').focus();
  const status = page.locator('footer[aria-label="Status"]');
  await page.keyboard.press('Home');
  await expect.poll(() => status.innerText()).toMatch(/Change.*Show.*Undo the latest.*Undo this change.*1 of 4/s);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('Title');
  await expect.poll(() => status.innerText()).toContain('2 of 4');
  await page
    .getByRole('complementary', { name: 'History' })
    .getByText(/^Changed again on/)
    .waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('heading', { name: 'Undo both changes?' }).waitFor();
  await dialog.getByText(/^“Title” was edited again on/).waitFor();
  expect(await stored()).toBe('Night riding, safely');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[data-line]:focus').count()).toBe(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('r');
  await expect.poll(stored).toBe('Night riding');
  await page.locator('s').filter({ hasText: 'Title, Excerpt' }).waitFor();
});

test('one part of a change is undone, and the rest of it stays', async () => {
  const { page } = app;
  await write({ title: 'Riding at night', excerpt: 'What to know' });
  await line('Riding at night').first().click();
  await page.getByRole('button', { name: 'Undo only “Excerpt”' }).click();
  const excerpt = async () =>
    (await app.api<{ excerpt: { raw: string } }>('GET', `/wp/v2/posts/${post}?context=edit`)).excerpt.raw;
  await expect.poll(excerpt).not.toBe('What to know');
  expect(await stored()).toBe('Riding at night');
});

test('a change and the later ones of the same text are undone together, newest first', async () => {
  const { page } = app;
  for (const title of ['Dusk', 'Dusk and dawn', 'Dusk, then dawn']) await write({ title });
  await line('Dusk').last().click();
  await page.keyboard.press('r');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('heading', { name: 'Undo all 3 changes?' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(stored).toBe('Riding at night');
  await page.getByText('3 changes undone').waitFor();
});

test('a change of one text is undone though another text of the content was changed since', async () => {
  const { page } = app;
  const content = async () =>
    (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${post}?context=edit`)).content.raw;
  const before = await content();
  await write({ content: before.replace('fixed', 'bright') });
  await write({ content: before.replace('fixed', 'bright').replace('quiet', 'calm') });
  await line('calm').first().waitFor();
  await line('bright').first().click();
  await page.getByRole('complementary', { name: 'History' }).getByText('Not changed since.').waitFor();
  await page.keyboard.press('r');
  await page.getByText('Undid the change of “Paragraph 1”').waitFor();
  expect(await content()).toBe(before.replace('quiet', 'calm'));
});

test('only changes of one field', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Field: All' }).click();
  await page.getByRole('menuitem', { name: 'Content' }).click();
  await page.getByRole('status').filter({ hasText: '5 changes' }).waitFor();
  expect(await line('Title').count()).toBe(0);
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await line('Title').first().waitFor();
});

test('the inspectors of terms show the history of the term', async () => {
  const { page } = app;
  const tag = await app.api<{ id: number }>('POST', '/wp/v2/tags', { name: 'Winter', lang: 'en' });
  await app.api('PATCH', `/wp/v2/tags/${tag.id}`, { description: 'Cold' });
  await go('#/tags');
  await page.getByText('Winter').first().click();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await line('Description').waitFor();
  await page.getByRole('button', { name: /^Undo: Description/ }).click();
  const description = async () => (await app.api<{ description: string }>('GET', `/wp/v2/tags/${tag.id}`)).description;
  await expect.poll(description).toBe('');
});
