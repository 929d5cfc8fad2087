// The site menu in the title bar, and notifications from the shell: in the window only.
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../../renderer/App.svelte';
import SiteMenu from '../../../renderer/frame/SiteMenu.svelte';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { preferences } from '../../../renderer/lib/preferences.svelte.ts';
import { app } from '../../../renderer/lib/state.svelte.ts';
import { expectNoFaults, fakeEngine, focused, press } from '../helpers.ts';
import { answers } from './demo-site.ts';

vi.mock('../../../renderer/lib/screens.ts', () => import('./demo-screens.ts'));

const recent = [
  { id: '0123456789abcdef', name: 'Vélo', folder: '/home/a' },
  { id: 'fedcba9876543210', name: 'Vélo', folder: '/home/b' },
];

let engine: ReturnType<typeof fakeEngine>;
beforeEach(async () => {
  history.replaceState(null, '', '#/languages');
  app.go('languages');
  app.isPaletteOpen = app.isKeysOpen = app.isSheetOpen = false;
  await page.viewport(1280, 800);
  engine = fakeEngine(({ path }) => (answers[path] === undefined ? undefined : { body: answers[path] }), { recent });
  await openApi();
  await render(App, {});
  await expect.element(page.getByRole('row', { name: /Français/ })).toBeVisible();
});

const ranSites = () =>
  engine.ran.filter(([name]) => /Site|Recent|Dropped/.test(String(name)) && name !== 'recentSites');

test('by mouse: another site is chosen from the menu of the title bar; two of one name tell their folders', async () => {
  await page.getByRole('button', { name: /Vélo Atlas.*Open another site/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Vélo (/home/a)' })).toBeVisible();
  await expectNoFaults();
  await page.getByRole('menuitem', { name: 'Vélo (/home/b)' }).click();
  expect(ranSites()).toEqual([['openRecent', 'fedcba9876543210']]);
});

test('by keys: Ctrl+O and Ctrl+Shift+N; the menu gives the focus back', async () => {
  await press('Ctrl+o');
  await press('Ctrl+Shift+n');
  expect(ranSites()).toEqual([['openSite'], ['newSite']]);
  const button = page.getByRole('button', { name: /Open another/ });
  (button.element() as HTMLElement).focus();
  await press('Enter');
  await expect.element(page.getByRole('menuitem', { name: /New site/ })).toBeVisible();
  await press('Escape');
  await expect.poll(focused).toContain('Open another');
});

test('the palette opens sites too', async () => {
  await press('Ctrl+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Open the site');
  await page.getByRole('option', { name: /home\/a/ }).click();
  expect(ranSites()).toEqual([['openRecent', '0123456789abcdef']]);
});

test('a link goes to a screen there is, and to no other', async () => {
  engine.tell({ screen: 'states', item: '' }, 'place');
  await expect.poll(() => app.place.screen).toBe('states');
  engine.tell({ screen: 'elsewhere', item: '' }, 'place');
  expect(app.place.screen).toBe('states');
});

test('preferences set in another window apply here; invalid ones are ignored', () => {
  engine.tell({ density: 'compact', theme: 'pink', isSidebarSmall: true }, 'preferences');
  expect([preferences.density, preferences.theme, preferences.isSidebarSmall]).toEqual(['compact', 'system', false]);
  preferences.density = 'regular';
  expect(engine.ran.at(-1)).toMatchObject(['setPreferences', { density: 'regular', theme: 'system' }]);
  expect(engine.ran.at(-1)?.[1]).not.toHaveProperty('isSidebarSmall');
});

test('a site that is dropped is opened, anything else is looked at by Import', async () => {
  const drop = (name: string): void => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  // What lies over the screens comes after them.
  await expect.poll(() => (drop('Other.polydesk'), ranSites()[0])).toEqual(['openDropped', expect.any(File)]);
  const before = ranSites().length;
  expect(app.place.screen).toBe('languages');
  drop('export.xml');
  expect(ranSites()).toHaveLength(before);
  expect(app.place.screen).toBe('transfer');
});

test('Undo of the native menu belongs to the text that has the focus, else to the site', async () => {
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.click();
  await press('x');
  const typed = (name.element() as HTMLInputElement).value;
  engine.tell('undo', 'command');
  expect((name.element() as HTMLInputElement).value).not.toBe(typed);
  expect(engine.asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  (document.activeElement as HTMLElement).blur();
  engine.tell('undo', 'command');
  await expect.poll(() => engine.asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
});

test('a browser has neither this menu nor this command', async () => {
  delete window.polydesk;
  const { container } = await render(SiteMenu, { isSmall: false });
  expect(container.textContent).toContain('Vélo Atlas');
  expect(container.querySelectorAll('button')).toHaveLength(0);
  await press('Ctrl+o');
  expect(ranSites()).toEqual([]);
});
