// The strings of the site: title, tagline and strings registered by plugins, in a table.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, useApp, type App } from '../app.ts';
import { untilLearned } from '../tasks/desk-site.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

interface SiteString {
  source: string;
  translations: Record<string, string>;
}
const strings = () => app.api<SiteString[]>('GET', '/polydesk/v1/strings');
const translated = async (source: string) => (await strings()).find((each) => each.source === source)?.translations;
const press = (keys: string) => app.page.keyboard.press(keys);
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  await app.api('POST', '/wp/v2/settings', { title: 'Vélo Atlas', description: 'Routes for every ride' });
});

test('a string is translated in its cell by keyboard, Tab goes on, and one step takes it back', async () => {
  const { page } = app;
  await go('#/strings');
  const cell = (name: string) => page.getByRole('button', { name, exact: true });
  await cell('French: not translated, shows “Routes for every ride”').focus();
  await picture(page, 'strings');
  // Hatched from edge to edge.
  const sizes = await cell('French: not translated, shows “Routes for every ride”').evaluate((button) =>
    [button, button.closest('[role="gridcell"]')].map((each) => each?.getBoundingClientRect().width),
  );
  expect(sizes[0]).toBe(sizes[1]);
  expect(await seriousFaults(page)).toEqual([]);
  await press('Enter');
  await page.getByRole('textbox', { name: 'French translation of “Routes for every ride”' }).waitFor();
  await page.keyboard.type('Itinéraires pour chaque sortie');
  await press('Tab');
  await page.getByRole('textbox', { name: 'Arabic translation of “Routes for every ride”' }).waitFor();
  await page.keyboard.type('لا شيء');
  await press('Escape');
  await cell('French: Itinéraires pour chaque sortie').waitFor();
  expect(await translated('Routes for every ride')).toEqual({ fr: 'Itinéraires pour chaque sortie' });
  await undoMessage(page, 'French string saved');
  await cell('French: not translated, shows “Routes for every ride”').waitFor();
  expect(await translated('Routes for every ride')).toEqual({});
});

test('the next cell without a translation is one key away, also while writing', async () => {
  const { page } = app;
  const focused = (name: string) => expect.poll(() => page.evaluate(nameOfFocus)).toBe(name);
  const nameOfFocus = () => document.activeElement?.getAttribute('aria-label');
  await app.api('PATCH', '/polydesk/v1/strings', { source: 'Vélo Atlas', translations: { fr: 'Atlas' } });
  await page.getByRole('button', { name: 'French: Atlas', exact: true }).focus();
  await press('Control+ArrowDown');
  await focused('Arabic: not translated, shows “Vélo Atlas”');
  await press('Enter');
  await page.keyboard.type('أطلس');
  await press('Control+ArrowDown');
  await focused('French translation of “Routes for every ride”');
  await press('Escape');
  await page.getByText(/Arabic saved \d/).waitFor();
  expect(await translated('Vélo Atlas')).toEqual({ fr: 'Atlas', ar: 'أطلس' });
  await app.api('PATCH', '/polydesk/v1/strings', { source: 'Vélo Atlas', translations: { fr: '', ar: '' } });
});

test('columns are chosen, the default language stays', async () => {
  const { page } = app;
  const heads = page.getByRole('columnheader');
  await page.getByRole('button', { name: 'Columns: all 3' }).click();
  const arabic = page.getByRole('checkbox', { name: 'العربية' });
  expect(await page.getByRole('checkbox', { name: 'English' }).isDisabled()).toBe(true);
  await arabic.click();
  await expect.poll(() => heads.allTextContents()).not.toContain('العربية');
  expect(await seriousFaults(page)).toEqual([]);
  await arabic.click();
  await press('Escape');
  await page.getByRole('button', { name: 'Columns: all 3' }).waitFor();
});

test('the source is copied by key, a match of the memory is inserted, and the keys are shown', async () => {
  const { page } = app;
  const en = await app.api<{ id: number }>('POST', '/wp/v2/posts', {
    ...{ title: 'Routes for every ride', lang: 'en', status: 'publish' },
  });
  await app.api('POST', '/wp/v2/posts', {
    ...{ title: 'Des routes pour tous', lang: 'fr', status: 'publish', translations: { en: en.id } },
  });
  await untilLearned(app);
  await page.getByRole('button', { name: 'French: not translated, shows “Routes for every ride”' }).click();
  const box = page.getByRole('textbox', { name: 'French translation of “Routes for every ride”' });
  await page.locator('footer[aria-label="Status"]').getByText('Insert match').waitFor();
  await press('Alt+c');
  await expect.poll(() => box.inputValue()).toBe('Routes for every ride');
  await press('Alt+Enter');
  await expect.poll(() => box.inputValue()).toBe('Des routes pour tous');
  await press('Escape');
});

test('a search of the memory shows a string under Strings, and opens it there', async () => {
  const { page } = app;
  await app.api('PATCH', '/polydesk/v1/strings', { source: 'Vélo Atlas', translations: { fr: 'Atlas du vélo' } });
  await untilLearned(app);
  await go('#/memory');
  await page.getByRole('searchbox', { name: 'Search the memory' }).fill('atlas');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search the memory' });
  await dialog.getByText('Atlas du vélo').waitFor();
  await dialog.getByText('Strings', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'memory-search-string');
  await press('Enter');
  await page.getByRole('button', { name: 'French: Atlas du vélo', exact: true }).waitFor();
  const box = page.getByRole('searchbox', { name: 'Find a string' });
  expect(await box.inputValue()).toBe('Vélo Atlas');
  await picture(page, 'strings-found');
  const rows = page.getByRole('grid', { name: 'Strings' }).getByRole('row');
  expect(await rows.count()).toBe(2);
  // The sidebar opens the whole list again, and Back the one string.
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Strings' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  expect(await box.inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe('Vélo Atlas');
  await box.fill('');
  await expect.poll(() => page.url()).toMatch(/#\/strings$/);
  await app.api('PATCH', '/polydesk/v1/strings', { source: 'Vélo Atlas', translations: { fr: '' } });
});

test('a click on Strings in the sidebar takes every filter away', async () => {
  const { page } = app;
  const rows = page.getByRole('grid', { name: 'Strings' }).getByRole('row');
  const all = await rows.count();
  await page.getByRole('tab', { name: /^Site/ }).click();
  await page.getByRole('searchbox', { name: 'Find a string' }).fill('routes');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Strings' }).click();
  await expect.poll(() => rows.count()).toBe(all);
  await page.getByRole('tab', { name: /^All/, selected: true }).waitFor();
});

test('only what one language lacks, and out of here to the export for translators', async () => {
  const { page } = app;
  const rows = page.getByRole('grid', { name: 'Strings' }).getByRole('row');
  const all = await rows.count();
  await app.api('PATCH', '/polydesk/v1/strings', { source: 'Vélo Atlas', translations: { fr: 'Atlas' } });
  await page.reload();
  await page.getByRole('button', { name: 'Missing in…' }).click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  await expect.poll(() => rows.count()).toBe(all - 1);
  await page.getByRole('button', { name: 'Remove Missing in French' }).click();
  await expect.poll(() => rows.count()).toBe(all);
  await page.getByRole('button', { name: 'Export for translators…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export for translators' });
  expect(await dialog.getByRole('checkbox', { name: 'Strings' }).isChecked()).toBe(true);
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await go('#/strings');
  await rows.first().waitFor();
});

test('views and the search narrow the list, also at 900 by 600', async () => {
  const { page } = app;
  const rows = page.getByRole('grid', { name: 'Strings' }).getByRole('row');
  await page.getByRole('tab', { name: /^Site/ }).click();
  await page.getByRole('searchbox', { name: 'Find a string' }).fill('routes');
  await expect.poll(() => rows.count()).toBe(2);
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'strings-900');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^View: Site/ }).click();
  await page.getByRole('menuitem', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^View: All/ }).waitFor();
  await page.getByRole('searchbox').fill('xyzzy');
  await page.getByText('No matching strings').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('from right to left, texts begin at the right, below the head of their column', async () => {
  const { page } = app;
  await page.getByRole('searchbox').fill('');
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('polydesk.preferences') ?? '{}') as object;
    localStorage.setItem('polydesk.preferences', JSON.stringify({ ...kept, locale: 'ar' }));
  });
  await page.reload();
  await page.locator('html[dir="rtl"]').waitFor();
  const cell = page.locator('[data-string] button', { hasText: 'Routes for every ride' }).first();
  await cell.waitFor();
  await picture(page, 'strings-rtl');
  const gaps = await cell.evaluate((button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    const [own, words] = [button.getBoundingClientRect(), text.getBoundingClientRect()];
    return { left: words.left - own.left, right: own.right - words.right };
  });
  expect(gaps.right).toBeLessThan(gaps.left);
  expect(await seriousFaults(page)).toEqual([]);
});
