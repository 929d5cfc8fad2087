// Forms of terms and media are saved as in the editor: only changed fields, compared with what was loaded, and typed text
// survives a page reload.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

interface Term {
  id: number;
  name: string;
  slug: string;
  description: string;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const term = (id: number) => app.api<Term>('GET', `/wp/v2/categories/${id}?context=edit`);
const rename = (id: number, body: object) => app.api('POST', `/wp/v2/categories/${id}`, body);
const state = async (id: number) =>
  (await app.api<{ state: string }>('GET', `/polydesk/v1/staleness/term/${id}`)).state;
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const text = (name: string) => app.page.getByRole('textbox', { name });
/** A term in two languages, its source changed since. */
async function pair(name: string) {
  const source = await app.api<Term>('POST', '/wp/v2/categories', { name, lang: 'en', description: `About ${name}` });
  const target = await app.api<Term>('POST', '/wp/v2/categories', {
    ...{ name: `${name} fr`, lang: 'fr', description: 'Une description', translations: { en: source.id } },
  });
  return { source: source.id, target: target.id };
}
async function open(id: number, name: string) {
  await go(`#/categories/${id}`);
  await app.page.getByRole('complementary', { name: `Details of ${name}` }).waitFor();
  // Where the focus is taken to: what is written before that would go there too.
  await text('Name, English').and(app.page.locator(':focus')).waitFor();
}
const save = () => app.page.getByRole('complementary').getByRole('button', { name: 'Save' }).click();
/** Waits until what was typed last is in the page's own storage. */
const untilKept = (count: number) =>
  expect
    .poll(() =>
      app.page.evaluate(async () => {
        const request = indexedDB.open('polydesk.typed');
        const open = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
        const all = open.transaction('units').objectStore('units').getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        open.close();
        return (all.result as { unit: string }[]).filter(({ unit }) => unit !== '').length;
      }),
    )
    .toBe(count);

test('a field changed meanwhile is reported and not overwritten unseen; the second save stores it', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const { source, target } = await pair('R&D');
  await open(source, 'R&D');
  await text('Name, French').fill('Recherche & développement');
  await rename(target, { name: 'R & D' });
  await save();
  await app.page.getByText('Changed meanwhile to “R & D”. Save again to replace that.').waitFor();
  expect((await term(target)).name).toBe('R &amp; D');
  await save();
  await expect.poll(async () => (await term(target)).name).toBe('Recherche &amp; développement');
  // And so does a third one, of another field, without a conflict.
  await text('Slug, French').fill('recherche');
  await save();
  await expect.poll(async () => (await term(target)).slug).toBe('recherche');
});

test('changes by another tool in an unedited field stay', async () => {
  const { source, target } = await pair('Lights');
  await open(source, 'Lights');
  await text('Name, French').fill('Feux');
  await rename(target, { description: 'Écrit par un outil' });
  await save();
  await expect.poll(() => term(target)).toMatchObject({ name: 'Feux', description: 'Écrit par un outil' });
});

test('whoever edits a stale translation has dealt with it, as in the editor', async () => {
  const { source, target } = await pair('Gloves');
  await rename(source, { name: 'Warm gloves' });
  await expect.poll(() => state(target)).toBe('needs_update');
  await open(source, 'Warm gloves');
  await text('Name, French').fill('Gants chauds');
  await save();
  await expect.poll(async () => (await term(target)).name).toBe('Gants chauds');
  await expect.poll(() => state(target)).toBe('translated');
});

test('text typed in a form is restored after a reload, and a conflict is still detected', async () => {
  const { page } = app;
  const { source, target } = await pair('Chains');
  await open(source, 'Chains');
  await text('Name, French').fill('Chaînes');
  await text('Slug, French').fill('chaines');
  await untilKept(2);
  await rename(target, { name: 'Par un outil' });
  await go('#/languages');
  await page.reload();
  // What was not saved is told on every screen, and leads there.
  await page.getByRole('button', { name: 'Show “Chains”' }).click();
  await page.getByRole('complementary', { name: 'Details of Chains' }).waitFor();
  await expect.poll(() => text('Name, French').inputValue()).toBe('Chaînes');
  await expect.poll(() => text('Slug, French').inputValue()).toBe('chaines');
  await save();
  await page.getByText('Changed meanwhile to “Par un outil”. Save again to replace that.').waitFor();
  expect((await term(target)).name).toBe('Par un outil');
  await save();
  await expect.poll(async () => (await term(target)).name).toBe('Chaînes');
  await untilKept(0);
});

test('names edited in the grid are restored too, with a message about changes made meanwhile', async () => {
  const { page } = app;
  const { target } = await pair('Saddles');
  await go('#/categories');
  await page.getByRole('radio', { name: 'Names' }).click();
  const cell = page.getByRole('row').filter({ hasText: 'Saddles' }).locator('[data-column="fr"]');
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Selles');
  await page.keyboard.press('Enter');
  await page.getByText('1 unsaved change').waitFor();
  await untilKept(1);
  await page.reload();
  await page.getByText('1 unsaved change').waitFor();
  await rename(target, { name: 'Par un outil' });
  await page.keyboard.press('Control+s');
  await page.getByText(/Changed meanwhile to “Par un outil”/).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await term(target)).name).toBe('Selles');
  await untilKept(0);
});

test('texts of a file are kept and compared in the same way', async () => {
  const { page } = app;
  await go('#/media');
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  const buffer = Buffer.from(PNG, 'base64');
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer });
  await page.getByRole('option', { name: /bell/ }).click();
  const title = page.getByRole('complementary').getByRole('textbox', { name: 'Title' });
  await title.fill('A bell');
  await untilKept(1);
  const [{ id } = { id: 0 }] = await app.api<{ id: number }[]>('GET', '/wp/v2/media');
  await app.api('POST', `/wp/v2/media/${id}`, { title: 'By a tool' });
  await page.reload();
  await page.getByRole('option', { name: /bell/ }).click();
  await expect.poll(() => title.inputValue()).toBe('A bell');
  await save();
  await page.getByText('Changed meanwhile to “By a tool”. Save again to replace that.').waitFor();
  await save();
  const stored = async () =>
    (await app.api<{ title: { raw: string } }>('GET', `/wp/v2/media/${id}?context=edit`)).title.raw;
  await expect.poll(stored).toBe('A bell');
  await untilKept(0);
});
