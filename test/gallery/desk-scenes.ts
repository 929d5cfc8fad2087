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

/** A row of the French version. */
async function atRow(page: Page, name: string): Promise<void> {
  await openArticle(page, 'fr', 'Rouler de nuit en');
  await row(page, `${name}, French`).focus();
}

/** Opens the export for translators. */
async function chooseTranslators(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'For translators' }).click();
  await page.getByRole('button', { name: /^Choose texts…/ }).click();
  await page.getByRole('dialog').waitFor();
  await pause(page);
}

/** An export into French as a translator returns it, with some of its texts translated. */
async function returnedFile(page: Page): Promise<string> {
  const file = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${sessionStorage.getItem('polydesk.session') ?? ''}`,
      'content-type': 'application/json',
    };
    const root = '/wp-json/polydesk/v1';
    const body = JSON.stringify({
      format: 'xliff12',
      from: 'en',
      lang: 'fr',
      states: ['missing', 'partial', 'needs_update'],
    });
    const ordered = await fetch(`${root}/exports`, { method: 'POST', headers, body });
    const { job } = (await ordered.json()) as { job: number };
    for (;;) {
      const { state } = (await (await fetch(`${root}/jobs/${job}`, { headers })).json()) as { state: string };
      if (state !== 'queued' && state !== 'running') break;
      await new Promise((soon) => setTimeout(soon, 50));
    }
    return (await fetch(`${root}/jobs/${job}/file`, { headers })).text();
  });
  return file.replaceAll(
    /<source>(Prices|Ride|The lane|Busch|Cateye)([^<]*)<\/source>\s*(<target[^>]*>[^<]*<\/target>)?/g,
    (_whole, first: string, rest: string) => `<source>${first}${rest}</source>\n<target>« ${first}${rest} »</target>\n`,
  );
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
      await atRow(page, 'List');
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
      await atRow(page, 'Excerpt');
      await page.keyboard.type('Éclairages pour {rider_count} cyclistes.');
      await page.keyboard.press('Control+s');
      await page.getByText(/^French saved/).waitFor();
      await page.getByRole('radio', { name: 'History' }).click();
      await page.locator('[data-line]').first().click();
    },
  },
  {
    name: 'concordance',
    at: '#/posts',
    site: 'desk',
    mock: 'concordance',
    looks,
    async act(page) {
      await atRow(page, 'Excerpt');
      await page.keyboard.press('Control+Shift+F');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox').first().fill('light');
      await dialog.locator('mark').first().waitFor();
    },
  },
  {
    name: 'export-translators',
    at: '#/transfer/export',
    site: 'desk',
    mock: 'export-translators',
    looks,
    async act(page) {
      await chooseTranslators(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
      await pause(page, 600);
    },
  },
  {
    // The lower part of the same dialog, where it does not fit.
    name: 'export-translators-slugs',
    at: '#/transfer/export',
    site: 'desk',
    mock: 'export-translators',
    looks: [900],
    async act(page) {
      await chooseTranslators(page);
      await page.getByRole('checkbox', { name: 'Slugs' }).focus();
    },
  },
  {
    name: 'translators-review',
    at: '#/transfer',
    site: 'desk',
    mock: 'translators-review',
    looks,
    async act(page) {
      const buffer = Buffer.from(await returnedFile(page));
      await page.setInputFiles('main input[type=file]', {
        name: 'returned.xlf',
        mimeType: 'application/xliff+xml',
        buffer,
      });
      await page.getByRole('listbox').waitFor();
      await pause(page);
    },
  },
  {
    name: 'replace-found',
    at: '#/replace?lang=fr',
    site: 'desk',
    mock: 'find-replace',
    looks,
    async act(page) {
      await page.getByRole('textbox', { name: 'Find' }).fill('éclairage');
      await page.getByRole('textbox', { name: 'Replace with' }).fill('feu');
      await page.keyboard.press('Enter');
      await page.getByRole('tree').waitFor();
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
