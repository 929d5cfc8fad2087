// Fields of an item in the inspector, and the page next to its rows, by keyboard.
import { describe, expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const stored = (id: number) => app.api<Record<string, unknown>>('GET', `/wp/v2/posts/${id}?context=edit`);
const make = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', { lang: 'en', ...body });
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const details = () => app.page.getByRole('complementary', { name: 'Details' });

describe('in the browser', () => {
  useApp('browser', '#/languages', (opened) => (app = opened));

  test('registered fields by their schema: invalid input is reported, the rest is saved', async () => {
    for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
    const object_types = ['post'];
    const post_meta = [
      { key: 'distance', type: 'number', object_types },
      { key: 'riders', type: 'integer', default: 2, object_types },
      { key: 'is_loop', type: 'boolean', object_types },
      { key: 'stops', type: 'string', single: false, object_types },
    ];
    await app.api('PUT', '/polydesk/v1/content-model', { post_meta });
    const { page } = app;
    const { id } = await make({ title: 'Route', meta: { stops: ['Annecy'] } });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    const riders = details().getByLabel('riders');
    await riders.fill('2.5');
    await details().getByText('Enter a whole number.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await details().getByLabel('distance').fill('12.5');
    await details().getByRole('switch', { name: 'is_loop' }).press('Space');
    const stops = details().getByLabel('stops');
    await stops.press('End');
    await stops.press('Enter');
    await page.keyboard.type('Lac du Bourget');
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await stored(id))['meta'])
      .toMatchObject({ distance: 12.5, riders: 2, is_loop: true, stops: ['Annecy', 'Lac du Bourget'] });
    await riders.fill('7');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await stored(id))['meta']).toMatchObject({ riders: 7 });
  });

  test('synchronised fields are locked in a translation, with the reason in words', async () => {
    await app.api('PATCH', '/pll/v1/settings', { sync: ['post_meta', '_thumbnail_id'] });
    const en = await make({ title: 'Loop', meta: { distance: 30 } });
    const { id } = await make({ title: 'Boucle', lang: 'fr', translations: { en: en.id } });
    await open(`post/${id}`);
    await details().getByRole('tab', { name: 'Item' }).click();
    const why = details().getByText('Synchronised: change it in the source, or turn synchronisation off in Settings.');
    await why.first().waitFor();
    await details().getByRole('group', { name: 'distance' }).waitFor();
    expect(await details().getByLabel('distance').and(app.page.locator('input')).count()).toBe(0);
    expect(await seriousFaults(app.page)).toEqual([]);
    // Where it can be changed, that is said too.
    await open(`post/${en.id}`);
    await details().getByText('Synchronised: a change here changes it in all languages.').first().waitFor();
    await details().getByLabel('distance').fill('31');
    await app.page.keyboard.press('Control+s');
    await expect.poll(async () => (await stored(id))['meta']).toMatchObject({ distance: 31 });
    await app.api('PATCH', '/pll/v1/settings', { sync: [] });
  });

  test('a sticky post with a password is refused before it is saved', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Both', content: paragraph('Words.') });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    await details().getByRole('button', { name: 'More fields' }).press('Enter');
    await details().getByRole('switch', { name: 'Sticky' }).press('Space');
    const password = details().getByLabel('Password');
    await password.fill('secret');
    const refusal = details().getByText('A sticky post cannot have a password.');
    await refusal.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await password.fill('');
    await refusal.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await stored(id))['sticky']).toBe(true);
  });

  test('the page next to its rows: next view, texts still in the source language, and device widths', async () => {
    const { page } = app;
    const en = await make({
      title: 'Lights',
      content: [paragraph('One light.'), paragraph('Two lights.')].join('\n\n'),
    });
    await open(`post/${en.id}?lang=fr`);
    await expect.poll(focused).toBe('Title, French');
    await page.keyboard.press('Control+Shift+E');
    const region = page.getByRole('region', { name: 'Page with its texts' });
    await region.getByText('One light.').waitFor();
    await page.getByText(/^\d parts show English$/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const label = () => region.getByText('One light.').evaluate((words) => getComputedStyle(words, '::after').content);
    expect(await label()).toBe('"English"');
    await page.getByRole('checkbox', { name: 'Highlight English text' }).press('Space');
    expect(await label()).toBe('none');
    const width = () =>
      region.getByRole('article').evaluate((sheet) => Math.round(sheet.getBoundingClientRect().width));
    const wide = await width();
    await page.getByRole('button', { name: 'Phone width' }).press('Enter');
    await expect.poll(width).toBe(390);
    await page.getByRole('button', { name: 'Desktop width' }).press('Enter');
    await expect.poll(width).toBe(wide);
    await page.keyboard.press('Control+Shift+E');
    await page.getByRole('radio', { name: 'HTML', checked: true }).waitFor();
  });
});
