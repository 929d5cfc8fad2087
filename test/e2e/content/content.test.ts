// The matrix of posts, as an editor uses it, by mouse and by keyboard, in addition to the tasks.
import { beforeEach, expect, test } from 'vitest';
import { undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

interface Item {
  id: number;
  status: string;
  lang: string;
  translations: Record<string, number>;
}

let app: App;
/** Numbers of the posts, by what they are. */
let ids: Record<'night' | 'nuit' | 'tyre' | 'pneu' | 'chain', number>;

const item = (id: number) => app.api<Item>('GET', `/wp/v2/posts/${id}?context=edit`);
const linked = async (id: number) =>
  Object.keys((await item(id)).translations)
    .sort()
    .join(' ');
const row = (title: string) => app.page.getByRole('row').filter({ has: app.page.getByText(title, { exact: true }) });
const cell = (title: string, name: string | RegExp) => row(title).getByRole('gridcell', { name });
const press = async (...keys: string[]) => {
  for (const key of keys) await app.page.keyboard.press(key);
};
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
/** The role and the name of the cell that has the focus, or holds what has it. */
const focused = () =>
  app.page.evaluate(() => {
    const cell = document.activeElement?.closest('[aria-colindex]');
    return cell ? `${cell.role ?? ''} ${cell.ariaLabel ?? ''}` : '';
  });
/** By keys alone: into the grid, to the row with this title, to the column of a language. */
const goTo = async (title: string, state: RegExp) => {
  const { page } = app;
  // The page may not have heard yet of what was done before.
  await cell(title, state).waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement>('h1')?.closest('main')?.focus());
  for (let tabs = 0; tabs < 30 && !/cell|rowheader|columnheader/.test(await focused()); tabs++) await press('Tab');
  await press('Control+Home');
  // Rows may move when the page hears of a change: where the focus is tells how far it is, not a number.
  const isThere = () =>
    app.page.evaluate(
      (words) => document.activeElement?.closest('[role=row]')?.textContent.includes(words) === true,
      title,
    );
  for (let at = 0; at < 12 && !(await isThere()); at++) await press('ArrowDown');
  for (let at = 0; at < 6 && !state.test(await focused()); at++) await press('ArrowRight');
  await expect.poll(isThere).toBe(true);
  await expect.poll(focused).toMatch(state);
};

async function fill(): Promise<void> {
  const post = (title: string, lang: string, translations = {}) =>
    app.api<Item>('POST', '/wp/v2/posts', {
      title,
      lang,
      status: 'publish',
      content: lang === 'fr' ? 'Un phare de 300 lumens.' : 'A light of 300 lumens.',
      translations,
    });
  const { id: night } = await post('Night riding', 'en');
  const { id: nuit } = await post('Rouler de nuit', 'fr', { en: night });
  await app.api('POST', `/wp/v2/posts/${night}`, { content: 'A light of 400 lumens.' });
  const { id: tyre } = await post('Fix a flat tyre', 'en');
  const { id: pneu } = await post('Réparer un pneu', 'fr');
  const { id: chain } = await post('A chain that lasts', 'en');
  ids = { night, nuit, tyre, pneu, chain };
}

useApp('window', '#/posts', (opened) => (app = opened));

beforeEach(async () => {
  const languages = await app.api<unknown[]>('GET', '/pll/v1/languages');
  if (languages.length > 0) return;
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
  await fill();
  await row('Night riding').waitFor();
});

test('items created by another tool appear immediately, with their states and counts', async () => {
  const { page } = app;
  await cell('Night riding', 'English: source').waitFor();
  await cell('Night riding', 'French: needs update').waitFor();
  await cell('Night riding', 'German: missing. New: press N to create').waitFor();
  await page.getByRole('tab', { name: 'Needs update 1' }).waitFor();
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5');
  await app.api('POST', '/wp/v2/posts', { title: 'From outside', lang: 'de', status: 'draft' });
  await row('From outside').waitFor();
  await page.getByRole('link', { name: 'Posts 5' }).waitFor();
});

test('what is missing in one language: by keyboard alone', async () => {
  const { page } = app;
  await goTo('A chain that lasts', /French: missing/);
  await press('Control+Home', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Show only items missing here' }).and(page.locator(':focus')).waitFor();
  await press('Enter');
  await row('Night riding').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^All/ }).click();
  await row('Night riding').waitFor();
});

test('a translation is started by key, opens, and coming back leads to its cell', async () => {
  const { page } = app;
  await goTo('A chain that lasts', /German: missing/);
  await press('n');
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/edit\/post/);
  const { translations } = await item(ids.chain);
  expect((await item(translations['de'] ?? 0)).status).toBe('draft');
  await page.goBack();
  await cell('A chain that lasts', 'German: draft').waitFor();
  await expect.poll(focused).toContain('German');
  await undoMessage(app.page, /German translation started/);
  await expect.poll(() => linked(ids.chain)).toBe('en');
  // Until the page has heard of it, rows may move under the pointer.
  await cell('A chain that lasts', /German: missing/).waitFor();
});

test('a translation is started by mouse', async () => {
  const { page } = app;
  await row('A chain that lasts').getByRole('rowheader').click();
  await button('New translation in French').click();
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#\/edit\/post/);
  await page.getByRole('textbox', { name: 'Title, French' }).and(page.locator(':focus')).waitFor();
  expect(await linked(ids.chain)).toBe('en');
  await page.keyboard.type('C');
  await expect.poll(() => linked(ids.chain)).toBe('en fr');
  await page.getByText(/French.* draft started/).waitFor();
  await page.goBack();
  await undoMessage(app.page, /French.* draft started/);
  await expect.poll(() => linked(ids.chain)).toBe('en');
});

test('the row that is looked at stays so when another tool moves it, and when it has moved while it was edited', async () => {
  const { page } = app;
  const details = page.getByRole('complementary', { name: 'Details of Fix a flat tyre' });
  const move = (to: string) => app.api('POST', `/wp/v2/posts/${ids.pneu}`, { title: to });
  const at = () => row('Fix a flat tyre').getAttribute('aria-rowindex');
  await page.evaluate(() => void (location.hash = '#/posts?orderby=title&order=asc'));
  await expect.poll(at).toBe('3');
  await row('Fix a flat tyre').getByRole('rowheader').click();
  await details.waitFor();
  await move('A tyre');
  await expect.poll(at).toBe('4');
  await details.waitFor();
  await goTo('Fix a flat tyre', /French: missing/);
  await press('Enter');
  await page.getByRole('textbox', { name: 'Title, French' }).waitFor();
  await move('Réparer un pneu');
  await page.goBack();
  await details.waitFor();
  expect(await at()).toBe('3');
  await expect.poll(focused).toContain('French');
  await page.evaluate(() => void (location.hash = '#/posts'));
  await expect.poll(at).not.toBe('3');
});

test('two posts are linked by keyboard alone, and unlinked', async () => {
  const { page } = app;
  await goTo('Fix a flat tyre', /French: missing/);
  await press('l');
  const dialog = page.getByRole('dialog', { name: 'Link a version in French' });
  await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor();
  // Nobody has seen what these words find: the first of the list before is not meant.
  await page.keyboard.type('nothing');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('pneu');
  await dialog.getByRole('option', { name: /Réparer un pneu.*Not linked/, selected: true }).waitFor();
  await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => linked(ids.tyre)).toBe('en fr');
  await goTo('Fix a flat tyre', /French: translated/);
  await press('Shift+L');
  await expect.poll(() => linked(ids.tyre)).toBe('en');
  // Rows move when the page hears of it: the next click is for where they are then.
  await cell('Fix a flat tyre', /French: missing/).waitFor();
});

test('two posts are linked by mouse; the resulting unlink is announced first', async () => {
  const { page } = app;
  await row('Fix a flat tyre').getByRole('rowheader').click();
  await button('Link French…').click();
  const dialog = page.getByRole('dialog', { name: 'Link a version in French' });
  await dialog.getByRole('option', { name: /Rouler de nuit.*Unlinks it from “Night riding”/ }).waitFor();
  await dialog.getByRole('option', { name: /Réparer un pneu/ }).click();
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await undoMessage(app.page, /“Réparer un pneu” is now the French version/);
  await expect.poll(() => linked(ids.tyre)).toBe('en');
  await cell('Fix a flat tyre', /French: missing/).waitFor();
});

test('changes of the source are shown; still correct by mouse, and by key', async () => {
  const { page } = app;
  await cell('Night riding', /French: needs update/).click();
  const details = page.getByRole('complementary', { name: 'Details of Night riding' });
  await expect.poll(() => details.locator('del').textContent()).toContain('300');
  await expect.poll(() => details.locator('ins').textContent()).toContain('400');
  await details.getByRole('button', { name: 'Still correct' }).click();
  await cell('Night riding', 'French: translated').waitFor();
  await undoMessage(app.page, /French marked up to date/);
  await cell('Night riding', /French: needs update/).waitFor();
  await goTo('Night riding', /French: needs update/);
  await press('u');
  await cell('Night riding', 'French: translated').waitFor();
  await undoMessage(app.page, /French marked up to date/);
  await cell('Night riding', /French: needs update/).waitFor();
});

test('all missing German versions are started in one change, by keyboard alone, and undone', async () => {
  const { page } = app;
  await goTo('Night riding', /German: missing/);
  await press('Control+a');
  const bar = page.getByRole('toolbar', { name: /selected/ });
  await bar.getByText('5 selected').waitFor();
  for (let tabs = 0; tabs < 8 && !(await bar.locator(':focus').count()); tabs++) await press('Tab');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Translate what is missing' });
  await dialog.getByRole('checkbox', { name: 'English' }).and(page.locator(':focus')).waitFor();
  await press('Tab', 'Tab', 'Space');
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => linked(ids.night)).toBe('de en fr');
  await undoMessage(app.page, /4 drafts created\. 1 was not changed\./);
  await expect.poll(() => linked(ids.night)).toBe('en fr');
});

test('another language for selected posts: lists existing versions in it first', async () => {
  const { page } = app;
  // What was taken back before has moved the rows again.
  for (const title of ['Night riding', 'A chain that lasts']) await cell(title, /German: missing/).waitFor();
  for (const title of ['Night riding', 'A chain that lasts'])
    await row(title)
      .getByRole('gridcell', { name: /^Select/ })
      .click();
  await button('Set language…').click();
  const dialog = page.getByRole('dialog', { name: 'Set language' });
  // Both are in it.
  await dialog.getByText('Nothing changes: none of these versions is in another language than English.').waitFor();
  await dialog.getByLabel('New language').click();
  await page.getByRole('option', { name: /^Français/ }).click();
  await dialog.getByText('2 items, 1 already has a version in French.').waitFor();
  await dialog.getByRole('button', { name: 'Set language' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await item(ids.chain)).lang).toBe('fr');
  expect((await item(ids.night)).lang).toBe('en');
  await undoMessage(app.page, /1 item set to French/);
  await expect.poll(async () => (await item(ids.chain)).lang).toBe('en');
});

test('trash by key, of one version and of chosen rows; undone', async () => {
  const { page } = app;
  await goTo('Night riding', /French: needs update/);
  await press('Delete');
  await expect.poll(async () => (await item(ids.nuit)).status).toBe('trash');
  await undoMessage(app.page, /Moved “Rouler de nuit” to the trash/);
  await expect.poll(async () => (await item(ids.nuit)).status).toBe('publish');
  await goTo('A chain that lasts', /English: source/);
  await press('Space', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Move 1 article to the trash?' });
  await untilFocusIn(dialog);
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await item(ids.chain)).status).toBe('trash');
  await undoMessage(app.page, /1 item moved to the trash/);
  await row('A chain that lasts').waitFor();
});

test('a row by its number, the next cell with work, a filter with a name', async () => {
  const { page } = app;
  await goTo('Night riding', /English: source/);
  await press(']');
  await expect.poll(focused).toMatch(/French: needs update/);
  await press('Control+g');
  await page.getByRole('spinbutton').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=row]')?.ariaRowIndex)).toBe('2');
  await page.getByRole('tab', { name: /^Drafts/ }).click();
  await button(/^Saved filters$/).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await untilFocusIn(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Unfinished');
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^All/ }).click();
  await row('Night riding').waitFor();
  await button(/^Saved filters$/).click();
  await page.getByRole('menuitem', { name: 'Unfinished' }).click();
  await expect.poll(() => page.getByRole('tab', { name: /^Drafts/ }).getAttribute('aria-selected')).toBe('true');
  await page.getByRole('tab', { name: /^All/ }).click();
});
