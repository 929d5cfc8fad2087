import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { KeptDrafts } from '../../../renderer/lib/kept-drafts.svelte.ts';
import Written from './Written.svelte';

test('edits stay while another item is shown, and are dropped when their save completes after that', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const write = () => answered.then(() => ({ name: 'Arabic' }));
  const told: string[] = [];
  const drafts: KeptDrafts<string, { name: string }> = new KeptDrafts(() => told.push(drafts.keys.join()));
  const first = await render(Written, { drafts, key: 'ar', write });
  await page.getByRole('textbox').fill('Arabic');
  await expect.poll(() => told.at(-1)).toBe('ar');
  await first.unmount();
  const again = await render(Written, { drafts, key: 'ar', write });
  await expect.element(page.getByRole('textbox')).toHaveValue('Arabic');
  await page.getByRole('button').click();
  await again.unmount();
  const other = await render(Written, { drafts, key: 'fr', write });
  await expect.element(page.getByRole('textbox')).toHaveValue('');
  expect(drafts.keys).toEqual(['ar']);
  resolve();
  await expect.poll(() => told.at(-1)).toBe('');
  await other.unmount();
});
