// The frame: the palette and switching between panes, by keyboard alone.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;

useApp('browser', '#/preferences', (opened) => (app = opened));

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
  await expect.poll(focused, { message: 'the focus is in the new screen' }).not.toBe('');
  await page.getByRole('heading', { name: 'No languages yet' }).waitFor();
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
