// A site with the free edition and without our plugin: groups of the plan are folded, a new translation is pushed, and the
// report says which items have to be linked by hand; by mouse and by keyboard.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWordPress, type WordPress } from '../../support/wordpress/server.ts';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
let wp: WordPress;
const tab = (name: RegExp) => app.page.getByRole('tab', { name });
const row = (name: RegExp) => app.page.getByRole('row', { name });
const titles = async (lang: string) =>
  (await app.api<{ title: { raw: string } }[]>('GET', `/wp/v2/posts?context=edit&status=any&lang=${lang}`)).map(
    ({ title }) => title.raw,
  );

beforeAll(async () => {
  wp = await openWordPress({ surface: 'free' });
  for (const title of ['Alpha', 'Beta'])
    await wp.ask('POST', '/wp/v2/posts?lang=en', { title, slug: title.toLowerCase(), status: 'publish' });
  await wp.ask('POST', '/wp/v2/pages?lang=en', { title: 'About', slug: 'about', status: 'publish' });
});
afterAll(() => wp.close());
useApp('browser', '#/live', (opened) => (app = opened));

async function ended(): Promise<void> {
  await expect
    .poll(async () => (await app.api<{ run: { state: string } | null }>('GET', '/polydesk/v1/live')).run?.state, {
      timeout: 60_000,
    })
    .toBe('done');
}

test('groups of the plan are folded by mouse and by keys', async () => {
  const { page } = app;
  const order = { url: wp.url, user: 'admin', password: wp.passwords['admin'] };
  await app.api('PUT', '/polydesk/v1/live', order);
  await app.api('POST', '/polydesk/v1/live/checks', {});
  await ended();
  await tab(/^To pull/).click();
  const group = page.getByRole('row', { name: /^Posts/ });
  await row(/Alpha/).waitFor();
  expect(await group.getAttribute('aria-expanded')).toBe('true');
  await group.locator('.fold').click();
  await row(/Alpha/).waitFor({ state: 'detached' });
  expect(await group.getAttribute('aria-expanded')).toBe('false');
  await row(/About/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Home');
  // Down to the folded group, which the right arrow opens; the left arrow in it leads back to its head, then closes it.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return group.getAttribute('aria-selected');
    })
    .toBe('true');
  await page.keyboard.press('ArrowRight');
  await row(/Alpha/).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() =>
      row(/Alpha|Beta/)
        .first()
        .getAttribute('aria-selected'),
    )
    .toBe('true');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => group.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await row(/Alpha/).waitFor({ state: 'detached' });
});

test('a pushed translation has to be linked by hand, and the report lists with what', async () => {
  const { page } = app;
  await app.api('POST', '/polydesk/v1/live/pulls', {});
  await ended();
  expect((await titles('en')).toSorted()).toEqual(['Alpha', 'Beta']);
  const [alpha] = await app.api<{ id: number }[]>('GET', '/wp/v2/posts?slug=alpha');
  const made = { title: 'Alpha en français', lang: 'fr', status: 'publish', translations: { en: alpha?.id } };
  await app.api('POST', '/wp/v2/posts', made);
  await tab(/^To push 1/).click();
  await row(/Alpha en français/).waitFor();
  await page.getByRole('treegrid').focus();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^Push to / }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: '1 of 1 pushed' }).waitFor({ timeout: 60_000 });
  await page.getByRole('heading', { name: /^Link these by hand/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const step = page.getByRole('button', { name: /Alpha en français/ });
  await step.focus();
  await page.keyboard.press('Enter');
  const partner = page.getByRole('link', { name: 'Open on the site Alpha', exact: true });
  expect(await partner.getAttribute('href')).toContain(
    `post=${[...wp.site.posts.values()].find(({ slug }) => slug === 'alpha')?.id}`,
  );
  // It was stored, so it can be undone.
  await page.getByRole('button', { name: 'Undo this push…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  const statusThere = () => [...wp.site.posts.values()].find(({ title }) => title === 'Alpha en français')?.status;
  expect(statusThere()).toBe('publish');
  await page.getByRole('button', { name: /^Undo 1 change/ }).click();
  await expect.poll(statusThere).toBe('trash');
});
