// The Settings screen, as a person uses it, by mouse and by keyboard, in addition to the task about addresses.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { undoMessage, useApp, type App } from '../app.ts';
import { importFile } from '../import-file.ts';

interface Stored {
  force_lang: number;
  hide_default: boolean;
  browser: boolean;
  sync: string[];
  domains: Record<string, string>;
  language_taxonomies: string[];
  nav_menus: Record<string, Record<string, Record<string, number>>>;
  machine_translation_services: { mt_provider: unknown };
}

let app: App;

const stored = () => app.api<Stored>('GET', '/pll/v1/settings');
const change = (body: Partial<Stored> | Record<string, unknown>) => app.api('PATCH', '/pll/v1/settings', body);
const field = (name: string) => app.page.locator(`main [data-field="${name}"]`);
const section = (name: string) => app.page.getByRole('navigation', { name: 'Settings sections' }).getByText(name);
const bar = (words: RegExp | string) => app.page.getByRole('region', { name: words });
const preview = () => app.page.getByRole('complementary', { name: 'Live preview' });
const focused = () =>
  app.page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
/** Goes to a setting by the palette, keys only. */
const goTo = async (words: string) => {
  const { page } = app;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(words);
  await page
    .getByRole('option', { name: new RegExp(words), selected: true })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

useApp('browser', '#/settings', (opened) => (app = opened));

test('with languages added by another tool, every address of each is shown immediately', async () => {
  const { page } = app;
  await page.getByText('Add a language to see its addresses.').waitFor();
  await app.api('PATCH', '/wp/v2/settings', { title: 'Vélo Atlas', url: 'https://velo.example' });
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  await preview().getByRole('listitem').nth(2).waitFor();
  const addresses = async () => (await preview().getByRole('listitem').allTextContents()).map((each) => each.trim());
  for (const [kind, wanted] of [
    ['Front page', ['velo.example/', 'velo.example/fr/', 'velo.example/ar/']],
    ['Category', ['velo.example/category/uncategorized/', '/fr/category/', '/ar/category/']],
    ['Search', ['velo.example/', 'velo.example/fr/', 'velo.example/ar/']],
    ['Post', ['/sample/', '/fr/', '/ar/']],
  ] as const) {
    await page.getByRole('radio', { name: kind }).click();
    await expect.poll(addresses).toEqual(wanted.map((part) => expect.stringContaining(part) as string));
  }
});

test('URL mode by mouse: old and new address of every language before it is saved, and one step back', async () => {
  const { page } = app;
  await page.getByRole('radio', { name: 'Subdomain' }).click();
  await preview().getByText('fr').first().waitFor();
  await expect.poll(() => preview().textContent()).toContain('velo.example/fr/');
  await expect.poll(() => preview().textContent()).toContain('fr.velo.example/');
  await bar('1 unsaved change').getByText('force_lang').waitFor();
  expect((await stored()).force_lang).toBe(1);
  await bar('1 unsaved change').getByRole('button', { name: 'View as request' }).click();
  const request = page.getByRole('dialog', { name: 'View as request' });
  await expect
    .poll(async () => (await request.textContent())?.replace(/\s+/g, ' '))
    .toContain('PATCH /wp-json/pll/v1/settings { "force_lang": 2 }');
  await page.keyboard.press('Escape');
  await request.waitFor({ state: 'detached' });
  await bar('1 unsaved change').getByRole('button', { name: /^Save/ }).click();
  await expect.poll(async () => (await stored()).force_lang).toBe(2);
  await bar('1 unsaved change').waitFor({ state: 'detached' });
  await undoMessage(app.page, /Saved: force_lang/);
  await expect.poll(async () => (await stored()).force_lang).toBe(1);
  await expect.poll(() => page.getByRole('radio', { name: 'Folder' }).getAttribute('aria-checked')).toBe('true');
});

test('a fault of the API is in the row that caused it, the bar leads there, and nothing was saved', async () => {
  const { page } = app;
  await page.getByRole('radio', { name: 'Own domain' }).click();
  await field('domains.en').getByRole('textbox').fill('en.example');
  await field('domains.fr').getByRole('textbox').fill('ftp://fr.example');
  await field('domains.ar').getByRole('textbox').fill('ar.example');
  await page.keyboard.press('Control+s');
  await expect.poll(focused).toBe('domains.fr');
  await expect.poll(() => field('domains.fr').getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await bar('2 unsaved changes').getByText('1 problem').waitFor();
  expect((await stored()).force_lang).toBe(1);
  await section('Content').click();
  await bar('2 unsaved changes').getByRole('button', { name: 'domains[fr]' }).click();
  await expect.poll(focused).toBe('domains.fr');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+s');
  await field('domains.fr').getByText('“Own domain” needs a domain for this language.').waitFor();
  expect((await stored()).domains).toEqual({});
  await field('domains.fr').getByRole('textbox').fill('fr.example');
  await field('domains.fr').getByRole('button', { name: 'Use https' }).click();
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await stored()).domains)
    .toEqual({ en: 'http://en.example', fr: 'https://fr.example', ar: 'http://ar.example' });
  await undoMessage(app.page, /Saved: force_lang, and domains|Saved: force_lang and domains/);
  await expect.poll(async () => (await stored()).force_lang).toBe(1);
});

test('staged edits survive leaving, with a dot in the sidebar, and a change of another tool joins them', async () => {
  const { page } = app;
  await section('Synchronisation').click();
  await field('sync').getByRole('checkbox', { name: 'Sticky posts' }).click();
  await page
    .getByRole('link', { name: /^Languages/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Languages', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /^Settings/ })
    .getByText('Unsaved changes')
    .waitFor({ state: 'attached' });
  await change({ sync: ['post_date'], hide_default: false });
  await page.getByRole('link', { name: /^Settings/ }).click();
  await section('Synchronisation').click();
  const checked = (name: string) => field('sync').getByRole('checkbox', { name }).getAttribute('aria-checked');
  await expect.poll(() => checked('Published date')).toBe('true');
  await expect.poll(() => checked('Sticky posts')).toBe('true');
  await change({ sync: ['post_date', 'post_format'] });
  await expect.poll(() => checked('Post format')).toBe('true');
  await bar('1 unsaved change').getByRole('button', { name: /^Save/ }).click();
  await expect.poll(async () => (await stored()).sync.toSorted()).toEqual(['post_date', 'post_format', 'sticky_posts']);
  await section('URLs').click();
  await expect.poll(() => field('hide_default').getByRole('switch').getAttribute('aria-checked')).toBe('false');
  await field('hide_default').getByRole('switch').click();
  await bar('1 unsaved change').getByRole('button', { name: 'Discard' }).click();
  await bar('1 unsaved change').waitFor({ state: 'detached' });
  expect((await stored()).hide_default).toBe(false);
});

test('by keyboard alone: a switch found by its name, saved, and undone', async () => {
  const { page } = app;
  await goTo('Send visitors to their browser');
  await expect.poll(focused).toBe('browser');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).browser).toBe(true);
  await page.getByRole('button', { name: /^Undo: Changed browser language detection/ }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).browser).toBe(false);
  await expect.poll(() => field('browser').getByRole('switch').getAttribute('aria-checked')).toBe('false');
  await goTo('Language tables');
  await expect.poll(focused).toBe('language_taxonomies');
  await page.keyboard.type('booking');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).language_taxonomies).toEqual(['booking']);
});

test('the key of the service is masked everywhere: page, request, JSON, export; kept, replaced, cleared', async () => {
  const { page } = app;
  const secret = 'very-secret-key:fx';
  const provider = async () => (await stored()).machine_translation_services.mt_provider;
  const input = () => field('machine_translation_services.mt_provider.api_key').locator('input');
  await goTo('API key');
  await expect.poll(focused).toBe('api_key');
  await page.keyboard.type(secret);
  await expect.poll(() => input().getAttribute('type')).toBe('password');
  await bar('1 unsaved change').getByRole('button', { name: 'View as request' }).click();
  const request = page.getByRole('dialog', { name: 'View as request' });
  await expect.poll(() => request.textContent()).toContain('"api_key": "********"');
  expect(await page.locator('body').textContent()).not.toContain(secret);
  await page.keyboard.press('Escape');
  await request.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await expect.poll(provider).toEqual({ api_key: '********', formality: 'default' });
  await page.getByRole('button', { name: 'Replace' }).waitFor();
  await page.getByRole('radio', { name: 'More formal' }).click();
  await section('Advanced').click();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByRole('dialog', { name: 'All settings as JSON' });
  await expect.poll(() => json.getByRole('textbox').inputValue()).toContain('"api_key": "********"');
  await json.getByRole('button', { name: 'Apply' }).click();
  await json.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await expect.poll(provider).toEqual({ api_key: '********', formality: 'prefer_more' });
  // What is exported is what the page knows to be saved.
  await bar(/unsaved change/).waitFor({ state: 'detached' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings' }).click();
  const file = await (await saved).path();
  expect(readFileSync(file, 'utf8')).toContain('"formality": "prefer_more"');
  expect(readFileSync(file, 'utf8')).not.toContain('api_key');
  await section('Machine translation').click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('The key is cleared when you save.').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(provider).toEqual({ api_key: '', formality: 'prefer_more' });
  expect(JSON.stringify(await app.api('GET', '/polydesk/v1/history'))).not.toContain(secret);
});

test('menus: a theme and a location are added, filled, and shown as stored', async () => {
  const { page } = app;
  await section('Menus').click();
  await page.getByRole('textbox', { name: 'Theme name' }).fill('velo');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Location name' }).fill('primary');
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'primary in English: number of the menu' }).fill('14');
  await page.getByRole('button', { name: 'Fill with the default language' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).nav_menus).toEqual({ velo: { primary: { en: 14, fr: 14, ar: 14 } } });
  await page.getByRole('button', { name: 'Remove the location primary' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).nav_menus).toEqual({ velo: {} });
});

test('JSON rejected by the API is reported at its field; defaults restored after a preview, and one step back', async () => {
  const { page } = app;
  await section('Advanced').click();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByRole('dialog', { name: 'All settings as JSON' });
  await json.getByRole('textbox').fill('{ "sync": ["post_date", "nonsense"], "strange": 1 }');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText('Ignored, unknown settings: strange').waitFor();
  await page.keyboard.press('Control+s');
  await bar('1 unsaved change').getByRole('button', { name: 'sync[1]' }).waitFor();
  await expect.poll(focused).toBe('sync.1');
  await page.keyboard.press('Space');
  await bar('1 unsaved change').getByRole('button', { name: 'Discard' }).click();
  await section('Advanced').click();
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  const reset = page.getByRole('alertdialog', { name: 'Reset settings to their defaults?' });
  await reset.getByRole('rowheader', { name: 'hide_default' }).waitFor();
  expect((await stored()).hide_default).toBe(false);
  await reset.getByRole('button', { name: /^Reset \d settings/ }).click();
  await reset.waitFor({ state: 'detached' });
  await expect.poll(async () => (await stored()).hide_default).toBe(true);
  expect((await stored()).sync).toEqual([]);
  await undoMessage(app.page, /Settings reset to defaults/);
  await expect.poll(async () => (await stored()).sync.length).toBe(3);
});

test('by keyboard alone: a domain that cannot be is refused in its row; its edit survives leaving, then is saved', async () => {
  const { page } = app;
  await goTo('Domains');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('domains.en');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('not a domain');
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
  const described = await page.locator(':focus').getAttribute('aria-describedby');
  await expect
    .poll(() => page.locator(`[id="${described?.split(' ')[0] ?? ''}"]`).textContent())
    .toContain('domains[en]');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://en.example/blog');
  await goTo('Languages');
  await page.getByRole('heading', { name: 'Languages', level: 1 }).waitFor();
  await goTo('Send visitors to their browser');
  await bar('1 unsaved change').getByText('domains').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await stored()).domains['en']).toBe('https://en.example/blog');
  await page.getByRole('button', { name: /^Undo: Changed domains/ }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).domains['en']).not.toBe('https://en.example/blog');
});

test('a field the layout has no place for appears all the same, from its description', async () => {
  const { page } = app;
  await page.route('**/wp-json/pll/v1/settings', async (route) => {
    const method = route.request().method();
    const body = await app.api<{ schema?: { properties: Record<string, unknown> } }>(method, '/pll/v1/settings');
    const future = {
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
      description: 'What is to come.',
      default: [],
    };
    if (body.schema) body.schema.properties['future'] = future;
    else Object.assign(body, { future: ['a'] });
    await route.fulfill({ json: body });
  });
  await page.reload();
  await section('Advanced').click();
  await page.getByRole('heading', { name: 'Other settings' }).waitFor();
  await field('future').getByText('What is to come.').waitFor();
  await field('future').getByRole('checkbox', { name: 'b' }).click();
  await bar('1 unsaved change').getByText('future').waitFor();
  await bar('1 unsaved change').getByRole('button', { name: 'Discard' }).click();
  await page.unroute('**/wp-json/pll/v1/settings');
});

test('menus that an import brought are chosen by name; an ID that none of them has stays until another is chosen', async () => {
  const { page } = app;
  await importMenus(['Main', 'Footer']);
  await change({ nav_menus: { velo: { primary: { en: 999 } } } });
  await page.reload();
  await section('Menus').click();
  const choice = page.getByRole('combobox', { name: 'primary in English: menu' });
  await choice.getByText('Menu 999, not on this site').waitFor();
  await choice.press('Enter');
  await page.getByRole('option', { name: 'Footer' }).click();
  await page.keyboard.press('Control+s');
  const footer = (await app.api<{ id: number; name: string }[]>('GET', '/wp/v2/menus')).find(
    ({ name }) => name === 'Footer',
  );
  await expect.poll(async () => (await stored()).nav_menus).toEqual({ velo: { primary: { en: footer?.id } } });
});

async function importMenus(names: string[]): Promise<void> {
  const terms = names.map(
    (name, at) =>
      `<wp:term><wp:term_id>${at + 31}</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>${name.toLowerCase()}</wp:term_slug><wp:term_name>${name}</wp:term_name></wp:term>`,
  );
  const file = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Menus</title><wp:wxr_version>1.2</wp:wxr_version>${terms.join('')}</channel></rss>`;
  await importFile(app, 'menus.xml', file);
}
