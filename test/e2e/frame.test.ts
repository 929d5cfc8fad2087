// The frame, in the window and in the browser: the palette and the list of keys, by keyboard alone and for axe.
import { describe, expect, test } from 'vitest';
import { places, seriousFaults, useApp, type App } from './app.ts';

let app: App;

describe.each(places)('in the %s', (place) => {
  useApp(place, '#/preferences', (opened) => (app = opened));

  const focused = () =>
    app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

  test('the palette opens by its key, leads to a screen, and gives the focus back when nothing was chosen', async () => {
    const { page } = app;
    const before = page.getByRole('checkbox').first();
    await before.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await before.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('languages');
    await page.getByRole('option', { name: /^Languages/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Languages', exact: true }).waitFor();
    expect(await focused(), 'the focus is in the new screen').not.toBe('');
  });

  test('every pane is reached by F6, and the way leads round', async () => {
    const { page } = app;
    const panes = new Set<string>();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('F6');
      panes.add(
        await page.evaluate(() => {
          const all = [...document.querySelectorAll('[data-pane]')];
          return String(all.findIndex((pane) => pane.contains(document.activeElement)));
        }),
      );
    }
    expect(panes.has('-1')).toBe(false);
    expect(panes.size).toBeGreaterThan(2);
  });

  test.runIf(place === 'browser')('nothing serious for axe in palette, keys and a lost session', async () => {
    const { page } = app;
    for (const choice of [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', locale: 'ar' }]) {
      await page.evaluate((text) => localStorage.setItem('polydesk.preferences', text), JSON.stringify(choice));
      await page.reload();
      await page.locator('main h1').waitFor();
      for (const key of ['Control+k', 'Shift+?']) {
        await page.locator('main').focus();
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        expect(await seriousFaults(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    await page.evaluate(() => (sessionStorage.clear(), localStorage.clear()));
    await page.reload();
    await page.getByRole('heading', { name: 'This page is not signed in.' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
