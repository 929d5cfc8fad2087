// Import and export of the memory and of the glossary, on their screens.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { picture } from './pictures.ts';
import { seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/memory', (opened) => (app = opened));
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const choose = (name: string, text: string) =>
  app.page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

const TMX = `<?xml version="1.0"?><tmx version="1.4"><header creationtool="Other" srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Front light</seg></tuv><tuv xml:lang="fr"><seg>Éclairage avant</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Tail light</seg></tuv><tuv xml:lang="it"><seg>Luce</seg></tuv></tu></body></tmx>`;

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
});

test('a TMX becomes a book after a look at it, and the memory leaves as a file', async () => {
  const { page } = app;
  await go('#/memory');
  await page.getByText('No books.').waitFor();
  await choose('agency.tmx', TMX);
  const dialog = page.getByRole('dialog', { name: 'Import agency.tmx' });
  await dialog.getByText('1 new text with its translation').waitFor();
  await dialog.getByText(/The site has no language "it": 1 text was left out/).waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Book' }).fill('Agency 2024');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Agency 2024/ }).waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), exportAs('Export the translation memory')]);
  expect(saved.suggestedFilename()).toMatch(/\.tmx$/);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('<tuv xml:lang="fr-FR"><seg>Éclairage avant</seg></tuv>');
  await choose('agency.tmx', TMX);
  await dialog.getByText('No new texts').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('books have an order, and one of them leaves as a file', async () => {
  const { page } = app;
  await choose('other.tmx', TMX.replace('Éclairage avant', 'Feu avant'));
  const dialog = page.getByRole('dialog', { name: 'Import other.tmx' });
  await dialog.getByText('1 new text with its translation').waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  const names = () => page.getByRole('row', { name: /other|Agency/ }).allTextContents();
  await expect.poll(async () => (await names()).map((name) => name.includes('Agency'))).toEqual([true, false]);
  await page.getByRole('row', { name: /other/ }).click();
  await untilFocusIn(page.getByRole('row', { name: /other/ }));
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await names()).map((name) => name.includes('Agency'))).toEqual([false, true]);
  await undoMessage(page, 'Book “other” moved');
  await expect.poll(async () => (await names()).map((name) => name.includes('Agency'))).toEqual([true, false]);
  await untilFocusIn(page.getByRole('row', { name: /other/ }));
  await page.keyboard.press('Space');
  const used = page.getByRole('switch', { name: 'Use the book other' });
  await expect.poll(() => used.getAttribute('aria-checked')).toBe('false');
  await used.click();
  await expect.poll(() => used.getAttribute('aria-checked')).toBe('true');
  const details = page.getByRole('complementary', { name: 'Book other' });
  await details.getByText('English to French').waitFor();
  await details.getByRole('spinbutton', { name: 'Penalty' }).fill('5');
  await details.getByText('A 100% match counts as 95%.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('row', { name: /other.*−5/ }).waitFor();
  await page.getByRole('button', { name: 'Export the book other' }).click();
  const leaving = page.getByRole('dialog', { name: 'Export the book other' });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    leaving.getByRole('button', { name: 'Save file' }).click(),
  ]);
  await leaving.waitFor({ state: 'detached' });
  const tmx = readFileSync(await saved.path(), 'utf8');
  expect(tmx).toContain('Feu avant');
  expect(tmx).not.toContain('Éclairage avant');
  await page.getByRole('region', { name: 'Pairs between languages' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'memory-books');
});

test('a broken file is reported with the position, and nothing is imported', async () => {
  await choose('broken.tmx', TMX.replace('</seg></tuv></tu>', '</tuv></tu>'));
  const dialog = app.page.getByRole('dialog', { name: 'Import broken.tmx' });
  await dialog.getByText(/Line 2, column/).waitFor();
  await app.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a table of terms is added to the glossary, with Undo, and the glossary is exported as TBX', async () => {
  const { page } = app;
  await go('#/glossary');
  await page.getByText('No terms yet').waitFor();
  await choose('terms.csv', 'en,fr,definition\nbeam,faisceau,What a lamp throws\n');
  const dialog = page.getByRole('dialog', { name: 'Import terms.csv' });
  await dialog.getByText('New terms: 1 · changed: 0').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await undoMessage(page, 'terms.csv imported');
  await page.getByText('No terms yet').waitFor();
  await page.getByRole('button', { name: /^Redo: / }).click();
  await page.getByRole('row', { name: /beam/ }).waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), exportAs('Export the glossary')]);
  expect(readFileSync(await saved.path(), 'utf8')).toContain('<term>faisceau</term>');
});

async function exportAs(title: string): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await dialog.waitFor({ state: 'detached' });
}
