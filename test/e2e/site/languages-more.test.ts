// More tasks of the Languages screen: moving content before a deletion, custom locales, domains, narrow windows.
import { expect, test } from 'vitest';
import { undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

interface Item {
  id: number;
  lang: string;
}

let app: App;

const slugs = async () => (await app.api<{ slug: string }[]>('GET', '/pll/v1/languages')).map(({ slug }) => slug);
const cell = (name: string) => app.page.getByRole('row').filter({ hasText: name }).getByRole('rowheader');
const languageOf = async (id: number) => (await app.api<Item>('GET', `/wp/v2/posts/${id}`)).lang;
const add = () => app.page.keyboard.press(app.key('Control+n'));
const write = (lang: string, title: string) =>
  app.api<Item>('POST', '/wp/v2/posts', { title, status: 'publish', lang, content: title });

async function addLanguages(...list: [name: string, slug: string, locale: string][]): Promise<void> {
  for (const [name, slug, locale] of list) await app.api('POST', '/pll/v1/languages', { name, slug, locale });
}

useApp('browser', '#/languages', (opened) => (app = opened));

test('content moves to another language before the delete, chosen with the mouse', async () => {
  const { page } = app;
  await addLanguages(['English', 'en', 'en_US'], ['Deutsch', 'de', 'de_DE'], ['Nederlands', 'nl', 'nl_NL']);
  const post = await write('de', 'Guten Tag');
  await cell('Deutsch').click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete German?' });
  await dialog.getByRole('radio', { name: 'Move this content to another language' }).click();
  await dialog.getByRole('combobox', { name: 'Move to' }).click();
  await page.getByRole('option', { name: /Nederlands/ }).click();
  await dialog.getByRole('button', { name: 'Delete German' }).click();
  // The default category has a version in every language: that is said before anything is lost.
  await dialog.getByText(/already has a version there/).waitFor();
  expect(await languageOf(post.id)).toBe('nl');
  expect(await slugs()).toEqual(['en', 'de', 'nl']);
  await dialog.getByRole('button', { name: 'Delete German' }).click();
  await expect.poll(slugs).toEqual(['en', 'nl']);
  await dialog.waitFor({ state: 'detached' });
});

test('content that moves whole goes in one act, by keyboard alone', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { name: 'Italiano', slug: 'it', locale: 'it_IT', no_default_cat: true });
  const post = await write('it', 'Buongiorno');
  await cell('Italiano').click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Delete Italian?' }).locator(':focus').waitFor();
  await page.getByRole('radio', { name: 'Leave this content without a language' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('radio', { name: 'Move this content to another language', checked: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(slugs).toEqual(['en', 'nl']);
  expect(await languageOf(post.id)).toBe('en');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});

test('of one language the usual place comes first, and what was added has the focus', async () => {
  const { page } = app;
  const before = await slugs();
  await add();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await untilFocusIn(dialog.getByRole('combobox', { name: 'Find a language' }));
  await page.keyboard.type('portu');
  await dialog.getByRole('option', { selected: true }).filter({ hasText: 'Português (Brasil)' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Português');
  await page.getByRole('complementary', { name: /^Details of Portuguese/ }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(slugs).toEqual(before);
});

test('a locale of one’s own, judged before it is sent', async () => {
  const { page } = app;
  await add();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('button', { name: 'Use a custom locale' }).click();
  const locale = dialog.getByRole('textbox', { name: 'Locale' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Plattdüütsch');
  await locale.fill('NDS');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('nds');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => locale.getAttribute('aria-invalid')).toBe('true');
  await locale.fill('nds');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(slugs).toEqual(['en', 'nl', 'nds']);
});

test('where each language has a domain, the new one gets its own in the same step', async () => {
  const { page } = app;
  const domains = async () => (await app.api<{ domains: Record<string, string> }>('GET', '/pll/v1/settings')).domains;
  const hosts = { en: 'https://site.example', nl: 'https://site.nl', nds: 'https://nds.example' };
  await app.api('PATCH', '/pll/v1/settings', { domains: hosts, force_lang: 3 });
  await add();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('french');
  await dialog.getByRole('option', { name: /fr_FR$/ }).click();
  await dialog.getByRole('textbox', { name: 'Domain' }).fill('https://site.fr');
  await dialog.getByText('https://site.fr/', { exact: false }).first().waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(domains).toMatchObject({ ...hosts, fr: 'https://site.fr' });
  await undoMessage(page, 'French added');
  await expect.poll(slugs).toEqual(['en', 'nl', 'nds']);
  expect(Object.keys(await domains())).not.toContain('fr');
});

test('the language as JSON, copied', async () => {
  const { page } = app;
  await page.evaluate(() => {
    const kept = window as unknown as { copied: string };
    const writeText = (text: string) => ((kept.copied = text), Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  await cell('Nederlands').click();
  await page.getByRole('complementary', { name: 'Details of Dutch' }).waitFor();
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await page.getByRole('status').getByText('Copied').first().waitFor();
  const copied = () => page.evaluate(() => (window as unknown as { copied?: string }).copied ?? 'null');
  await expect.poll(async () => JSON.parse(await copied()) as unknown).toMatchObject({ slug: 'nl', locale: 'nl_NL' });
});

test('a start asks for nothing in vain: every answer is a good one', async () => {
  const { page } = app;
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
  await page.reload();
  await cell('Nederlands').waitFor();
  await page.waitForLoadState('load');
  await expect.poll(() => page.getByRole('meter').count()).toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

test('an invented language is called by its own name and its code, in dialogs and messages', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { name: 'Gärrish', slug: 'xg', locale: 'xg' });
  await cell('Gärrish').click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Gärrish (xg)?' });
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText('Gärrish (xg) deleted').waitFor();
});

test('of very many languages one moves, and one click takes it back', async () => {
  const { page } = app;
  const before = await slugs();
  const many = Array.from({ length: 28 }, (_, at) => `x${String.fromCodePoint(97 + (at % 26))}${at < 26 ? '' : 'a'}`);
  for (const slug of many) await app.api('POST', '/pll/v1/languages', { name: `Language ${slug}`, slug, locale: slug });
  const places = async () =>
    (await app.api<{ term_group: number }[]>('GET', '/pll/v1/languages')).map(({ term_group }) => term_group);
  const [wasAt, was] = [await places(), await slugs()];
  const last = (await app.api<{ name: string }[]>('GET', '/pll/v1/languages')).at(-1)?.name ?? '';
  await cell(last).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await slugs()).at(-2)).toBe(was.at(-1));
  await undoMessage(page, new RegExp(`${last}.* is now in position`));
  await expect.poll(places).toEqual(wasAt);
  expect(await slugs()).toEqual(was);
  for (const { term_id, slug } of await app.api<{ term_id: number; slug: string }[]>('GET', '/pll/v1/languages'))
    if (!before.includes(slug)) await app.api('DELETE', `/pll/v1/languages/${term_id}`);
  await cell('Language xa').first().waitFor({ state: 'detached' });
});

test('in a small window the details slide over the list, take the focus and give it back', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 900, height: 600 });
  await cell('Nederlands').click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Details of Dutch' });
  await sheet.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Nederlands');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
});
