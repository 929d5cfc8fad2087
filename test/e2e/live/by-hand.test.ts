// A site with the free edition and without our plugin: groups of the plan are folded, and translations that only the site can
// link are found in the report, by keys and by mouse.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWordPress, type WordPress } from '../../support/wordpress/server.ts';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
let wp: WordPress;

const row = (name: string | RegExp) => app.page.getByRole('row', { name });
const focused = (name: string | RegExp) =>
  app.page.getByRole('button', { name }).and(app.page.locator(':focus')).waitFor();
const press = async (...keys: string[]) => {
  for (const each of keys) await app.page.keyboard.press(each);
};
const edit = (title: string) => {
  const found = [...wp.site.posts.values()].find((post) => post.title === title);
  return `${wp.url}/wp-admin/post.php?post=${found?.id}&action=edit`;
};

beforeAll(async () => {
  wp = await openWordPress({ surface: 'free' });
});
afterAll(() => wp.close());

useApp('browser', '#/languages', (opened) => (app = opened));

async function done(): Promise<string> {
  const { run } = await app.api<{ run: { state: string } | null }>('GET', '/polydesk/v1/live');
  return run?.state ?? '';
}
async function runs(path: string): Promise<void> {
  await app.api('POST', `/polydesk/v1/live/${path}`, {});
  await expect.poll(done, { timeout: 60_000 }).toBe('done');
}

test('groups of the plan are folded by keys, and stay so', async () => {
  const { page } = app;
  await app.api('PUT', '/polydesk/v1/live', { url: wp.url, user: 'admin', password: wp.passwords['admin'] });
  await runs('checks');
  await runs('pulls');
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', { title: 'New', status: 'publish', lang: 'en' });
  const french = { title: 'Neuf', status: 'publish', lang: 'fr', translations: { en: id } };
  await app.api('POST', '/wp/v2/posts', french);
  await app.api('POST', '/wp/v2/tags', { name: 'Fresh', lang: 'en' });
  await page.evaluate(() => (location.hash = '#/live'));
  const list = page.getByRole('treegrid');
  const lines = page.locator('[role="row"][aria-level="2"]');
  const posts = row(/^Posts/);
  await expect.poll(() => lines.count()).toBe(3);
  await list.focus();
  await press('Home');
  await expect.poll(() => posts.getAttribute('aria-selected')).toBe('true');
  expect(await posts.getAttribute('aria-expanded')).toBe('true');
  await press('ArrowLeft');
  await expect.poll(() => posts.getAttribute('aria-expanded')).toBe('false');
  expect(await lines.count()).toBe(1);
  expect(await list.getAttribute('aria-rowcount')).toBe('3');
  expect(await seriousFaults(page)).toEqual([]);
  // The other list and back: as it was left.
  await page.getByRole('tab', { name: /^To pull/ }).click();
  await page.getByRole('tab', { name: /^To push/ }).click();
  await expect.poll(() => posts.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('button', { name: /^Push 3 changes/ }).count()).toBe(1);
  await list.focus();
  await press('Home', ' ');
  await page.getByRole('button', { name: /^Push 1 change…/ }).waitFor();
  await press(' ', 'Enter');
  await expect.poll(() => lines.count()).toBe(3);
  // From a line back to its head, and folded by mouse.
  await press('ArrowDown', 'ArrowDown', 'ArrowLeft');
  await expect.poll(() => posts.getAttribute('aria-selected')).toBe('true');
  await posts.locator('.fold').click();
  await expect.poll(() => posts.getAttribute('aria-expanded')).toBe('false');
  await posts.locator('.fold').click();
  await expect.poll(() => posts.getAttribute('aria-expanded')).toBe('true');
});

test('translations that only the site can link are named with the way to them', async () => {
  const { page } = app;
  await page.getByRole('treegrid').focus();
  await press('Control+Enter');
  await page.getByRole('heading', { name: /^Push to / }).waitFor();
  await press('Control+Enter');
  await page.getByRole('heading', { name: 'Link these by hand' }).waitFor({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'To be linked with' }).waitFor();
  // What has no translations is not among them.
  expect((await page.locator('.entry').filter({ hasText: 'by hand' }).allTextContents()).join()).not.toContain('Fresh');
  expect(await seriousFaults(page)).toEqual([]);
  const first = page.locator('.entry[aria-current="true"]');
  const title = async () => (await first.textContent())?.match(/New|Neuf/)?.[0] ?? '';
  const other = { New: 'Neuf', Neuf: 'New' };
  const link = (to: string) => page.getByRole('link', { name: `Open on the site ${to}` });
  // By keys: the next entry, and from it to the link of its partner.
  await first.focus();
  const before = (await title()) as 'New' | 'Neuf';
  expect(await link(other[before]).getAttribute('href')).toBe(edit(other[before]));
  await press('ArrowDown');
  await link(before).waitFor();
  await focused(new RegExp(other[before]));
  const target = link(before);
  const isReached = async () => (await target.and(page.locator(':focus')).count()) === 1;
  for (let tabs = 0; tabs < 6 && !(await isReached()); tabs++) await press('Tab');
  expect(await isReached()).toBe(true);
  expect(await target.getAttribute('href')).toBe(edit(before));
  // By mouse.
  await page.locator('.entry', { hasText: before }).click();
  await link(other[before]).waitFor();
  expect(await link(other[before]).getAttribute('target')).toBe('_blank');
  // Undo never writes to the site: it says where a push is undone.
  const writes = () => wp.seen.filter(({ asked }) => !asked.startsWith('GET')).length;
  const sent = writes();
  await page.locator('.entry').first().focus();
  await press('Control+z');
  await page.getByRole('status').getByText('Undo a push in its report.').waitFor();
  expect(writes()).toBe(sent);
  // What was stored counts as pushed, though its links are still to be made: it can be undone.
  await page.getByRole('heading', { name: '3 of 3 pushed' }).waitFor();
  const statusOf = (title: string) => [...wp.site.posts.values()].find((post) => post.title === title)?.status;
  expect([statusOf('New'), statusOf('Neuf')]).toEqual(['publish', 'publish']);
  await page.getByRole('button', { name: 'Undo this push…' }).focus();
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  // The tag has no trash there: it stays unless it is ticked.
  await page.getByRole('heading', { name: '2 new posts go to the trash there' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Fresh' }).getAttribute('aria-checked')).not.toBe('true');
  await page.getByRole('button', { name: /^Undo 2 changes/ }).click();
  await expect.poll(() => [statusOf('New'), statusOf('Neuf')], { timeout: 60_000 }).toEqual(['trash', 'trash']);
});
