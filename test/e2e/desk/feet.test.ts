// Keys at the feet of the screens of the desk: those of the drawings, where they work.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';
import { makeNightRide } from './checks-site.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
/** The keys that are shown now, each with what it does. */
const shown = () =>
  app.page
    .locator('footer[aria-label="Status"] .hint')
    .evaluateAll((all) => all.map((one) => one.textContent.trim().replace(/\s+/g, ' ')));
const shows = (words: readonly string[]) =>
  expect
    .poll(async () => {
      const all = await shown();
      return words.filter((word) => !all.some((each) => each.endsWith(word)));
    })
    .toEqual([]);
let target = 0;

test('the site', async () => {
  target = await makeNightRide(app);
});

test.each([
  ['glossary', '#/glossary', 'Glossary', ['↑↓ Term', 'Edit', 'New term', 'Find a term', 'Delete term']],
  ['memory', '#/memory', 'Books', ['↑↓ Book', 'Search the memory']],
])('%s', async (name, hash, grid, keys) => {
  await go(hash);
  const row = app.page.getByRole('grid', { name: grid }).getByRole('rowheader').first();
  await row.focus();
  await shows(keys);
  await picture(app.page, `foot-${name}`);
  // The arrows move in the table, as the foot says.
  await app.page.keyboard.press('ArrowDown');
  await shows(keys);
});

test('the editor', async () => {
  await go(`#/edit/post/${target}`);
  await app.page
    .getByRole('textbox', { name: /^Paragraph, French/ })
    .first()
    .click();
  await shows(['Next part to do', 'Next finding']);
  await picture(app.page, 'foot-editor');
});

test('find and replace', async () => {
  await go('#/replace?lang=fr&q=lumens&to=lux');
  await app.page.getByRole('textbox', { name: 'Find' }).press('Enter');
  await app.page.getByRole('treeitem').first().focus();
  await shows(['↑↓ Place', 'Space Choose', '←→ Fold, unfold', 'Open the item']);
  await picture(app.page, 'foot-replace');
});

test('the matrix', async () => {
  await go('#/posts');
  const cells = app.page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell');
  await cells.nth(2).focus();
  await shows(['↑↓←→ Move', 'Open', 'Select']);
  await picture(app.page, 'foot-matrix');
});
