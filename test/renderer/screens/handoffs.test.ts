// The files that went out to translators, as the export screen lists them.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import HandoffList from '../../../renderer/screens/transfer/handoff/HandoffList.svelte';
import { expectNoFaults, fakeEngine } from '../helpers.ts';

const one = {
  ...{ id: 3, format: 'xliff12', from: 'en', to: 'fr', at: '2026-11-12T10:00:00.000Z', author: 'Ines Roche' },
  ...{ file: 'velo-atlas-en-fr-2026-11-12.xlf', items: 8, texts: 40, returned: 12, returned_at: null },
  ...{ items_out: 2, texts_out: 26 },
};
const back = { ...one, id: 1, to: 'de', file: 'velo-atlas-en-de.po', returned: 40, items_out: 0, texts_out: 0 };
const out = [
  { kind: 'post', id: 12, type: 'post', title: 'Night riding', texts: 20 },
  { kind: 'site', id: 0, type: 'strings', title: '', texts: 6 },
];

function site(): string[] {
  let files = [one, back];
  const { asked } = fakeEngine(({ method, path }) => {
    if (method === 'DELETE') files = files.slice(1);
    if (path === '/polydesk/v1/handoffs') return { body: files };
    return { body: path === '/polydesk/v1/handoffs/3' ? { ...one, out } : {} };
  });
  return asked;
}

test('each file says how much of it came back, and which items are out', async () => {
  site();
  await render(HandoffList, {});
  await expect.element(page.getByText('English to French')).toBeVisible();
  await expect.element(page.getByText(/40 texts, 12 returned, 2 exported again/)).toBeVisible();
  await expect.element(page.getByText(/40 texts, 40 returned/)).toBeVisible();
  await page.getByRole('button', { name: '26 texts are out, in 2 items' }).click();
  await expect.element(page.getByRole('link', { name: 'Night riding' })).toBeVisible();
  await expect.element(page.getByText('Strings')).toBeVisible();
  await expectNoFaults();
});

test('a file is removed from the list after a question', async () => {
  const asked = site();
  await render(HandoffList, {});
  await page.getByRole('button', { name: 'Remove velo-atlas-en-fr-2026-11-12.xlf from the list' }).click();
  await expect.element(page.getByText(/26 texts of it are then no longer expected back/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove from the list', exact: true }).click();
  await expect.element(page.getByText('English to French')).not.toBeInTheDocument();
  expect(asked).toContain('DELETE /polydesk/v1/handoffs/3');
});

test('nothing is shown while no file went out', async () => {
  fakeEngine(() => ({ body: [] }));
  const { container } = await render(HandoffList, {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(container.textContent.trim()).toBe('');
});
