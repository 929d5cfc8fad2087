// Viewing does not create anything: a version or an article is created with the first letter typed into it.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

interface Post {
  id: number;
  status: string;
  slug: string;
  title: { raw: string };
  content: { raw: string };
}
interface Entry {
  summary: string;
}

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const image =
  '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image"><img src="/lane.jpg" alt="A dark lane"/></figure>\n<!-- /wp:image -->';
const CONTENT = [paragraph('Ride slowly at night.'), image, paragraph('And see you there.')].join('\n\n');
const make = (title: string) =>
  app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', lang: 'en', title, content: CONTENT });
const post = (id: number) => app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const entries = async () =>
  (await app.api<Entry[]>('GET', '/polydesk/v1/history?per_page=100')).map((each) => each.summary);
const versions = async (id: number) =>
  (await app.api<{ items: Record<string, { id: number }> }>('GET', `/polydesk/v1/items/post/${id}`)).items;
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
/** Opens an article, and waits for it: until then the one before is shown, with the same names. */
async function open(address: string, title: string, focus: string) {
  await go(`#/edit/post/${address}`);
  await app.page.getByRole('heading', { name: title }).waitFor();
  await expect.poll(focused).toBe(focus);
}
const hash = () => app.page.evaluate(() => location.hash);

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
});

test('a missing version that is looked at, by Alt and a number, a tab and an address, leaves nothing', async () => {
  const { page } = app;
  const { id } = await make('Lanes');
  const before = await entries();
  await open(String(id), 'Lanes', 'Title, English');
  await page.keyboard.press('Alt+2');
  await expect.poll(focused).toBe('Title, French');
  // The whole source stands there, and nothing says that it is up to date.
  await expect.poll(() => page.getByRole('textbox', { name: /Paragraph, French/ }).count()).toBe(2);
  expect(await page.getByRole('switch').count()).toBe(0);
  await page.getByRole('tab', { name: /العربية/ }).click();
  await expect.poll(focused).toBe('Title, Arabic');
  await page.getByRole('tab', { name: /English/ }).click();
  await expect.poll(focused).toBe('Title, English');
  await go(`#/edit/post/${id}?lang=fr`);
  await expect.poll(focused).toBe('Title, French');
  await go('#/posts');
  await page.getByRole('grid').waitFor();
  expect(Object.keys(await versions(id))).toEqual(['en']);
  expect(await entries()).toEqual(before);
});

test('the first letter makes it with one write, as the whole of its source, and has an address', async () => {
  const { page } = app;
  const { id } = await make('Brakes');
  const before = await entries();
  await open(`${id}?lang=fr`, 'Brakes', 'Title, French');
  await page.keyboard.type('Freins');
  await expect.poll(async () => Object.keys(await versions(id))).toEqual(['en', 'fr']);
  const made = (await versions(id))['fr']?.id ?? 0;
  await expect.poll(hash).toBe(`#/edit/post/${made}`);
  expect((await entries()).slice(0, -before.length)).toEqual(['Started French translation of “Brakes”']);
  expect(await post(made)).toMatchObject({ status: 'draft', title: { raw: 'Brakes' }, content: { raw: CONTENT } });
  // What was typed while it came into being is there.
  expect(await page.getByRole('textbox', { name: 'Title, French' }).textContent()).toBe('Freins');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await post(made)).title.raw).toBe('Freins');
  expect((await post(made)).content.raw).toBe(CONTENT);
});

test('a version created by another user meanwhile is opened, not created twice', async () => {
  const { page } = app;
  const { id } = await make('Bells');
  await open(`${id}?lang=fr`, 'Bells', 'Title, French');
  const other = await app.api<Post>('POST', '/wp/v2/posts', {
    ...{ lang: 'fr', translations: { en: id }, title: 'Bells', content: paragraph('Sonnez.') },
  });
  await page.keyboard.type('Sonnettes');
  await expect.poll(hash).toBe(`#/edit/post/${other.id}`);
  await expect.poll(() => page.getByRole('textbox', { name: 'Title, French' }).textContent()).toBe('Sonnettes');
  await page.getByRole('textbox', { name: 'Paragraph, French' }).filter({ hasText: 'Sonnez.' }).waitFor();
  expect(Object.keys(await versions(id))).toEqual(['en', 'fr']);
});

test('a new post has no title until one is written, is made by its first letter, and takes its slug from the title', async () => {
  const { page } = app;
  const before = await entries();
  await go('#/posts');
  await page.getByRole('button', { name: /New post/ }).click();
  await expect.poll(focused).toBe('Title, English');
  const title = page.getByRole('textbox', { name: 'Title, English' });
  expect(await title.textContent()).toBe('');
  await page.goBack();
  await page.getByRole('grid').waitFor();
  expect(await entries()).toEqual(before);
  await page.getByRole('button', { name: /New post/ }).click();
  await expect.poll(focused).toBe('Title, English');
  await page.keyboard.type('Riding in the rain');
  await expect.poll(hash).toMatch(/^#\/edit\/post\/\d+$/);
  const id = Number(/\d+$/.exec(await hash())?.[0]);
  expect(await title.textContent()).toBe('Riding in the rain');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await post(id)).status).toBe('publish');
  expect(await post(id)).toMatchObject({ title: { raw: 'Riding in the rain' }, slug: 'riding-in-the-rain' });
});

test('navigating away while an article is being published does not return to the list', async () => {
  const { page } = app;
  const [first, second] = [await make('Helmets'), await make('Saddles')];
  await open(String(first.id), 'Helmets', 'Title, English');
  await page.keyboard.type('Good ');
  const isSent = Promise.withResolvers<void>();
  const isElsewhere = Promise.withResolvers<void>();
  const items = '**/polydesk/v1/items/post/*';
  await page.route(items, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    isSent.resolve();
    await isElsewhere.promise;
    return route.fallback();
  });
  // Another article is requested, and not there yet when the first one is published.
  const isRead = Promise.withResolvers<void>();
  await page.route(`**/wp/v2/posts/${second.id}?*`, async (route) => {
    await isRead.promise;
    return route.fallback();
  });
  await page.keyboard.press('Control+Enter');
  await isSent.promise;
  await go(`#/edit/post/${second.id}`);
  isElsewhere.resolve();
  await page.getByText(/English finished/).waitFor();
  isRead.resolve();
  await page.getByRole('heading', { name: 'Saddles' }).waitFor();
  await expect.poll(focused).toBe('Title, English');
  expect(await hash()).toBe(`#/edit/post/${second.id}`);
  await page.unrouteAll();
});

test('letters typed while another version is being opened are written into that one, not into what is still shown', async () => {
  const { page } = app;
  const { id } = await make('Pumps');
  await open(String(id), 'Pumps', 'Title, English');
  let letThrough = () => {};
  const isAsked = Promise.withResolvers<void>();
  const isTyped = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(`**/polydesk/v1/items/post/${id}`, async (route) => {
    isAsked.resolve();
    await isTyped;
    await route.fallback();
  });
  await page.keyboard.press('Alt+2');
  await isAsked.promise;
  await page.keyboard.type('Pompes');
  letThrough();
  await expect.poll(focused).toBe('Title, French');
  await page.unroute(`**/polydesk/v1/items/post/${id}`);
  await page.keyboard.type(' à pied');
  await expect.poll(() => page.getByRole('textbox', { name: 'Title, French' }).textContent()).toBe('Pompes à pied');
  await page.keyboard.press('Control+s');
  const stored = async () => (await post((await versions(id))['fr']?.id ?? id)).title.raw;
  await expect.poll(stored).toBe('Pompes à pied');
  expect((await post(id)).title.raw).toBe('Pumps');
});

test('a blank at the end of a title is still there for the next word when the first save has returned', async () => {
  const { page } = app;
  const { id } = await make('Tyres');
  await open(`${id}?lang=fr`, 'Tyres', 'Title, French');
  const title = page.getByRole('textbox', { name: 'Title, French' });
  const stored = async () => (await post((await versions(id))['fr']?.id ?? id)).title.raw;
  await page.keyboard.type('Pneus ');
  await page.keyboard.press('Control+s');
  await expect.poll(stored).toBe('Pneus');
  // Of what was read after the save.
  await expect.poll(() => page.getByRole('button', { name: /^Save/ }).getAttribute('aria-busy')).not.toBe('true');
  await page.keyboard.type('neufs');
  await expect.poll(() => title.textContent()).toBe('Pneus neufs');
  await page.keyboard.press('Control+s');
  await expect.poll(stored).toBe('Pneus neufs');
});
