import Globe from '@lucide/svelte/icons/globe';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Button from '../../../renderer/ui/controls/Button.svelte';
import IconButton from '../../../renderer/ui/controls/IconButton.svelte';
import { expectNoFaults, press, words } from '../helpers.ts';

test('a button is named by its words and tells its key', async () => {
  const onclick = vi.fn();
  await render(Button, { children: words('Add language'), icon: Globe, keys: 'Ctrl+M', variant: 'primary', onclick });
  const button = page.getByRole('button', { name: 'Add language' });
  await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Control+M');
  await button.click();
  expect(onclick).toHaveBeenCalledOnce();
  await expectNoFaults();
});

test('a key the browser keeps for itself is asked for with Alt', async () => {
  await render(Button, { children: words('Add language'), keys: 'Ctrl+N' });
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-keyshortcuts', 'Alt+N');
});

test.each([{ reason: 'Choose a language first' }, { isBusy: true }])(
  'with %j it keeps the focus but does nothing',
  async (state) => {
    const onclick = vi.fn();
    await render(Button, { children: words('Save'), onclick, ...state });
    await press('Tab', 'Enter');
    await expect.element(page.getByRole('button')).toHaveFocus();
    expect(onclick).not.toHaveBeenCalled();
  },
);

test('an icon button has a name and shows it on focus', async () => {
  await render(IconButton, { label: 'Open Arabic', icon: Globe, keys: 'Enter' });
  await press('Tab');
  await expect.element(page.getByRole('button', { name: 'Open Arabic' })).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  expect(page.getByRole('tooltip').element().textContent).toContain('Open Arabic');
  await expectNoFaults();
});
