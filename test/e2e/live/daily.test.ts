// A day with the live site, by mouse and by keyboard: what a check reads, a push of what is ticked by rule, what the site stored
// otherwise, and the folds of a conflict.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFaultyProxy, type FaultyProxy } from '../../support/faulty-proxy.ts';
import { openWordPress, type WordPress } from '../../support/wordpress/server.ts';
import { holdMessage, seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;
let wp: WordPress;
let line: FaultyProxy;

interface Post {
  id: number;
  title: { raw: string };
  content: { raw: string };
}
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const text = (...paragraphs: string[]) => paragraphs.map(paragraph).join('\n\n');
const LINES = ['The first words.', 'The second words.', 'The third words.', 'The last words.'] as const;
const TITLES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const tab = (name: string | RegExp) => app.page.getByRole('tab', { name });
const row = (name: string | RegExp) => app.page.getByRole('row', { name });
const press = async (...keys: string[]) => {
  for (const each of keys) await app.page.keyboard.press(each);
};
const postsHere = () => app.api<Post[]>('GET', '/wp/v2/posts?context=edit&per_page=100&status=any');
async function here(title: string): Promise<Post> {
  const found = (await postsHere()).find((post) => post.title.raw.startsWith(title));
  return found ?? expect.fail(`No post ${title}`);
}
const there = (title: string) => [...wp.site.posts.values()].find((post) => post.title.startsWith(title));
const edit = async (title: string, fields: object) =>
  app.api('PATCH', `/wp/v2/posts/${(await here(title)).id}`, fields);
async function runs(path: string, body = {}): Promise<void> {
  await app.api('POST', `/polydesk/v1/live/${path}`, body);
  await untilDone();
}
async function untilDone(): Promise<void> {
  const state = async () => (await app.api<{ run: { state: string } | null }>('GET', '/polydesk/v1/live')).run?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}
/** Moves by Tab until this has the focus. */
async function tabTo(target: ReturnType<typeof button>): Promise<void> {
  const isReached = async () => (await target.and(app.page.locator(':focus')).count()) === 1;
  for (let tabs = 0; tabs < 12 && !(await isReached()); tabs++) await press('Tab');
  expect(await isReached()).toBe(true);
}

beforeAll(async () => {
  // An editor there without the right to unfiltered HTML: scripts are taken out.
  wp = await openWordPress({ surface: 'pro', filtersHtml: true });
  line = await openFaultyProxy(wp.url);
  wp.site.home = line.url;
  wp.site.settings['url'] = line.url;
  for (const title of TITLES) {
    const post = { title, slug: title.toLowerCase(), status: 'publish', content: text(...LINES) };
    await wp.ask('POST', '/wp/v2/posts?lang=en', post);
  }
  await wp.ask('POST', '/wp/v2/pages?lang=en', { title: 'About', slug: 'about', status: 'publish' });
  await wp.ask('POST', '/wp/v2/tags?lang=en', { name: 'Bikes', slug: 'bikes' });
});
afterAll(async () => {
  await line.close();
  await wp.close();
});

useApp('browser', '#/languages', (opened) => (app = opened));

test('a check shows list by list what it reads; it pauses by key and goes on by mouse', async () => {
  const { page } = app;
  await app.api('PUT', '/polydesk/v1/live', { url: line.url, user: 'admin', password: wp.passwords['admin'] });
  await page.evaluate(() => (location.hash = '#/live'));
  line.rule = ({ path }) => (/\/wp\/v2\/(?:posts|pages|tags|categories)\?/.test(path) ? { wait: 2500 } : undefined);
  await button(/^Check now/).waitFor();
  await press('r');
  const lists = page.getByRole('list', { name: 'What is read' }).getByRole('listitem');
  const of = (name: string) => lists.filter({ hasText: name });
  await of('Pages').filter({ hasText: 'Waiting' }).waitFor();
  const read = of('Categories').filter({ hasText: /\d read/ });
  await read.waitFor();
  await press('p');
  await button(/^Resume/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  line.rule = () => undefined;
  await button(/^Resume/).click();
  await tab(/^To pull \d/).waitFor();
  await untilDone();
});

test('a push of what is ticked: groups and lines are left out, more of them is shown, and later edits wait', async () => {
  const { page } = app;
  await runs('pulls');
  for (const title of TITLES.slice(0, 4)) await edit(title, { title: `${title} edited` });
  const [about] = await app.api<Post[]>('GET', '/wp/v2/pages?context=edit');
  await app.api('PATCH', `/wp/v2/pages/${about?.id}`, { title: 'About us' });
  await page.evaluate(() => (location.hash = '#/live'));
  await tab(/^To push 5/).click();
  await row(/Alpha edited/).waitFor();
  const list = page.getByRole('treegrid');
  // By keyboard: the head of the pages, whose group is left out.
  await list.focus();
  await press('End', 'ArrowLeft');
  await expect.poll(() => row(/^Pages 1/).getAttribute('aria-selected')).toBe('true');
  await press(' ');
  await row(/^Pages 1 not ticked/).waitFor();
  await press('Control+Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: '4 become public at once' }).waitFor();
  await untilFocusIn(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await seriousFaults(page, 'front')).toEqual([]);
  // Three are named; the fourth is one key away, in the list.
  await tabTo(dialog.getByRole('button', { name: '1 more' }));
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await button('Type: Posts').first().waitFor();
  // By mouse: a line less.
  await row(/Delta edited/)
    .locator('.tick-box')
    .click();
  await row(/Delta edited.*not ticked/).waitFor();
  await button(/^Push 3/).click();
  await dialog.getByRole('heading', { name: '3 become public at once' }).waitFor();
  expect(await dialog.getByText('About us').count()).toBe(0);
  // Edited after the review: it is left to the next push.
  await edit('Gamma', { title: 'Gamma later' });
  await dialog.getByRole('button', { name: /^Push 3/ }).click();
  await page.getByRole('heading', { name: /^2 of 3 pushed/ }).waitFor({ timeout: 60_000 });
  const skipped = page.locator('.entry').filter({ hasText: 'Gamma' });
  await skipped.getByText(/Changed or added since you looked at the list/).waitFor();
  expect(['Alpha', 'Beta', 'Gamma', 'Delta', 'About'].map((title) => there(title)?.title)).toEqual([
    ...['Alpha edited', 'Beta edited', 'Gamma', 'Delta', 'About'],
  ]);
  expect(await seriousFaults(page)).toEqual([]);
});

test('what the site stored otherwise stands beside what was sent; its version is taken by key and by mouse', async () => {
  const { page } = app;
  const sent = `${text(...LINES)}\n\n<!-- wp:html -->\n<script>x()</script>\n<!-- /wp:html -->`;
  await edit('Epsilon', { content: sent });
  await runs('checks');
  await runs('pushes', { lines: await keysOf('Epsilon') });
  await page.evaluate(() => (location.hash = '#/live/report'));
  const entry = page.locator('.entry').filter({ hasText: 'Epsilon' });
  await entry.click();
  const card = page.getByRole('region', { name: 'Content', exact: true });
  await card.getByText('You sent').waitFor();
  await card.getByText('The site stored').waitFor();
  const fold = card.getByRole('button', { name: '4 blocks are the same' });
  await fold.click();
  await card.getByText('The third words.').waitFor();
  await fold.click();
  await card.getByText('The third words.').waitFor({ state: 'hidden' });
  expect(await seriousFaults(page)).toEqual([]);
  const take = button('Take the site’s version');
  const content = async () => (await here('Epsilon')).content.raw;
  expect(await content()).toBe(sent);
  await entry.focus();
  await press('Enter');
  await tabTo(take);
  await press('Enter');
  await holdMessage(page, 'Epsilon');
  await page.getByText('This file has the site’s version.').waitFor();
  expect(await content()).not.toContain('<script>');
  expect(await content()).toBe(there('Epsilon')?.content);
  await undoMessage(page, 'Epsilon');
  await page.getByText(/This file keeps your version/).waitFor();
  expect(await content()).toBe(sent);
  await take.click();
  await page.getByText('This file has the site’s version.').waitFor();
  expect(await content()).toBe(there('Epsilon')?.content);
  // From the report to the item, and back.
  await entry.focus();
  await press('o');
  await page.waitForURL(/#\/edit\/post\/\d+/);
  await page.goBack();
  await entry.waitFor();
});

test('blocks between the parts of a conflict are unfolded by key and by mouse, and stay as they are', async () => {
  const { page } = app;
  const [first, second, third, last] = LINES;
  await edit('Alpha', { content: text(first, `${second} Here.`, third, last) });
  await wp.ask('POST', `/wp/v2/posts/${there('Alpha')?.id}`, { content: text(first, `${second} There.`, third, last) });
  await runs('checks', { full: true });
  await page.evaluate(() => (location.hash = '#/live/conflicts'));
  const above = button('1 block is the same');
  const below = button('2 blocks are the same');
  await below.click();
  await page.getByText('The last words.').waitFor();
  expect(await below.getAttribute('aria-expanded')).toBe('true');
  expect(await seriousFaults(page)).toEqual([]);
  await below.click();
  await page.getByText('The last words.').waitFor({ state: 'hidden' });
  await page.getByRole('listbox').focus();
  await press('Enter');
  const part = page.getByRole('radiogroup', { name: /Paragraph 2/ });
  await untilFocusIn(part);
  await press('Shift+Tab', 'Enter');
  await page.getByText(first, { exact: true }).waitFor();
  expect(await above.getAttribute('aria-expanded')).toBe('true');
  await untilFocusIn(above);
  await press('ArrowDown');
  await untilFocusIn(part);
  await press('2');
  await page.getByText('Everything is chosen').waitFor();
  await press('Control+Enter');
  await tab(/^Conflicts 0/).waitFor();
  expect((await here('Alpha')).content.raw).toBe(text(first, `${second} There.`, third, last));
});

async function keysOf(title: string): Promise<string[]> {
  const lines = await app.api<{ key: string; title: string }[]>('GET', '/polydesk/v1/live/plan?direction=push');
  return lines.filter((one) => one.title.startsWith(title)).map(({ key }) => key);
}
