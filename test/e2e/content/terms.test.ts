// The screen of a taxonomy: tree, states and names, the inspector; creating, translating, merging and deleting, by mouse and by
// keyboard.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeMessages, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

interface Term {
  id: number;
  name: string;
  slug: string;
  parent: number;
  lang: string;
  translations: Record<string, number>;
}

let app: App;

const terms = () => app.api<Term[]>('GET', '/wp/v2/categories?per_page=100');
const named = async (name: string) => (await terms()).find((term) => term.name === name);
const names = async () => (await terms()).map(({ name }) => name).sort();
const add = (name: string, parent = 0) => app.api<Term>('POST', '/wp/v2/categories', { name, parent, lang: 'en' });
const row = (name: string) => app.page.getByRole('row').filter({ hasText: name });
const cell = (name: string, column: string) => row(name).locator(`[data-column="${column}"]`);
const inspector = (name: string) => app.page.getByRole('complementary', { name: `Details of ${name}` });

useApp('window', '#/languages', (opened) => (app = opened));

test('a tree: branches open and close by keyboard and by mouse', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
  const routes = await add('Routes');
  await add('Mountain passes', routes.id);
  await page.getByRole('link', { name: /^Categories/ }).click();
  await page.getByRole('treegrid', { name: 'Categories' }).waitFor();
  await expect.poll(() => row('Mountain passes').getAttribute('aria-level')).toBe('2');
  await cell('Routes', 'title').click();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => row('Mountain passes').count()).toBe(0);
  await expect.poll(() => row('Routes').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await row('Mountain passes').waitFor();
});

test('a term is translated in the inspector, by mouse', async () => {
  const { page } = app;
  await cell('Routes', 'title').click();
  const pane = inspector('Routes');
  await pane.getByRole('textbox', { name: 'Name, French' }).fill('Itinéraires');
  await pane.getByRole('textbox', { name: 'Slug, English' }).fill('ways');
  await pane.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await named('Routes'))?.slug).toBe('ways');
  const routes = await named('Routes');
  await expect.poll(async () => (await named('Itinéraires'))?.translations['en']).toBe(routes?.id);
  await page.getByRole('gridcell', { name: 'French: translated' }).first().waitFor();
});

test('its columns are chosen as those of content, and for them too: C, or the button', async () => {
  const { page } = app;
  await cell('Routes', 'fr').click();
  await page.keyboard.press('c');
  await page.getByRole('checkbox', { name: 'Deutsch' }).click();
  await expect.poll(() => page.getByRole('columnheader', { name: /German/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Deutsch' }).click();
  await page.getByRole('columnheader', { name: /German/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('a term is translated by keyboard alone: N, the name, save', async () => {
  const { page } = app;
  await cell('Routes', 'de').click();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Name, German' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Strecken');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await named('Strecken'))?.lang).toBe('de');
});

test('edits stay while another term and another screen are shown', async () => {
  const { page } = app;
  await cell('Routes', 'title').click();
  await inspector('Routes').getByRole('textbox', { name: 'Slug, German' }).fill('wege');
  await cell('Mountain passes', 'title').click();
  await inspector('Mountain passes').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('link', { name: /Categories.*Unsaved/ }).click();
  await cell('Routes', 'title').click();
  const slug = inspector('Routes').getByRole('textbox', { name: 'Slug, German' });
  await expect.poll(() => slug.inputValue()).toBe('wege');
  await inspector('Routes').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => slug.inputValue()).toBe('strecken');
});

test('a rejected slug is reported under its field', async () => {
  const { page } = app;
  await cell('Mountain passes', 'title').click();
  const slug = inspector('Mountain passes').getByRole('textbox', { name: 'Slug, English' });
  await slug.fill('ways');
  await page.keyboard.press('Control+s');
  await expect.poll(() => slug.getAttribute('aria-invalid')).toBe('true');
  await inspector('Mountain passes').getByRole('button', { name: 'Discard' }).click();
  expect((await named('Mountain passes'))?.slug).toBe('mountain-passes');
});

test('a name is edited in place, and the change undone', async () => {
  const { page } = app;
  await cell('Mountain passes', 'title').click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Rename Mountain passes' }).fill('Passes');
  await page.keyboard.press('Enter');
  await expect.poll(names).toContain('Passes');
  await undoMessage(page, '1 name saved');
  await expect.poll(names).toContain('Mountain passes');
});

test('names of several languages are written as in a table and saved together, by keyboard alone', async () => {
  const { page } = app;
  await page.getByRole('radio', { name: 'States' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('radio', { name: 'Names', checked: true }).waitFor();
  await cell('Mountain passes', 'fr').focus();
  await page.keyboard.type('Cols');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Pässe');
  await page.keyboard.press('Enter');
  await page.getByText('2 unsaved changes').waitFor();
  expect(await names()).not.toContain('Cols');
  await page.keyboard.press('Control+s');
  await expect.poll(names).toEqual(expect.arrayContaining(['Cols', 'Pässe']));
  await page.getByText('2 names saved').waitFor();
  expect((await named('Cols'))?.parent, 'the translation of the parent').toBe((await named('Itinéraires'))?.id);
  await page.getByRole('radio', { name: 'States' }).click();
});

test('a name that is written while its row moves is given to its own term', async () => {
  const { page } = app;
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/categories', { name: 'Tandems', lang: 'en' });
  await page.getByRole('radio', { name: 'Names' }).click();
  await cell('Tandems', 'fr').focus();
  await page.keyboard.type('Vélos');
  await app.api('POST', `/wp/v2/categories/${id}`, { name: 'A tandem' });
  const other = await app.api<{ id: number }>('POST', '/wp/v2/categories', { name: 'Another one', lang: 'en' });
  await row('Another one').waitFor();
  await page.keyboard.type(' doubles');
  await page.keyboard.press('Enter');
  await page.getByText('1 unsaved change').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(names).toContain('Vélos doubles');
  const all = await app.api<{ name: string; translations: Record<string, number> }[]>(
    'GET',
    '/wp/v2/categories?per_page=100&lang=fr',
  );
  expect(all.find(({ name }) => name === 'Vélos doubles')?.translations['en']).toBe(id);
  const made = all.find(({ name }) => name === 'Vélos doubles')?.translations ?? {};
  for (const each of [...Object.values(made), other.id])
    await app.api('DELETE', `/wp/v2/categories/${each}?force=true`);
  // The next test waits for the same words.
  await page.getByText('1 name saved').waitFor();
  await closeMessages(page);
  await page.getByText('1 name saved').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'States' }).click();
});

test('a name that is written while its version is deleted elsewhere is saved as a new one', async () => {
  const { page } = app;
  const gone = await named('Cols');
  await page.getByRole('radio', { name: 'Names' }).click();
  await cell('Mountain passes', 'fr').focus();
  await page.keyboard.type('Passages');
  await page.keyboard.press('Enter');
  await app.api('DELETE', `/wp/v2/categories/${gone?.id}?force=true`);
  const [deletion] = await app.api<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');
  await page
    .getByRole('gridcell', { name: /^French: missing/ })
    .getByText('Passages')
    .waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('1 name saved').waitFor();
  await undoMessage(page, '1 name saved');
  await cell('Mountain passes', 'fr').getByText('Passages').waitFor({ state: 'detached' });
  await app.api('POST', `/polydesk/v1/history/${deletion?.id}/undo`, {});
  await cell('Mountain passes', 'fr').getByText('Cols').waitFor();
  await page.getByRole('radio', { name: 'States' }).click();
});

test('a new one by keyboard appears immediately in the list', async () => {
  const { page } = app;
  await cell('Routes', 'title').focus();
  await page.keyboard.press(app.key('Control+n'));
  await page.getByRole('dialog', { name: 'New category' }).getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Ways');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await cell('Ways', 'title').waitFor();
});

test('two that are the same are merged: M, the other one, Merge', async () => {
  const { page } = app;
  await cell('Ways', 'title').click();
  await page.keyboard.press('m');
  const dialog = page.getByRole('alertdialog', { name: 'Merge “Ways”' });
  await dialog.getByRole('combobox').fill('rout');
  await page.getByRole('option', { name: /^Routes/ }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(names).not.toContain('Ways');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => row('Ways').count()).toBe(0);
});

/** Nothing of it is wider than it is. */
async function fits(dialog: Locator): Promise<boolean> {
  await untilFocusIn(dialog);
  return dialog.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('h2, p, bdi')].every((each) => {
      const own = each.getBoundingClientRect();
      return own.left >= left && own.right <= right;
    });
  });
}

test('a long word as a name stays whole within each dialog', async () => {
  const { page } = app;
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrik'.repeat(2);
  const { id } = await add(word);
  for (const [column, key, role] of [
    ['title', 'm', 'alertdialog'],
    ['title', 'Delete', 'alertdialog'],
    ['fr', 'l', 'dialog'],
  ] as const) {
    await cell(word, column).click();
    await page.keyboard.press(key);
    const dialog = page.getByRole(role);
    expect(await fits(dialog), `${key} on ${column}`).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await app.api('DELETE', `/wp/v2/categories/${id}?force=true`);
});

test('a long name that is read from the other side is cut at its end', async () => {
  const name = 'دراجات المسافات الطويلة '.repeat(8).trim();
  const { id } = await add(name);
  const hidden = await cell(name, 'title').evaluate((box) => {
    const [text] = [...box.querySelectorAll('bdi')].map(({ firstChild }) => firstChild);
    const first = document.createRange();
    if (text) first.selectNodeContents(text);
    first.setEnd(first.startContainer, 1);
    const [own, { left, right }] = [first.getBoundingClientRect(), box.getBoundingClientRect()];
    return own.left < left || own.right > right;
  });
  expect(hidden, 'where it begins').toBe(false);
  await app.api('DELETE', `/wp/v2/categories/${id}?force=true`);
});

test('the default category stays; another is deleted and restored', async () => {
  const { page } = app;
  await cell('Uncategorized', 'title').click();
  await page.keyboard.press('Delete');
  await page.getByText(/It cannot be deleted/).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await cell('Mountain passes', 'title').click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete “Mountain passes”?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Mountain passes” deleted').waitFor();
  expect(await names()).not.toContain('Mountain passes');
  await undoMessage(page, '“Mountain passes” deleted');
  await expect.poll(names).toEqual(expect.arrayContaining(['Mountain passes', 'Cols', 'Pässe']));
});

test('a filter shows what is missing, as a list', async () => {
  const { page } = app;
  await add('Alone');
  await page.getByRole('tab', { name: /^Missing/ }).click();
  await page.getByRole('grid', { name: 'Categories' }).waitFor();
  await cell('Alone', 'title').waitFor();
  await expect.poll(() => row('Routes').count()).toBe(0);
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('treegrid', { name: 'Categories' }).waitFor();
});

test('tags are a list', async () => {
  const { page } = app;
  await app.api('POST', '/wp/v2/tags', { name: 'rain', lang: 'en' });
  await page.getByRole('link', { name: /^Tags/ }).click();
  await page.getByRole('grid', { name: 'Tags' }).waitFor();
  await cell('rain', 'fr').click();
  await page.getByText('Parent', { exact: true }).waitFor({ state: 'detached' });
});
