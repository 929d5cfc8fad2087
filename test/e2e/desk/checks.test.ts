// Findings of the checks in a translation, while typing and for the whole site.
import { expect, test } from 'vitest';
import { holdMessage, seriousFaults, undoMessage, useApp, type App } from '../app.ts';
import { choose, makeNightRide, paragraph } from './checks-site.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

interface Post {
  id: number;
  link: string;
  content: { raw: string };
}
const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const press = (keys: string) => app.page.keyboard.press(keys);
const text = (at: number) => app.page.getByRole('textbox', { name: /^Paragraph, French/ }).nth(at);
const panel = () => app.page.getByRole('tabpanel', { name: 'Checks' });
let target = 0;

test('the site', async () => {
  target = await makeNightRide(app);
});

const beside = (screen: string) =>
  app.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: screen });

test('the sidebar says how many terms and strings there are, and follows their changes', async () => {
  await beside('Glossary 1').waitFor();
  const strings = await app.api<unknown[]>('GET', '/polydesk/v1/strings');
  await beside(`Strings ${strings.length}`).waitFor();
  // Nobody has counted findings yet.
  expect(await beside('Checks').textContent()).not.toMatch(/\d/);
  const words = [{ lang: 'en', text: 'saddle' }];
  const { id } = await app.api<{ id: number }>('POST', '/polydesk/v1/glossary', { words });
  await beside('Glossary 2').waitFor();
  await app.api('DELETE', `/polydesk/v1/glossary/${id}`);
  await beside('Glossary 1').waitFor();
});

test('findings are shown next to the row while it is edited, and disappear once it is right', async () => {
  const { page } = app;
  await go(`#/edit/post/${target}`);
  await page.getByRole('tab', { name: /^Checks 3/ }).click();
  await text(0).click();
  await panel().getByText('Numbers differ').waitFor();
  await panel().getByText('On one side only: 800 and 80').waitFor();
  await panel().getByText('“rear light” is “feu arrière” in the glossary').waitFor();
  await picture(page, 'editor-checks');
  expect(await seriousFaults(page)).toEqual([]);
  // One click writes the number of the source, as a step that can be undone; the key does the same.
  const right = 'Comptez 800 lumens sur les chemins.';
  await panel().getByRole('button', { name: 'Change to 800' }).click();
  await expect.poll(() => text(0).textContent()).toBe(right);
  await expect.poll(() => panel().getByText('Numbers differ').count()).toBe(0);
  await undoMessage(page, 'Finding fixed');
  await expect.poll(() => text(0).textContent()).toBe('Comptez 80 lumens sur les chemins.');
  await text(0).click();
  await panel().getByText('This row').waitFor();
  await press('Alt+f');
  await expect.poll(() => text(0).textContent()).toBe(right);
  await press('Control+z');
  await expect.poll(() => text(0).textContent()).toBe('Comptez 80 lumens sur les chemins.');
  await page.getByRole('tab', { name: /^Checks 3/ }).waitFor();
  await text(0).press('Control+a');
  await page.keyboard.type('Comptez 800 lumens sur les chemins.');
  await page.getByRole('tab', { name: /^Checks 2/ }).waitFor();
  expect(await panel().getByText('Numbers differ').count()).toBe(0);
});

test('keys go to the next finding, mend it, take that back, and ignore it until a text changes', async () => {
  const { page } = app;
  await press('F8');
  await expect.poll(() => text(1).evaluate((box) => box === document.activeElement)).toBe(true);
  await press('F8');
  await expect.poll(() => text(2).evaluate((box) => box === document.activeElement)).toBe(true);
  await press('Alt+f');
  await holdMessage(page, 'Finding fixed');
  await expect.poll(() => text(2).textContent()).toBe('Roulez lentement.');
  await page.getByRole('tab', { name: /^Checks 1/ }).waitFor();
  await undoMessage(page, 'Finding fixed');
  await expect.poll(() => text(2).textContent()).toBe('Roulez  lentement.');
  await press('Shift+F8');
  await expect.poll(() => text(1).evaluate((box) => box === document.activeElement)).toBe(true);
  await panel().getByText('This row').waitFor();
  await press('Alt+i');
  await holdMessage(page, 'Finding ignored');
  await page.getByRole('tab', { name: /^Checks 1/ }).waitFor();
  await undoMessage(page, 'Finding ignored');
  await page.getByRole('tab', { name: /^Checks 2/ }).waitFor();
});

const cell = (name: string) => app.page.getByRole('grid', { name: 'Checks' }).getByRole('button', { name });
const findings = () => app.page.getByRole('complementary', { name: 'Findings' });
const stored = async () => (await app.api<Post>('GET', `/wp/v2/posts/${target}?context=edit`)).content.raw;

test('the screen counts what is found by check and language, and shows the findings of one of them', async () => {
  const { page } = app;
  await press('Control+s');
  await expect.poll(stored).toContain('Comptez 800');
  await go('#/checks');
  await cell('French, 1, Double space').click();
  await findings().getByRole('link', { name: 'Rouler de nuit' }).waitFor();
  const { length } = await app.api<object[]>('GET', '/polydesk/v1/findings?lang=fr');
  const ar = await app.api<object[]>('GET', '/polydesk/v1/findings?lang=ar');
  await beside(`Checks ${length + ar.length}`).waitFor();
  // As in the file of the source: its third paragraph.
  await findings().getByText('Paragraph 3', { exact: true }).waitFor();
  await findings().getByText('French · 1 finding in 1 item', { exact: true }).waitFor();
  await picture(page, 'checks');
  expect(await seriousFaults(page)).toEqual([]);
  await cell('French, 1, Term not used').click();
  await findings().getByText('“rear light” is “feu arrière” in the glossary').waitFor();
  await findings().getByRole('button', { name: 'Ignore', exact: true }).click();
  await expect.poll(() => cell('French, 1, Term not used').count()).toBe(0);
  await choose(app.page, 'Ignored 1', 'Ignored');
  await cell('French, 1, Term not used').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await findings().getByRole('listitem').getByRole('button', { name: 'Show again' }).focus();
  await press('Enter');
  await page.getByText('Nothing is ignored').waitFor();
  await page.getByRole('button', { name: 'Remove Ignored 0' }).click();
  await cell('French, 1, Term not used').click();
  await findings().getByText('“rear light” is “feu arrière” in the glossary').waitFor();
  await findings().getByRole('button', { name: 'Ignore', exact: true }).click();
  await holdMessage(page, 'Finding ignored');
  await expect.poll(() => cell('French, 1, Term not used').count()).toBe(0);
  await undoMessage(page, 'Finding ignored');
  await cell('French, 1, Term not used').waitFor();
});

test('arrows lead over the cells in which nothing is found', async () => {
  const { page } = app;
  const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
  await cell('French, 1, Double space').focus();
  await press('ArrowRight');
  await expect.poll(focused).toBe('0');
  await press('ArrowLeft');
  await cell('French, 1, Double space').and(page.locator(':focus')).waitFor();
});

test('safe fixes are applied after a preview, as one entry that can be undone', async () => {
  const { page } = app;
  const before = await stored();
  await page.getByRole('button', { name: 'Apply 1 safe fix…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply 1 safe fix…' });
  await dialog.getByRole('cell', { name: 'Double space' }).waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'Rouler de nuit' }).waitFor();
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await press('Control+Enter');
  await holdMessage(page, '1 finding fixed');
  await expect.poll(stored).toContain('Roulez lentement.');
  await expect.poll(() => cell('French, 1, Double space').count()).toBe(0);
  await undoMessage(page, '1 finding fixed');
  await expect.poll(stored).toBe(before);
  await cell('French, 1, Double space').waitFor();
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'checks-900');
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a site chooses its checks with keys: the screen and the editor find the same, and it can be undone', async () => {
  const { page } = app;
  await go('#/checks');
  await cell('French, 1, Double space').waitFor();
  await page.getByRole('button', { name: 'Choose checks…' }).focus();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose checks' });
  await dialog.getByRole('checkbox', { name: 'Double space' }).and(page.locator('[aria-checked="true"]')).waitFor();
  await dialog.getByRole('checkbox', { name: 'Quotation marks' }).and(page.locator('[aria-checked="false"]')).waitFor();
  await picture(page, 'checks-choose');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Double space' }).focus();
  await press('Space');
  const limit = dialog.getByRole('spinbutton', { name: 'Longest text, in characters' });
  await limit.fill('many');
  await press('Control+Enter');
  await dialog.getByText('Enter a whole number up to 100,000.').waitFor();
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'checks-choose-900');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await limit.fill('30');
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await holdMessage(page, 'Checks saved');
  await expect.poll(() => cell('French, 1, Double space').count()).toBe(0);
  await cell('French, 1, Too long').waitFor();
  const { checks } = await app.api<{ checks: object }>('GET', '/wp/v2/settings');
  expect(checks).toEqual({ double_space: false, 'max-length': 30 });
  await go(`#/edit/post/${target}`);
  await text(0).click();
  await panel().getByText('Too long').waitFor();
  expect(await panel().getByText('Double space').count()).toBe(0);
  await undoMessage(page, 'Checks saved');
  await panel().getByText('Double space').waitFor();
  await expect.poll(() => panel().getByText('Too long').count()).toBe(0);
  await go('#/checks');
  await cell('French, 1, Double space').waitFor();
});

test('filters and the search narrow what is counted, listed and fixed', async () => {
  const { page } = app;
  await go('#/checks');
  await page.getByText(/^Checked /).waitFor();
  await choose(app.page, 'Status: any', 'Not published');
  await page.getByText('No matching findings').waitFor();
  await page.getByRole('button', { name: 'Remove Status: Not published' }).click();
  await cell('French, 1, Double space').waitFor();
  await choose(app.page, 'Severity: any', 'Errors');
  await expect.poll(() => cell('French, 1, Double space').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove Severity: Errors' }).click();
  await page.getByRole('searchbox', { name: 'Find in findings' }).fill('roulez  lentement');
  await expect.poll(() => cell('French, 1, Term not used').count()).toBe(0);
  await cell('French, 1, Double space').waitFor();
  await picture(page, 'checks-filtered');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find in findings' }).fill('');
  await cell('French, 1, Term not used').waitFor();
});

test('a link shows where it leads and where it had better, and a finding in a term opens the term', async () => {
  const { page } = app;
  const road = await make({ title: 'Junctions', slug: 'junctions', lang: 'en' });
  const own = await make({ title: 'Carrefours', slug: 'carrefours', lang: 'fr', translations: { en: road.id } });
  const link = (words: string) => paragraph(`<a href="${road.link}">${words}</a>`);
  const en = await make({ title: 'Routes', lang: 'en', content: link('Here') });
  await make({ title: 'Itinéraires', lang: 'fr', content: link('Ici'), translations: { en: en.id } });
  const term = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/categories', body);
  const top = await term({ name: 'Best 800 rides', lang: 'en' });
  await term({ name: 'Les 80 meilleurs trajets', lang: 'fr', translations: { en: top.id } });
  await cell('French, 1, Link leads to the wrong language').click();
  await findings().getByText(new URL(road.link).pathname, { exact: true }).waitFor();
  await findings().getByText(new URL(own.link).pathname, { exact: true }).waitFor();
  await findings().getByText('Paragraph, “Ici”', { exact: true }).waitFor();
  await page.getByRole('rowheader', { name: 'Links and pictures' }).waitFor();
  await picture(page, 'checks-links');
  expect(await seriousFaults(page)).toEqual([]);
  await cell('French, 2, Numbers differ').click();
  await findings().getByRole('link', { name: 'Les 80 meilleurs trajets' }).first().click();
  await page
    .getByRole('heading', { name: 'Les 80 meilleurs trajets' })
    .or(page.getByRole('heading', { name: 'Best 800 rides' }))
    .first()
    .waitFor();
  expect(page.url()).toContain('#/categories');
  // The term itself is chosen: its names in both languages can be edited.
  const names = () =>
    page
      .getByRole('complementary')
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await expect.poll(names).toEqual(expect.arrayContaining(['Best 800 rides', 'Les 80 meilleurs trajets']));
});

test('a word to avoid is replaced by that of the glossary, with a click or the key', async () => {
  const { page } = app;
  const words = [
    { lang: 'en', text: 'bell' },
    { lang: 'fr', text: 'sonnette' },
    { lang: 'fr', text: 'clochette', status: 'forbidden' },
  ];
  await app.api('POST', '/polydesk/v1/glossary', { words });
  const en = await make({ title: 'Bells', lang: 'en', content: paragraph('Ring the <strong>bell</strong> twice.') });
  const content = paragraph('Actionnez la <strong>clochette</strong> deux fois.');
  const { id } = await make({ title: 'Cloches', lang: 'fr', content, translations: { en: en.id } });
  await go(`#/edit/post/${id}`);
  await text(0).click();
  await page.getByRole('tab', { name: /^Checks/ }).click();
  const use = panel().getByRole('button', { name: 'Use “sonnette”' });
  await use.first().waitFor();
  await picture(page, 'editor-suggested');
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'editor-suggested-900');
  await page.setViewportSize({ width: 1280, height: 800 });
  await use.first().click();
  await expect.poll(() => text(0).textContent()).toBe('Actionnez la sonnette deux fois.');
  await expect.poll(() => use.count()).toBe(0);
  await undoMessage(page, 'Finding fixed');
  await expect.poll(() => text(0).textContent()).toBe('Actionnez la clochette deux fois.');
  await text(0).click();
  await use.first().waitFor();
  await press('Alt+f');
  await expect.poll(() => text(0).textContent()).toBe('Actionnez la sonnette deux fois.');
  await press('Control+s');
  const raw = async () => (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
  await expect.poll(raw).toContain('<strong>sonnette</strong>');
});
