import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../../renderer/App.svelte';
import { app } from '../../../renderer/lib/state.svelte.ts';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { toasts } from '../../../renderer/lib/toasts.svelte.ts';
import { expectNoFaults, fakeEngine, focused, press } from '../helpers.ts';
import { answers, server, undone } from './demo-site.ts';

vi.mock('../../../renderer/lib/screens.ts', () => import('./demo-screens.ts'));

let engine: ReturnType<typeof fakeEngine>;
let isReadOnly = false;
let check = 'done';
let isUndone = false;

beforeEach(async () => {
  history.replaceState(null, '', '#/languages');
  app.go('languages');
  app.isPaletteOpen = app.isKeysOpen = app.isSheetOpen = false;
  await page.viewport(1280, 800);
  isReadOnly = isUndone = false;
  check = 'done';
  for (const { id } of toasts.list) toasts.close(id);
  engine = fakeEngine(({ path, method }) => {
    if (path === '/polydesk/v1/server') return { body: { ...server, read_only: isReadOnly, check } };
    if (method === 'POST' && path.endsWith('/undo')) {
      isUndone = true;
      return { body: {}, headers: { 'x-polydesk-entry': '13' } };
    }
    if (path === '/polydesk/v1/history' && isUndone) return { body: undone };
    return answers[path] === undefined ? undefined : { body: answers[path] };
  });
  await openApi();
  await render(App, {});
  await expect.element(page.getByRole('row', { name: /Français/ })).toBeVisible();
});

test('the frame has its landmarks, names the page, and axe finds nothing', async () => {
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Languages/ })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.element(page.getByText('The local server is running on port 24180')).toBeInTheDocument();
  expect(document.title).toBe('Languages · Vélo Atlas · Polydesk');
  await expectNoFaults();
});

test('a click or Ctrl with a number goes to a screen, and Back comes back', async () => {
  await page.getByRole('link', { name: 'Status' }).click();
  await expect.element(page.getByRole('heading', { name: 'States' })).toBeVisible();
  await expectNoFaults();
  await press('Ctrl+1');
  await expect.element(page.getByRole('heading', { name: 'Languages' })).toBeVisible();
  await press('Alt+ArrowLeft');
  await expect.element(page.getByRole('heading', { name: 'States' })).toBeVisible();
});

test('Undo names the change, undoes it, and a toast confirms it', async () => {
  const undo = page.getByRole('button', { name: 'Undo: Changed browser language detection' });
  await expect.element(undo).toBeEnabled();
  await press('Ctrl+z');
  await expect.element(page.getByText('Undid “Changed browser language detection”')).toBeVisible();
  expect(engine.asked).toContain('POST /polydesk/v1/history/12/undo');
});

test('a message does not offer to take back what its key took back already', async () => {
  toasts.done('The older change', 11);
  toasts.done('The newer change', 12);
  await press('Ctrl+z');
  // Both appeared immediately: only time removes them.
  await expect
    .poll(() => [...document.querySelectorAll('.toast > span')].map((each) => each.textContent))
    .toEqual(['The older change', 'Undid “Changed browser language detection”']);
});

test('undo in a text is left to the text', async () => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Arabe');
  await press('Ctrl+z');
  expect(engine.asked.filter((each) => each.startsWith('POST'))).toEqual([]);
});

test('changes by another program are reloaded immediately', async () => {
  const before = engine.asked.filter((each) => each === 'GET /pll/v1/languages').length;
  engine.tell({
    id: 13,
    at: '',
    author: 'x',
    origin: 'token',
    summary: '',
    items: [{ kind: 'post', id: 1, op: 'update' }],
  });
  engine.tell({
    id: 14,
    at: '',
    author: 'x',
    origin: 'token',
    summary: '',
    items: [{ kind: 'language', id: 5, op: 'update' }],
  });
  await expect.poll(() => engine.asked.filter((each) => each === 'GET /pll/v1/languages').length).toBe(before + 1);
});

test('the palette finds screens, commands and languages by keyboard alone', async () => {
  page.getByRole('button', { name: 'Back', exact: true }).element().focus();
  await press('Ctrl+k');
  const box = page.getByRole('combobox', { name: 'Command palette' });
  await expect.element(box).toHaveFocus();
  await expectNoFaults();
  await box.fill('francais');
  await expect.element(page.getByRole('option', { name: /Français/ })).toHaveAttribute('aria-selected', 'true');
  await box.fill('> dark');
  await expect.element(page.getByRole('option').first()).toHaveAccessibleName('Theme: dark');
  await box.fill('status');
  await press('Enter');
  await expect.element(page.getByRole('heading', { name: 'States' })).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
});

test('the palette gives the focus back', async () => {
  page.getByRole('button', { name: 'Back', exact: true }).element().focus();
  await press('Ctrl+k');
  await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toHaveFocus();
  await press('Escape');
  await expect.poll(focused).toBe('button "Back"');
});

test('F6 goes round the panes, the question mark shows the keys', async () => {
  const round: string[] = [];
  for (let step = 0; step < 4; step++) {
    await press('F6');
    round.push(focused());
  }
  expect(new Set(round).size).toBeGreaterThanOrEqual(4);
  await press('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoFaults();
});

test('in a narrow window the sidebar is a rail with names, and the details slide over', async () => {
  await page.viewport(900, 600);
  await expect.element(page.getByRole('link', { name: 'Languages' })).toBeVisible();
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  await page.getByRole('rowheader', { name: /Français/ }).click();
  await press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Français' });
  await expect.element(sheet).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await press('Escape');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.poll(focused).toMatch(/^rowheader/);
  await page.viewport(1280, 800);
});

test('staged edits: the bar names them, shows the request and saves', async () => {
  await press('Ctrl+2');
  await page.getByRole('switch', { name: 'Send visitors to their browser language' }).click();
  const bar = page.getByRole('region', { name: '1 unsaved change' });
  await expect.poll(() => bar.element().textContent).toContain('browser');
  await bar.getByRole('button', { name: 'View as request' }).click();
  await expect
    .poll(() => page.getByRole('region', { name: 'View as request' }).element().textContent)
    .toContain('"browser": true');
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('Ctrl+s');
  await expect.element(bar).not.toBeInTheDocument();
});

test('a read-only site shows that, and controls that would write are disabled with the reason', async () => {
  const undo = page.getByRole('button', { name: /^Undo/ });
  await expect.element(undo, { message: 'control: it can be written' }).toBeEnabled();
  await press('Ctrl+2');
  await page.getByRole('switch', { name: 'Send visitors to their browser language' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  isReadOnly = true;
  engine.tell({
    id: 15,
    at: '',
    author: 'x',
    origin: 'token',
    summary: '',
    items: [{ kind: 'server', id: 1, op: 'update' }],
  });
  await expect.element(page.getByRole('note').filter({ hasText: 'This site is open read-only.' })).toBeVisible();
  await expect.element(undo).toBeDisabled();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAttribute('title', 'This site is open read-only. Nothing can be changed.');
  await expectNoFaults();
  // Keys and the native menu come as commands: they say why instead.
  await press('Ctrl+z');
  const said = page.getByRole('status').filter({ hasText: 'This site is open read-only. Nothing can be changed.' });
  await expect.element(said.first()).toBeInTheDocument();
  await press('Ctrl+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('> undo');
  await expect.element(page.getByRole('option', { name: /Undo.*open read-only/ })).toBeVisible();
  expect(engine.asked.filter((each) => each.startsWith('POST'))).toEqual([]);
});

/** As the shell tells when the state of the server changed. */
function serverChanged(): void {
  engine.tell({
    id: 14,
    at: '',
    author: 'x',
    origin: 'window',
    summary: '',
    items: [{ kind: 'server', id: 1, op: 'update' }],
  });
}

test('a file that is checked in the background', async () => {
  check = 'running';
  serverChanged();
  await expect.element(page.getByText('Checking the file in the background')).toBeVisible();
  await expectNoFaults();
});

test('a file that the check found broken', async () => {
  check = 'found';
  isReadOnly = true;
  serverChanged();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The check found a fault in the file' }))
    .toBeVisible();
  await expectNoFaults();
});
