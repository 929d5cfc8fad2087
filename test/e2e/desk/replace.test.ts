// Find and replace over all items of a language.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const contents = async () =>
  (await app.api<{ content: { raw: string } }[]>('GET', '/wp/v2/posts?lang=fr&context=edit&orderby=id&order=asc')).map(
    ({ content }) => content.raw,
  );
const item = (name: string) => app.page.getByRole('treeitem', { name });
const press = (keys: string) => app.page.keyboard.press(keys);

test('words are found, a text is left out, the others are replaced, and one step takes it back', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  for (const text of ['Retirez le phare avant en ville.', 'Phare avant à dynamo'])
    await app.api('POST', '/wp/v2/posts', {
      title: text.slice(0, 7),
      status: 'publish',
      lang: 'fr',
      content: paragraph(text),
    });
  const before = await contents();
  await page.evaluate(() => void (location.hash = '#/replace?lang=fr'));
  await page.getByRole('textbox', { name: 'Find' }).fill('phare avant');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('éclairage avant');
  await press('Enter');
  await page.getByText('2 places in 2 items').first().waitFor();
  await picture(page, 'replace');
  expect(await seriousFaults(page)).toEqual([]);
  // Titles hold “Phare a” and “Retirez” only.
  const texts = page.getByRole('combobox', { name: 'Texts' });
  await texts.click();
  await page.getByRole('option', { name: 'Titles' }).click();
  await page.getByRole('textbox', { name: 'Find' }).press('Enter');
  await page.getByText('“phare avant” was not found in French.').waitFor();
  await page.getByRole('textbox', { name: 'Find' }).fill('Retirez');
  await press('Enter');
  // Not the name of the tooltip of a link, which is called title too.
  await item('Title Before: Retirez').waitFor();
  await page.getByRole('textbox', { name: 'Find' }).fill('phare avant');
  await texts.focus();
  await press('Enter');
  await page.getByRole('option', { name: 'All texts' }).click();
  await page.getByRole('textbox', { name: 'Find' }).press('Enter');
  await page.getByText('2 places in 2 items').first().waitFor();
  await untilFocusIn(item('Retirez'));
  await press('ArrowDown');
  await untilFocusIn(item('Before: Retirez le phare avant en ville. After: Retirez le éclairage avant en ville.'));
  await press('Space');
  await page.getByText('1 of 2 chosen').waitFor();
  await page.getByRole('button', { name: 'Replace 1 in 1 item' }).click();
  await expect.poll(contents).toEqual([before[0], paragraph('Éclairage avant à dynamo')]);
  await undoMessage(page, '1 place replaced in 1 item');
  await expect.poll(contents).toEqual(before);
  await page.getByRole('checkbox', { name: 'Regular expression' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('(phare');
  await press('Enter');
  await page.getByText(/This pattern cannot be read/).waitFor();
  await page.getByRole('textbox', { name: 'Find' }).fill('phare (avant|arrière)');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('feu $1');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Drafts only' }).click();
  await page.getByRole('textbox', { name: 'Find' }).press('Enter');
  await page.getByText(/was not found in French/).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Published only' }).click();
  await page.getByRole('textbox', { name: 'Find' }).press('Enter');
  await page.getByText('2 places in 2 items').first().waitFor();
  await page.getByRole('button', { name: 'Replace 2 in 2 items' }).click();
  await expect.poll(contents).toEqual([paragraph('Retirez le feu avant en ville.'), paragraph('feu avant à dynamo')]);
  await undoMessage(page, '2 places replaced in 2 items');
  await page.getByRole('checkbox', { name: 'Regular expression' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Any status' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('xyzzy');
  await press('Enter');
  await page.getByText('“xyzzy” was not found in French.').waitFor();
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'replace-900');
  expect(await seriousFaults(page)).toEqual([]);
});

test('by keyboard an item is folded, a result edited, and what was written is stored', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  const before = await contents();
  await page.getByRole('textbox', { name: 'Find' }).fill('phare avant');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('éclairage avant');
  await press('Enter');
  await untilFocusIn(item('Retirez'));
  await press('ArrowLeft');
  await expect.poll(() => item('Retirez le phare').count()).toBe(0);
  expect(await item('Retirez').getAttribute('aria-expanded')).toBe('false');
  await press('ArrowRight');
  await press('ArrowRight');
  await untilFocusIn(item('before: Retirez le phare avant'));
  await press('e');
  const result = page.getByRole('textbox', { name: 'Result in Paragraph' });
  await untilFocusIn(result);
  await result.fill('Retirez l’éclairage avant en ville.');
  await press('Enter');
  await untilFocusIn(item('after: Retirez l’éclairage avant en ville.'));
  await page.getByText('edited', { exact: true }).waitFor();
  await press('e');
  await untilFocusIn(result);
  await page.keyboard.type('No');
  await press('Escape');
  await untilFocusIn(item('after: Retirez l’éclairage avant en ville.'));
  await picture(page, 'replace-edited');
  expect(await seriousFaults(page)).toEqual([]);
  await press('Control+Enter');
  await expect
    .poll(contents)
    .toEqual([paragraph('Retirez l’éclairage avant en ville.'), paragraph('Éclairage avant à dynamo')]);
  await undoMessage(page, '2 places replaced in 2 items');
  await expect.poll(contents).toEqual(before);
});

test('typing during a search keeps the focus, and outdated matches are not offered for replacing', async () => {
  const { page } = app;
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('phare avant');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/polydesk/v1/replace', async (route) => {
    await held;
    await route.continue();
  });
  await press('Enter');
  await page.getByRole('progressbar').waitFor();
  await find.press('End');
  await page.keyboard.type('s');
  release();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await find.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.getByRole('button', { name: /^Replace \d/ }).count()).toBe(0);
  await page.unroute('**/polydesk/v1/replace');
});
