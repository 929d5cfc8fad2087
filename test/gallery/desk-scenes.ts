// The translator's desk of the gallery: the editor with its panes, and the lists that count parts.
import type { Page } from 'playwright-core';
import { openArticle } from './editor-scenes.ts';
import { everyLook } from './looks.ts';
import { untilQuiet as pause } from './quiet.ts';
import type { Scene } from './scenes.ts';

const row = (page: Page, name: string) => page.getByRole('textbox', { name }).first();
const looks = everyLook.filter((look) => !/^(hc|rtl|zoom)$/.test(String(look)));

/** The row of the paragraph on front lights, with the pane open. */
async function atLight(page: Page, lang: string, title: string): Promise<void> {
  await openArticle(page, lang, title);
  const light = page.locator('[role="textbox"]').nth(4);
  await light.focus();
  await light.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await pause(page);
}

export const deskScenes: readonly Scene[] = [
  {
    name: 'editor-memory',
    at: '#/posts',
    site: 'desk',
    mock: 'editor-memory',
    looks,
    act: (page) => atLight(page, 'fr', 'Rouler de nuit en'),
  },
  {
    name: 'editor-rtl',
    at: '#/posts',
    site: 'desk',
    mock: 'editor-rtl',
    looks,
    act: (page) => atLight(page, 'ar', 'القيادة الليلية بأمان'),
  },
  {
    name: 'editor-checks',
    at: '#/posts',
    site: 'desk',
    mock: 'editor-checks',
    looks,
    async act(page) {
      await atLight(page, 'de', 'Nachts sicher');
      await page.keyboard.press('F8');
    },
  },
  {
    name: 'editor-terms',
    at: '#/posts',
    site: 'desk',
    mock: 'editor-terms',
    looks,
    async act(page) {
      await openArticle(page, 'fr', 'Rouler de nuit en');
      await row(page, 'List, French').focus();
      await page.keyboard.press('Alt+Shift+T');
      const form = page.getByRole('dialog', { name: 'New term' });
      await form.getByLabel('English').fill('lane');
      await form.getByLabel('French').fill('routes');
      await pause(page, 600);
    },
  },
  {
    name: 'page-partial',
    at: '#/posts',
    site: 'desk',
    mock: 'page-view',
    looks,
    async act(page) {
      await atLight(page, 'fr', 'Rouler de nuit en');
      await page.getByRole('radio', { name: 'Page' }).click();
      await pause(page);
      // In a narrow window the page has the whole width.
      if (await row(page, 'Caption, French').isVisible()) await row(page, 'Caption, French').click();
    },
  },
  {
    name: 'history-partial',
    at: '#/posts',
    site: 'desk',
    mock: 'item-history',
    looks,
    async act(page) {
      await openArticle(page, 'fr', 'Rouler de nuit en');
      await row(page, 'Excerpt, French').focus();
      await page.keyboard.type('Éclairages pour {rider_count} cyclistes.');
      await page.keyboard.press('Control+s');
      await page.getByText(/^French saved/).waitFor();
      await page.getByRole('radio', { name: 'History' }).click();
      await page.locator('[data-line]').first().click();
    },
  },
  { name: 'overview-partial', at: '#/overview', site: 'desk', mock: 'overview-partial', looks, act: pause },
  { name: 'posts-partial', at: '#/posts', site: 'desk', mock: 'posts-partial', looks, act: pause },
  {
    name: 'checks-choose',
    at: '#/checks',
    site: 'desk',
    mock: 'checks',
    looks: ['light', 'rtl'],
    act: (page) => page.getByRole('button', { name: /^(Choose checks|اختيار)/ }).click(),
  },
];
