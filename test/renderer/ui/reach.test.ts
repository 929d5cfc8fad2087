import { createRawSnippet } from 'svelte';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import KeysDialog from '../../../renderer/frame/KeysDialog.svelte';
import { app } from '../../../renderer/lib/state.svelte.ts';
import FilterRow from '../../../renderer/ui/layout/FilterRow.svelte';
import { focused, press } from '../helpers.ts';
import Matrix from './Matrix.svelte';

const children = createRawSnippet(() => ({
  render: () => '<span><button>Status</button><button>Since</button></span>',
}));

test('one Tab leads from the filter to the list', async () => {
  await render(FilterRow, { label: 'Filter', search: '', onsearch: vi.fn(), children });
  await render(Matrix, { total: 20, languageCount: 3 });
  await page.getByRole('searchbox', { name: 'Filter' }).click();
  await press('Tab');
  expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
  await press('Shift+Tab', 'Shift+Tab');
  expect(focused()).toBe('button "Since"');
});

test.each([
  ['a list', true],
  ['none', false],
])('the keys of a list are among all keys where there is %s', async (_name, isThere) => {
  if (isThere) await render(Matrix, { total: 20, languageCount: 3 });
  await render(KeysDialog, {});
  app.isKeysOpen = true;
  onTestFinished(() => void (app.isKeysOpen = false));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const names = () => [...document.querySelectorAll('dt')].map((term) => term.textContent);
  for (const name of ['Next row', 'Last cell of the row', 'Select all rows']) {
    expect(names().includes(name), name).toBe(isThere);
  }
});
