import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Switch from '../../../renderer/ui/controls/Switch.svelte';

test('a switch that asks stays where it is until the answer is there', async () => {
  const onchange = vi.fn();
  const { rerender } = await render(Switch, { checked: true, label: 'Active', onchange });
  const it = page.getByRole('switch', { name: 'Active' });
  await it.click();
  await userEvent.keyboard(' ');
  expect(onchange.mock.calls, 'each time it asks for the other way').toEqual([[false], [false]]);
  await expect.element(it).toBeChecked();
  await rerender({ checked: false });
  await expect.element(it).not.toBeChecked();
});

test('without anybody to ask it turns by itself', async () => {
  await render(Switch, { checked: true, label: 'Active' });
  const it = page.getByRole('switch', { name: 'Active' });
  await it.click();
  await expect.element(it).not.toBeChecked();
});
