// Tasks of setting up a site: languages, addresses, and undoing a deletion.
import { expect } from 'vitest';
import { untilFocusIn, type App } from '../app.ts';
import { goTo } from './hands.ts';
import { fillSite } from './site.ts';
import type { Task } from './task.ts';

interface Language {
  term_id: number;
  slug: string;
}

const list = ({ api }: App) => api<Language[]>('GET', '/pll/v1/languages');
const slugs = async (app: App) => (await list(app)).map(({ slug }) => slug).join(' ');
const wanted = [
  ['american', 'en_US'],
  ['fr_FR', 'fr_FR'],
  ['de_DE', 'de_DE'],
] as const;
const dialogOf = ({ page }: App) => page.getByRole('dialog', { name: 'Add language' });
const found = (app: App, locale: string) => dialogOf(app).getByRole('option', { name: new RegExp(`${locale}$`) });
const previewOf = ({ page }: App) => page.getByRole('complementary', { name: 'Live preview' });
/** The kinds of address that the preview shows, from the one it begins with, and what each has in it. */
const addresses = [
  ['Post', '/2'],
  ['Category', '/category/'],
  ['Search', '/'],
  ['Front page', '/'],
] as const;

/** One address a language, each with a host of its own. */
async function seeAddresses(app: App, part: string): Promise<void> {
  const texts = async () => (await previewOf(app).getByRole('listitem').allTextContents()).map((each) => each.trim());
  const hosts = ['velo.example', 'fr.velo.example', 'de.velo.example'];
  await expect.poll(texts).toEqual(hosts.map((host) => expect.stringContaining(host + part) as string));
}

const setUp: Task = {
  name: 'Set up three languages',
  most: { mouse: 12, keys: 11 },
  async prepare(app) {
    for (const { term_id } of (await list(app)).toReversed()) await app.api('DELETE', `/pll/v1/languages/${term_id}`);
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('button', { name: 'Start empty' }));
    for (const [at, [words, locale]] of wanted.entries()) {
      if (at > 0) await hand.click(page.getByRole('button', { name: /^Add language/ }).last());
      await dialogOf(app).getByRole('combobox').and(page.locator(':focus')).waitFor();
      await hand.write(words);
      await hand.click(found(app, locale));
      await hand.click(dialogOf(app).getByRole('button', { name: 'Add language' }));
      await dialogOf(app).waitFor({ state: 'detached' });
    }
  },
  async keys(app, hand) {
    const { page } = app;
    await hand.reach(page.getByRole('button', { name: 'Start empty' }));
    await hand.press('Enter');
    for (const [at, [words, locale]] of wanted.entries()) {
      if (at > 0) await hand.press('Control+n');
      await dialogOf(app).getByRole('combobox').and(page.locator(':focus')).waitFor();
      await hand.write(words);
      await found(app, locale).and(page.locator('[aria-selected="true"]')).waitFor();
      await hand.press('Enter');
      await dialogOf(app).waitFor({ state: 'detached' });
    }
  },
  check: (app) => expect.poll(() => slugs(app)).toBe('en fr de'),
};

const changeAddresses: Task = {
  name: 'Change the URL mode and see every address',
  most: { mouse: 6, keys: 9 },
  async prepare(app) {
    await fillSite(app);
    await app.api('PATCH', '/pll/v1/settings', { force_lang: 1 });
    // Else the keys may be faster than the news of it.
    await app.page.reload();
  },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('link', { name: /^Settings/ }));
    await hand.click(page.getByRole('radio', { name: 'Subdomain' }));
    for (const [at, [kind, part]] of addresses.entries()) {
      if (at > 0) await hand.click(previewOf(app).getByRole('radio', { name: kind }));
      await seeAddresses(app, part);
    }
    await hand.click(page.getByRole('region', { name: '1 unsaved change' }).getByRole('button', { name: /^Save/ }));
  },
  async keys(app, hand) {
    const { page } = app;
    await goTo(app, hand, 'force_lang', /force_lang/);
    await page.getByRole('radio', { name: 'Folder', checked: true }).and(page.locator(':focus')).waitFor();
    await hand.press('ArrowRight');
    await hand.reach(previewOf(app).getByRole('radio', { checked: true }), 'F6');
    for (const [at, [, part]] of addresses.entries()) {
      if (at > 0) await hand.press('ArrowRight');
      await seeAddresses(app, part);
    }
    await hand.press('Control+s');
  },
  check: ({ api }) =>
    expect.poll(async () => (await api<{ force_lang: number }>('GET', '/pll/v1/settings')).force_lang).toBe(2),
};

const deleteLanguage: Task = {
  name: 'Delete a language and take it back',
  most: { mouse: 5, keys: 9 },
  async mouse(app, hand) {
    const { page } = app;
    await hand.click(page.getByRole('link', { name: /^Languages/ }));
    await hand.click(page.getByRole('rowheader').filter({ hasText: 'Deutsch' }));
    await hand.click(page.getByRole('button', { name: 'Delete…', exact: true }));
    const dialog = page.getByRole('alertdialog', { name: 'Delete German?' });
    await hand.click(dialog.getByRole('button', { name: 'Delete German' }));
    await expect.poll(() => slugs(app)).toBe('en fr');
    await page.getByRole('status').getByText('German deleted').waitFor();
    await hand.click(page.getByRole('status').getByRole('button', { name: 'Undo' }).last());
  },
  async keys(app, hand) {
    const { page } = app;
    await goTo(app, hand, 'languages', /^Languages/);
    const row = page.getByRole('row').filter({ hasText: 'Deutsch' });
    await row.waitFor();
    await hand.reach(page.getByRole('grid'), 'F6');
    await hand.reach(row, 'ArrowDown');
    await hand.press('Delete');
    await untilFocusIn(page.getByRole('alertdialog', { name: 'Delete German?' }));
    await hand.press('Control+Enter');
    await expect.poll(() => slugs(app)).toBe('en fr');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: Deleted the language German/ }).waitFor();
    await hand.press('Control+z');
  },
  check: (app) => expect.poll(() => slugs(app)).toBe('en fr de'),
};

export const siteTasks: readonly Task[] = [setUp, changeAddresses, deleteLanguage];
