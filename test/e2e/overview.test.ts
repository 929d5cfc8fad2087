// The screen Overview: the first run, the second language, the matrix, the work queue; by mouse and by keyboard alone.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { places, seriousFaults, useApp, type App } from './app.ts';

interface Item {
  id: number;
}

const exported = join(import.meta.dirname, '../fixtures/site.wxr.xml');
let app: App;
const sources: Item[] = [];

const hash = () => app.page.evaluate(() => decodeURIComponent(location.hash));
const go = (to: string) => app.page.evaluate((wanted) => void (location.hash = wanted), to);
/** Closes the dialog and comes back once the screen behind has the focus again. */
async function comeBack(): Promise<void> {
  const { page } = app;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.waitForTimeout(100);
  await page.getByRole('link', { name: 'Overview' }).click();
}
const cell = (name: string | RegExp) => app.page.getByRole('gridcell').getByRole('link', { name });
const write = (lang: string, title: string, translations: Record<string, number> = {}) =>
  app.api<Item>('POST', '/wp/v2/posts', { title, content: title, status: 'publish', lang, translations });

describe.each(places)('in the %s', (place) => {
  useApp(place, '#/overview', (opened) => (app = opened));

  test('an empty site: a file is chosen and goes to the import', async () => {
    const { page } = app;
    await page.getByRole('heading', { name: 'Bring in a site' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await (await chooser).setFiles(exported);
    await expect.poll(hash).toBe('#/transfer');
    await page
      .getByRole('heading', { name: /Import/ })
      .first()
      .waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('heading', { name: 'Bring in a site' }).waitFor();
  });

  test('an empty site: by keyboard to the first language', async () => {
    const { page } = app;
    const start = page.getByRole('button', { name: 'Start empty' });
    await page.getByRole('button', { name: 'Choose a file…' }).focus();
    await page.keyboard.press('Tab');
    await start.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add language' }).waitFor();
    await comeBack();
  });

  test('one language: what comes next is said, at once when another program adds it', async () => {
    const { page } = app;
    await page.getByRole('heading', { name: 'Bring in a site' }).waitFor();
    await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
    await page.getByRole('heading', { name: 'Add a second language' }).waitFor();
    await page.getByRole('button', { name: 'Add language…' }).click();
    await page.getByRole('dialog', { name: 'Add language' }).waitFor();
    await comeBack();
    for (const locale of ['fr_FR', 'de_DE']) await app.api('POST', '/pll/v1/languages', { locale });
    await page.getByRole('grid', { name: /coverage/ }).waitFor();
  });

  test('what is missing in one language, by mouse', async () => {
    const { page } = app;
    for (const title of ['Riding at night', 'The long climb']) sources.push(await write('en', title));
    await write('fr', 'Rouler de nuit', { en: sources[0]?.id ?? 0 });
    await cell('French (France), Posts: 50%, 1 missing').click();
    await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
    expect(await hash()).toBe('#/posts?state=todo&lang=fr');
    await page.getByText('The long climb').first().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Riding at night' }).count()).toBe(0);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('grid', { name: /coverage/ }).waitFor();
  });

  test('what is missing in one language, by keyboard alone', async () => {
    const { page } = app;
    await page.locator('main').focus();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.closest('[role="gridcell"]') !== null)) break;
    }
    await page.keyboard.press('Control+Home');
    await cell(/^American English, Posts: Complete/)
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await cell('German (Germany), Posts: 0%, 2 missing').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(hash).toBe('#/posts?state=todo&lang=de');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('grid', { name: /coverage/ }).waitFor();
  });

  test('a source that changes is in the queue at once, and leads to the translation', async () => {
    const { page } = app;
    await app.api('POST', `/wp/v2/posts/${sources[0]?.id ?? 0}`, { title: 'Riding at night, safely' });
    const queue = page.getByRole('complementary', { name: 'Work queue' });
    await queue.getByRole('heading', { name: /Source changed/ }).waitFor();
    await cell(/French .*Posts: 50%, 1 missing, 1 needs an update/).waitFor();
    await queue.getByRole('link', { name: /Riding at night, safely/ }).click();
    await expect.poll(hash).toMatch(/^#\/edit\/post\/\d+/);
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('grid', { name: /coverage/ }).waitFor();
  });

  test('Ctrl+J goes on wherever one is: the newest draft first', async () => {
    const { page } = app;
    const draft = await app.api<Item>('POST', '/polydesk/v1/translations', {
      kind: 'post',
      id: sources[1]?.id,
      lang: 'de',
      title: 'Der lange Anstieg',
    });
    await page.getByText('Der lange Anstieg').waitFor();
    await go('#/preferences');
    await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('Control+j');
    await expect.poll(hash).toBe(`#/edit/post/${draft.id}`);
    await go('#/overview');
    await page.getByRole('button', { name: /Continue translating/ }).click();
    await expect.poll(hash).toBe(`#/edit/post/${draft.id}`);
  });

  test('many languages stand below one another, the least complete first', async () => {
    const { page } = app;
    for (const locale of ['ar', 'ja', 'es_ES', 'it_IT', 'nl_NL', 'pl_PL'])
      await app.api('POST', '/pll/v1/languages', { locale });
    await go('#/overview');
    const grid = page.getByRole('grid', { name: /coverage/ });
    await grid.getByRole('columnheader', { name: /Posts/ }).waitFor();
    await expect.poll(() => grid.getByRole('rowheader').last().textContent()).toMatch(/English/);
    expect(await grid.getAttribute('aria-rowcount')).toBe('10');
  });

  test('the narrow window: the queue opens over the matrix and gives the focus back', async () => {
    const { page } = app;
    await page.setViewportSize({ width: 900, height: 600 });
    const opener = page.getByRole('button', { name: 'Work queue' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Work queue' }).waitFor();
    await page.keyboard.press('Escape');
    await opener.and(page.locator(':focus')).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test.runIf(place === 'browser')('nothing serious for axe', async () => {
    const { page } = app;
    for (const choice of [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', locale: 'ar' }]) {
      await page.evaluate((text) => localStorage.setItem('polydesk.preferences', text), JSON.stringify(choice));
      await page.reload();
      await page.getByRole('grid').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    }
  });
});
