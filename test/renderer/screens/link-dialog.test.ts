import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import LinkDialog from '../../../renderer/matrix/dialogs/LinkDialog.svelte';
import type { GroupRow } from '../../../renderer/matrix/rows.svelte.ts';
import { fakeEngine, press } from '../helpers.ts';

const type = {
  kind: 'post',
  type: 'post',
  base: 'posts',
  name: 'Posts',
  one: 'Post',
  hierarchical: false,
  taxonomies: [],
};
const matrix = { type, nameOf: () => 'French', languageOf: () => undefined } as never;
const row = {
  key: 1,
  title: 'Night riding',
  lang: 'en',
  sourceLang: 'en',
  value: { source: 1, items: { en: { id: 1 } } },
} as unknown as GroupRow;
const free = { id: 2, title: 'Rouler de nuit', reason: 'slug', unlinks: [] };
const linked = { id: 3, title: 'La nuit', reason: 'slug', unlinks: [{ id: 9, lang: 'de', title: 'Nacht' }] };

async function open(partners: object[]): Promise<string[]> {
  const { asked } = fakeEngine(({ method }) => ({ body: method === 'GET' ? partners : {} }));
  await render(LinkDialog, { matrix, row, code: 'fr', onclose: vi.fn() });
  await expect.element(page.getByRole('option').first()).toBeVisible();
  return asked;
}
const written = (asked: string[]) => asked.filter((one) => one.startsWith('POST'));

test('Enter links the first that is free', async () => {
  const asked = await open([free, linked]);
  await expect.element(page.getByRole('option', { name: /Rouler de nuit/, selected: true })).toBeVisible();
  await expect.element(page.getByText('Already linked', { exact: true })).toBeVisible();
  await press('Enter');
  await expect.poll(() => written(asked)).toEqual(['POST /wp/v2/posts/1']);
});

test('Enter unlinks an item only after it was selected, and a message confirms it', async () => {
  const asked = await open([linked]);
  await press('Enter');
  await expect.element(page.getByRole('option')).toHaveAttribute('aria-selected', 'false');
  expect(written(asked)).toEqual([]);
  await press('ArrowDown');
  await expect.element(page.getByRole('button', { name: /^Link, and unlink 1 item/ })).toBeVisible();
  await press('Enter');
  await expect.poll(() => written(asked)).toEqual(['POST /wp/v2/posts/1']);
});
