// The Languages screen, as a person uses it, in addition to the tasks: order, switches, deletion, errors.
import { expect, test } from 'vitest';
import { undoMessage, useApp, type App } from '../app.ts';

interface Row {
  term_id: number;
  slug: string;
  name: string;
  active: boolean;
  is_default: boolean;
}

let app: App;

const list = () => app.api<Row[]>('GET', '/pll/v1/languages');
const slugs = async () => (await list()).map(({ slug }) => slug);
const row = (name: string) => app.page.getByRole('row').filter({ hasText: name });
const cell = (name: string) => row(name).getByRole('rowheader');
/** The list as it is shown. */
const shown = async () =>
  (await app.page.getByRole('rowheader').allTextContents()).map((text) => /English|Français|Deutsch/.exec(text)?.[0]);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });

useApp('browser', '#/languages', (opened) => (app = opened));

test('a language added by another tool appears immediately in the list', async () => {
  await app.page.getByRole('heading', { name: 'No languages yet' }).waitFor();
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
  for (const name of ['English', 'Français', 'Deutsch']) await cell(name).waitFor();
});

test('reordered by keys, with the focus on the moved row, and undone in one step', async () => {
  const { page } = app;
  await cell('Deutsch').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(slugs).toEqual(['en', 'de', 'fr']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Deutsch');
  await undoMessage(app.page, /German is now in position 2/);
  await expect.poll(slugs).toEqual(['en', 'fr', 'de']);
});

test('reordered from its menu, without dragging; and the shortcuts of the screen are listed', async () => {
  const { page } = app;
  const choose = async (name: string) => {
    await button('More for German').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await cell('Deutsch').click();
  await choose('Move up');
  await expect.poll(slugs).toEqual(['en', 'de', 'fr']);
  await choose('Move down');
  await expect.poll(slugs).toEqual(['en', 'fr', 'de']);
  await cell('Deutsch').click();
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Delete German').waitFor();
  await keys.getByText('Move German up').waitFor();
  // It is the last.
  expect(await keys.getByText('Move German down').count()).toBe(0);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
});

test('reordered with the mouse', async () => {
  const { page } = app;
  await expect.poll(shown).toEqual(['English', 'Français', 'Deutsch']);
  const from = await button('Move German. Alt with up or down arrow').boundingBox();
  const to = await row('English').boundingBox();
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(from!.x + 8, to!.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(slugs).toEqual(['de', 'en', 'fr']);
  await expect.poll(shown).toEqual(['Deutsch', 'English', 'Français']);
});

test('switched off and on', async () => {
  const isActive = async () => (await list()).find(({ slug }) => slug === 'fr')?.active;
  await app.page.getByRole('switch', { name: 'French is active' }).click();
  await expect.poll(isActive).toBe(false);
  await app.page.getByText('Hidden from the site').first().waitFor();
  await app.page.keyboard.press('Space');
  await expect.poll(isActive).toBe(true);
});

test('deleted by keyboard and restored; the dialog focuses Cancel first and returns the focus', async () => {
  const { page } = app;
  await cell('Deutsch').click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete German?' });
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Cancel');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Deutsch');
  await page.keyboard.press('Delete');
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(slugs).toEqual(['en', 'fr']);
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[role="grid"] :focus').waitFor();
  await page.getByRole('button', { name: /^Undo: Deleted the language German/ }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(slugs).toEqual(['de', 'en', 'fr']);
  await expect.poll(shown).toEqual(['Deutsch', 'English', 'Français']);
});

test('deleted with the mouse: the default language names its successor first, and both come back together', async () => {
  const { page } = app;
  const defaults = async () => (await list()).filter((each) => each.is_default).map(({ slug }) => slug);
  await cell('English').click();
  await button('Delete…').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete English?' });
  await dialog.getByRole('combobox', { name: 'New default language' }).click();
  await page.getByRole('option', { name: /Français/ }).click();
  await dialog.getByRole('button', { name: 'Delete English' }).click();
  await expect.poll(slugs).toEqual(['de', 'fr']);
  expect(await defaults()).toEqual(['fr']);
  await undoMessage(app.page, /English deleted/);
  await expect.poll(slugs).toEqual(['de', 'en', 'fr']);
  expect(await defaults()).toEqual(['en']);
  await expect.poll(shown).toEqual(['Deutsch', 'English', 'Français']);
  await row('English').getByText('Default').first().waitFor();
});

test('another default, after its effect was shown', async () => {
  const { page } = app;
  const defaults = async () => (await list()).find((each) => each.is_default)?.slug;
  await cell('Français').click();
  await button('Make default').click();
  const dialog = page.getByRole('alertdialog', { name: 'Make French the default language?' });
  await dialog.getByText('2 front pages get a new address').waitFor();
  await dialog.getByRole('button', { name: 'Make default' }).click();
  await expect.poll(defaults).toBe('fr');
});

test('a taken code is reported under its field and the edit stays', async () => {
  const { page } = app;
  await cell('Deutsch').click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect.poll(() => code.inputValue()).toBe('de');
  await code.fill('en');
  await page.keyboard.press('Control+s');
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('Another language has the code en').first().waitFor();
  expect(await slugs()).toEqual(['de', 'en', 'fr']);
  await code.fill('ger');
  await page.getByRole('button', { name: /^Save/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change German?' });
  await dialog.getByText('/ger/').waitFor();
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(slugs).toEqual(['ger', 'en', 'fr']);
});
