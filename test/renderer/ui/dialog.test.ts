import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError } from '../../../renderer/lib/api/api-error.ts';
import GoToDialog from '../../../renderer/matrix/dialogs/GoToDialog.svelte';
import ConfirmDialog from '../../../renderer/ui/overlays/ConfirmDialog.svelte';
import { expectNoFaults, focused, press } from '../helpers.ts';
import Dialogs from './Dialogs.svelte';

test('a dialog holds the focus, closes with Escape and gives the focus back', async () => {
  await render(Dialogs, {});
  await page.getByRole('button', { name: 'Add…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await expect.element(dialog).toHaveAccessibleDescription('Search the database.');
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await expectNoFaults();
  await press('Shift+Tab', 'Shift+Tab');
  expect(dialog.element().contains(document.activeElement)).toBe(true);
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Add…' })).toHaveFocus();
});

test('Ctrl+Enter does the primary thing', async () => {
  const onprimary = vi.fn();
  await render(Dialogs, { onprimary });
  await page.getByRole('button', { name: 'Add…' }).click();
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  await press('Ctrl+Enter');
  expect(onprimary).toHaveBeenCalledOnce();
});

test('Enter does the primary thing too, but in a text of several lines it ends a line', async () => {
  const onprimary = vi.fn();
  await render(Dialogs, { onprimary });
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).click();
  await press('Enter');
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('\n');
  expect(onprimary).not.toHaveBeenCalled();
  await page.getByRole('searchbox', { name: 'Search' }).click();
  await press('Enter');
  expect(onprimary).toHaveBeenCalledOnce();
});

test('Go to row: the typed number replaces the current one', async () => {
  const ongo = vi.fn();
  await render(GoToDialog, { count: 100, row: 41, ongo, onclose: vi.fn() });
  await expect.element(page.getByRole('spinbutton')).toHaveFocus();
  await press('7', 'Enter');
  await expect.poll(() => ongo.mock.calls).toEqual([[6]]);
});

test('a question without danger begins at its act', async () => {
  const onconfirm = vi.fn();
  await render(ConfirmDialog, { title: 'Change 12 items?', confirm: 'Change 12 items', onconfirm });
  await expect.poll(focused).toBe('button "Change 12 items"');
  await press('Enter');
  expect(onconfirm).toHaveBeenCalledOnce();
});

test('a dangerous question begins at Cancel, waits for the act and stays open when it fails', async () => {
  const remove = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true);
  await render(Dialogs, { remove });
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Arabic?' });
  await expect.element(dialog).toBeVisible();
  await expect.poll(focused).toBe('button "Cancel"');
  await expectNoFaults();
  await page.getByRole('button', { name: 'Delete Arabic' }).click();
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Delete Arabic' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(focused).toBe('button "Delete…"');
});

test('an error is shown in the dialog with its code, and is gone when it is reopened', async () => {
  const refusal = new ApiError(409, { code: 'pll_busy', message: 'Somebody else is at it.' });
  await render(Dialogs, { remove: vi.fn().mockRejectedValue(refusal) });
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete Arabic' }).click();
  const note = page.getByRole('alertdialog').getByRole('note');
  await expect.element(note).toHaveTextContent('It is still there. Somebody else is at it. pll_busy Copy details');
  await expectNoFaults();
  await press('Escape');
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expect.element(page.getByText('The content stays.')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

test('a menu opens with the keyboard, arrows choose, Enter acts', async () => {
  const remove = vi.fn();
  await render(Dialogs, { remove });
  page.getByRole('button', { name: 'More actions' }).element().focus();
  await press('Enter');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectNoFaults();
  await press('End', 'Enter');
  expect(remove).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button', { name: 'More actions' })).toHaveFocus();
});

test('a popover is a named dialog at its button', async () => {
  await render(Dialogs, {});
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await expectNoFaults();
  await press('Escape');
  await expect.element(page.getByRole('button', { name: 'Filter' })).toHaveFocus();
});

test('tabs: arrows move, the panel belongs to its tab', async () => {
  await render(Dialogs, {});
  page.getByRole('tab', { name: 'Body' }).element().focus();
  await press('ArrowRight');
  await expect.element(page.getByRole('tab', { name: /Headers/ })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('panel of headers');
  await expectNoFaults();
});
