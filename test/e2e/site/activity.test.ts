// The Activity screen: who changed what, and undoing it, by mouse and by keyboard alone.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;

interface Post {
  id: number;
  title: { raw: string };
}
const titleOf = async (id: number) => (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).title.raw;
const add = async (title: string) => (await app.api<Post>('POST', '/wp/v2/posts', { title, status: 'publish' })).id;
const rename = (id: number, title: string) => app.api('PATCH', `/wp/v2/posts/${id}`, { title });
const button = (name: string | RegExp) => app.page.locator('main').getByRole('button', { name });

useApp('window', '#/activity', (opened) => (app = opened));

test('the tool that changed a field is shown immediately; its fields are shown, and it is undone and redone', async () => {
  const { page } = app;
  const id = await add('Night riding');
  const made = await app.api<{ token: string }>('POST', '/polydesk/v1/tokens', {
    name: 'deploy script',
    role: 'editor',
  });
  await app.api('PATCH', `/wp/v2/posts/${id}`, { title: 'Night riding, safely' }, made.token);
  await page.getByText('Through the API, deploy script').first().waitFor();
  await button('Show changes: Changed the post “Night riding, safely”').click();
  await page.locator('ins', { hasText: 'safely' }).waitFor();
  await button('Undo: Changed the post “Night riding, safely”').click();
  await button('Redo: Changed the post “Night riding, safely”').waitFor();
  expect(await titleOf(id)).toBe('Night riding');
  await button('Redo: Changed the post “Night riding, safely”').click();
  await button('Undo: Changed the post “Night riding, safely”').waitFor();
  expect(await titleOf(id)).toBe('Night riding, safely');
});

test('later changes are not overwritten without confirmation', async () => {
  const { page } = app;
  const id = await add('Chains');
  await rename(id, 'Chains that last');
  await rename(id, 'Chains and belts');
  await button('Undo: Changed the post “Chains that last”').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Chains and belts').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await titleOf(id)).toBe('Chains and belts');
  await button('Undo: Changed the post “Chains that last”').click();
  await dialog.getByRole('button', { name: 'Undo anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => titleOf(id)).toBe('Chains');
});

test('a change of very many items shows that there are more than those listed', async () => {
  const { page } = app;
  interface Made {
    responses: { body: { id: number } }[];
  }
  const make = async (path: string, bodies: object[]) => {
    const requests = bodies.map((body) => ({ path, body }));
    const { responses } = await app.api<Made>('POST', '/batch/v1', { requests });
    return responses.map(({ body }) => body.id);
  };
  const names = Array.from({ length: 25 }, (_, at) => at);
  const tags = [
    ...(await make(
      '/wp/v2/tags',
      names.map((at) => ({ name: `Tag ${at}` })),
    )),
    ...(await make(
      '/wp/v2/tags',
      names.map((at) => ({ name: `Further tag ${at}` })),
    )),
  ];
  // One change: a row for each of these, and one for each of its tags.
  await make(
    '/wp/v2/posts',
    names.slice(1).map(() => ({ title: 'Many', tags })),
  );
  const newest = page.locator('main').getByRole('button', { name: /^Show changes: .*24/ });
  await newest.first().click();
  await page.getByText(/^and more than [\d,]+ more fields$/).waitFor();
});

test('filters: by kind and by words', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  await page.getByRole('tab', { name: 'Languages' }).click();
  await page
    .getByText(/French|Français/)
    .first()
    .waitFor();
  await button(/^Undo: Changed the post/)
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('searchbox', { name: 'Find a change' }).fill('night');
  await button(/Night riding/)
    .first()
    .waitFor();
  await button(/^(Undo|Redo): .*Bags/)
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Find a change' }).fill('');
});

test('a token that wrote before all that is listed can be chosen, and a field of an item is found', async () => {
  const { page } = app;
  const find = page.getByRole('searchbox', { name: 'Find a change' });
  const id = await add('Spokes');
  await app.api('PATCH', `/wp/v2/posts/${id}`, { excerpt: 'Thin ones' });
  await find.fill('excerpt');
  await button('Undo: Changed the post “Spokes”').waitFor();
  await find.fill('thin');
  await button('Undo: Changed the post “Spokes”').waitFor();
  await find.fill('');
  for (let n = 0; n < 55; n++) await rename(id, `Spokes ${n}`);
  await page.reload();
  await page.getByRole('button', { name: 'By: anyone' }).click();
  await page.getByRole('menuitem', { name: 'Through the API, deploy script' }).click();
  await button('Undo: Changed the post “Night riding, safely”').waitFor();
  await button(/Spokes/)
    .first()
    .waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Remove By/ })
    .first()
    .click();
});

test('a backup is made and restored, and the restore can be undone', async () => {
  const { page } = app;
  const id = await add('Before');
  await page.getByRole('tab', { name: 'Backups' }).click();
  await button('Back up now').last().click();
  await page.getByText(/on request · verified/).waitFor();
  await rename(id, 'After');
  await button(/^Restore the backup/)
    .first()
    .click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => titleOf(id)).toBe('Before');
  await page
    .getByText(/before a restore/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'All' }).click();
  await button(/^Undo: Restored the backup/)
    .first()
    .click();
  await button(/^Redo: Restored the backup/)
    .first()
    .waitFor();
  await expect.poll(() => titleOf(id)).toBe('After');
});

test('the check shows what is in order and repairs what it can', async () => {
  const { page } = app;
  await page.getByRole('tab', { name: 'Check' }).click();
  await page
    .getByText(/No findings|\d+ findings?/)
    .first()
    .waitFor();
});
