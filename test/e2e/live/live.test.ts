// The live site as a person uses it: two engines, connect, pull, edit here and there, a conflict, push over an interrupted
// connection, undo.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Live } from '../../../core/schema/live/live.ts';
import { make } from '../../core/live/support/pair.ts';
import { openLiveSite, type LiveSite } from '../../support/live-site.ts';
import { holdMessage, seriousFaults, undoMessage, useApp, type App } from '../app.ts';

let app: App;
let there: LiveSite;
/** Whether writes of the site fail from now on. */
let isCut = false;
const ids: Record<string, number> = {};

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const tab = (name: string | RegExp) => app.page.getByRole('tab', { name });
const line = (name: string | RegExp) => app.page.getByRole('row', { name });

interface Post {
  id: number;
  slug: string;
  title: { raw: string };
  content: { raw: string };
}
const postsHere = () => app.api<Post[]>('GET', '/wp/v2/posts?context=edit&per_page=100&status=any');
const titlesHere = async () => (await postsHere()).map(({ title }) => title.raw).toSorted();
function postThere(id: number): Post {
  const { engine, admin } = there.bench;
  return engine.dispatch({ method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } }, admin).body as Post;
}

beforeAll(async () => {
  there = await openLiveSite({
    hides: ['polydesk/v1'],
    fault: (method, path) => (isCut && method !== 'GET' && path.includes('/wp/v2/posts') ? { status: 500 } : undefined),
  });
  const { bench } = there;
  for (const [slug, locale] of [
    ['en', 'en_US'],
    ['fr', 'fr_FR'],
  ])
    bench.ask('POST', '/pll/v1/languages', { locale, slug, name: slug });
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta'])
    ids[name] = make(bench, '/wp/v2/posts', {
      title: name,
      slug: name.toLowerCase(),
      status: 'publish',
      lang: 'en',
      content: [paragraph(`${name} one two three.`), paragraph('The last words.')].join('\n\n'),
    });
});
afterAll(() => there.close());

useApp('browser', '#/live', (opened) => (app = opened));

test('a site is connected by keyboard, and its first check shows what is there', async () => {
  const { page } = app;
  await button(/^Connect a site/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Address of your site' }).fill(there.url);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'User name' }).fill('admin');
  await page.getByRole('textbox', { name: 'Application password' }).fill('wrong');
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(/does not/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Application password' }).fill(there.passwords['admin'] ?? '');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'What this site can do' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Ready for the first check' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await tab(/^To pull/).waitFor();
  expect(await titlesHere()).toEqual([]);
  // The address was right and nobody signed in; then the password was wrong: the browser notes both.
  expect(app.faults.splice(0).filter((one) => !/status of 502 .*\/live\/probe/.test(one))).toEqual([]);
});

test('the content there is pulled as one step, and undone as one', async () => {
  const { page } = app;
  await tab(/^To pull/).click();
  await line(/Alpha/).waitFor();
  // Of what is new all fields are shown before it is pulled.
  await line(/Alpha/).click();
  await page.getByRole('region', { name: 'Title', exact: true }).getByText('Alpha').waitFor();
  await page.getByRole('region', { name: 'Content', exact: true }).getByText('Alpha one two three.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await button(/^Pull \d+ changes/).click();
  await holdMessage(page, /changes? pulled/);
  await expect.poll(titlesHere).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  expect((await postsHere()).map(({ id }) => id).toSorted()).toEqual(Object.values(ids).toSorted());
  await undoMessage(page, /changes? pulled/);
  await expect.poll(titlesHere).toEqual([]);
  await tab(/^To pull/).click();
  await button(/^Pull \d+ changes/).click();
  await expect.poll(titlesHere).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
});

test('edits of both sides are distinguished; a conflict is resolved by keys', async () => {
  const { page } = app;
  const { bench } = there;
  await app.api('PATCH', `/wp/v2/posts/${ids['Alpha']}`, { title: 'Alpha from here' });
  await app.api('PATCH', `/wp/v2/posts/${ids['Gamma']}`, {
    content: [paragraph('Gamma one two here.'), paragraph('The last words.')].join('\n\n'),
  });
  bench.ask('PATCH', `/wp/v2/posts/${ids['Beta']}`, { title: 'Beta from there' });
  bench.ask('PATCH', `/wp/v2/posts/${ids['Gamma']}`, {
    content: [paragraph('Gamma one two there.'), paragraph('The last words.')].join('\n\n'),
  });
  await app.api('PATCH', `/wp/v2/posts/${ids['Delta']}`, { title: 'Delta from here' });
  await tab(/^To push 3/).waitFor();
  await button(/^Check now/).click();
  await tab(/^Conflicts 1/).waitFor();
  await tab(/^To pull 1/).waitFor();
  await tab(/^Conflicts/).click();
  await page.getByRole('radiogroup', { name: /Paragraph 1.*not chosen/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('radiogroup', { name: /Paragraph 1/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('3');
  await page.getByText('Everything is chosen').waitFor();
  await page.keyboard.press('Control+Enter');
  await tab(/^Conflicts 0/).waitFor();
  const here = (await postsHere()).find(({ id }) => id === ids['Gamma']);
  expect(here?.content.raw).toContain('Gamma one two here.');
  expect(here?.content.raw).toContain('Gamma one two there.');
  await tab(/^To push 3/).waitFor();
});

test('an interrupted push is reported and resumed, and its report undoes it', async () => {
  const { page } = app;
  await tab(/^To push/).click();
  await line(/Alpha from here/).waitFor();
  isCut = true;
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^Push to / }).waitFor();
  await button('Cancel').and(page.locator(':focus')).waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await button(/^Resume/).waitFor({ timeout: 90_000 });
  expect(await seriousFaults(page)).toEqual([]);
  expect(postThere(ids['Alpha'] ?? 0).title.raw).toBe('Alpha');
  isCut = false;
  await button(/^Resume/).click();
  await page.getByRole('heading', { name: '3 of 3 pushed' }).waitFor({ timeout: 60_000 });
  expect(await seriousFaults(page)).toEqual([]);
  expect(postThere(ids['Alpha'] ?? 0).title.raw).toBe('Alpha from here');
  expect(postThere(ids['Delta'] ?? 0).title.raw).toBe('Delta from here');
  expect(postThere(ids['Gamma'] ?? 0).content.raw).toContain('Gamma one two there.');
  await button('Undo this push…').click();
  await button(/^Undo 3 changes/).click();
  await expect.poll(() => postThere(ids['Alpha'] ?? 0).title.raw).toBe('Alpha');
  await expect.poll(() => postThere(ids['Delta'] ?? 0).title.raw).toBe('Delta');
  // Until it has noted what it did, other writes here are refused.
  await expect.poll(async () => (await app.api<Live>('GET', '/polydesk/v1/live')).run?.state).toBe('done');
});

test('a pair is compared field by field, answered by key, and taken back', async () => {
  const { page } = app;
  await app.api('POST', '/wp/v2/tags', { name: 'Twin', lang: 'en', description: 'Made here' });
  make(there.bench, '/wp/v2/tags', { name: 'Twin', lang: 'en', description: 'Made there' });
  await button(/^Check now/).click();
  await tab(/^Same item\? 1/).click();
  await page.getByRole('row', { name: /^Name Twin Twin Same/ }).waitFor();
  await page.getByRole('row', { name: /^Description .*Made.*here.*Made.*there.*Differs/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('y');
  await page.getByRole('heading', { name: 'No questions left.' }).waitFor();
  await tab(/^Conflicts 1/).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'Is this the same item?' }).waitFor();
  await tab(/^Conflicts 0/).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'No questions left.' }).waitFor();
});

test('leaving by keyboard: the connection ends, the content stays', async () => {
  const { page } = app;
  await page.evaluate(() => (location.hash = '#/live'));
  await page.getByRole('button', { name: 'Connection', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Connection' }).waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  const before = await titlesHere();
  await button('Disconnect…').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Disconnect', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await app.api<{ state: string }>('GET', '/polydesk/v1/live')).state).toBe('none');
  expect(await titlesHere()).toEqual(before);
});
