// A new screen needs only its component and its row (CONTRIBUTING, Recipes); everything that should derive from the row does.
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import App from '../../../renderer/App.svelte';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { ScreenCode } from '../../../renderer/lib/screen-code.svelte.ts';
import { screens, type Screen } from '../../../renderer/lib/screens.ts';
import { app } from '../../../renderer/lib/state.svelte.ts';
import { expectNoFaults, fakeEngine, press } from '../helpers.ts';
import { answers } from './demo-site.ts';

/** As it would stand in lib/screens.ts; its words are not counted. */
const row: Screen = {
  id: 'pretended',
  group: 'top',
  title: 'frame.status',
  icon: LayoutGrid,
  code: new ScreenCode(() => import('./Pretended.svelte')),
};

const list = screens as Screen[];
afterEach(() => void list.splice(list.indexOf(row), 1));

beforeEach(async () => {
  // The list itself, so that every part of the page sees the row; the first screen stays first.
  list.splice(1, 0, row);
  history.replaceState(null, '', '#/pretended');
  app.go('pretended');
  await page.viewport(1280, 800);
  fakeEngine(({ path }) => (answers[path] === undefined ? undefined : { body: answers[path] }));
  await openApi();
  await render(App, {});
});

test('its address opens it, the sidebar and the title name it', async () => {
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).toBeVisible();
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Status' });
  await expect.element(link).toHaveAttribute('href', '#/pretended');
  await expect.element(link).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => document.title).toContain('Status');
  await expectNoFaults();
});

test('a key and the palette open it', async () => {
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).toBeVisible();
  await press('Ctrl+,');
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).not.toBeInTheDocument();
  await press('Ctrl+2');
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).toBeVisible();
  await press('Ctrl+,');
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).not.toBeInTheDocument();
  await press('Ctrl+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('> status');
  const option = page.getByRole('option', { name: /Status/ });
  await expect.poll(() => option.element().textContent).toMatch(/Status[^]*Ctrl[^]*2/);
  await press('Enter');
  await expect.element(page.getByRole('heading', { name: 'Pretended' })).toBeVisible();
});
