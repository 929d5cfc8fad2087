// The scenes of the gallery, one row per picture. To add one: the screen, and the user's actions before the screenshot.
import { resolve } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { contentScenes } from './content-scenes.ts';
import { deskScenes } from './desk-scenes.ts';
import { editorScenes } from './editor-scenes.ts';
import { untilQuiet } from './quiet.ts';
import { everyLook, type LookName } from './looks.ts';
import { liveScenes } from './live-scenes.ts';
import { mediaScenes } from './media-scenes.ts';

/** The sites of the gallery: the magazine, the same with work for a translator, one without anything, and a connected one. */
export type SiteName = 'full' | 'desk' | 'empty' | 'live';

export interface Scene {
  /** Name of the file. Screens first, then what happens in them: `languages`, `languages-add`. */
  name: string;
  at: string;
  /** The mock it was built from; none where no drawing exists. */
  mock?: string;
  /** Which looks; light and dark unless given. */
  looks?: readonly LookName[];
  /** The site: with content unless given. */
  site?: SiteName;
  /** What the server does to requests for these paths (a part of the address). */
  server?: Record<string, 'waits' | 'fails' | 'is away'>;
  /** Without a session. */
  isGuest?: boolean;
  /** A run goes on, which the page asks about once a second. */
  isRunning?: boolean;
  /** What a person does. */
  act?: (page: Page) => Promise<unknown>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const row = (page: Page, name: string) => page.getByRole('rowheader').filter({ hasText: name });

export const scenes: readonly Scene[] = [
  ...contentScenes,
  ...mediaScenes,
  ...editorScenes,
  ...deskScenes,
  ...liveScenes,
  {
    name: 'languages',
    at: '#/languages',
    mock: 'languages',
    looks: everyLook,
    act: (page) => row(page, 'العربية').click(),
  },
  { name: 'languages-empty', at: '#/languages', mock: 'states', site: 'empty', looks: everyLook },
  {
    name: 'languages-loading',
    at: '#/languages',
    mock: 'states',
    server: { '/pll/v1/languages': 'waits' },
    act: pause,
  },
  { name: 'languages-failed', at: '#/languages', mock: 'states', server: { '/pll/v1/languages': 'fails' } },
  { name: 'languages-offline', at: '#/languages', mock: 'states', act: goOffline },
  { name: 'signed-out', at: '#/languages', isGuest: true },
  {
    name: 'languages-add',
    at: '#/languages',
    mock: 'add-language',
    looks: everyLook,
    async act(page) {
      await button(/^Add language|أضف|إضافة/)(page);
      await page.getByRole('combobox').first().fill('portu');
      await page.getByRole('option', { selected: true }).waitFor();
    },
  },
  {
    name: 'languages-add-fault',
    at: '#/languages',
    async act(page) {
      await button(/^Add language/)(page);
      await page.getByRole('combobox').first().fill('portuguese bra');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('a b');
      await page.keyboard.press('Control+Enter');
    },
  },
  {
    name: 'languages-change',
    at: '#/languages',
    async act(page) {
      await row(page, 'Français').click();
      await page.getByRole('textbox', { name: 'Code' }).fill('fre');
      await page.keyboard.press('Control+s');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'languages-fault',
    at: '#/languages',
    mock: 'states',
    async act(page) {
      await row(page, 'Français').click();
      await page.getByRole('textbox', { name: 'Code' }).fill('en');
      await page.keyboard.press('Control+s');
      await page.getByText('Another language has the code en').first().waitFor();
    },
  },
  {
    name: 'languages-delete',
    at: '#/languages',
    mock: 'delete-language',
    looks: everyLook,
    async act(page) {
      await row(page, 'العربية').click();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').waitFor();
      await pause(page);
    },
  },
  {
    name: 'languages-delete-default',
    at: '#/languages',
    async act(page) {
      await row(page, 'English').click();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').waitFor();
      await pause(page);
    },
  },
  {
    name: 'languages-default',
    at: '#/languages',
    async act(page) {
      await row(page, 'Français').click();
      await button('Make default')(page);
      await page.getByRole('alertdialog').waitFor();
      await pause(page);
    },
  },
  {
    name: 'languages-undo',
    at: '#/languages',
    mock: 'states',
    async act(page) {
      await page.getByRole('switch', { name: /German/ }).click();
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  { name: 'palette', at: '#/languages', mock: 'command-palette', looks: everyLook, act: openPalette },
  {
    name: 'palette-found',
    at: '#/languages',
    mock: 'command-palette',
    async act(page) {
      await openPalette(page);
      await page.keyboard.type('lang');
      await pause(page);
    },
  },
  { name: 'keys', at: '#/languages', act: (page) => page.keyboard.press('Shift+?') },
  { name: 'settings-urls', at: '#/settings/urls', mock: 'settings-urls', looks: everyLook },
  {
    name: 'settings-staged',
    at: '#/settings/urls',
    mock: 'settings-urls',
    looks: everyLook,
    act: (page) => page.getByRole('radio').nth(1).click(),
  },
  {
    name: 'settings-domains',
    at: '#/settings/urls',
    mock: 'settings-domains',
    looks: everyLook,
    act: (page) => page.getByRole('radio').nth(2).click(),
  },
  {
    name: 'settings-request',
    at: '#/settings/urls',
    async act(page) {
      await page.getByRole('radio').nth(1).click();
      await button('View as request')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'settings-content', at: '#/settings/content', mock: 'settings-content', looks: everyLook },
  { name: 'settings-sync', at: '#/settings/sync', mock: 'settings-sync', looks: everyLook },
  {
    name: 'settings-machine-translation',
    at: '#/settings/machine-translation',
    mock: 'settings-machine-translation',
    looks: everyLook,
  },
  { name: 'settings-menus', at: '#/settings/menus', mock: 'settings-menus', looks: everyLook },
  { name: 'settings-advanced', at: '#/settings/advanced', mock: 'settings-advanced', looks: everyLook },
  { name: 'api-tools', at: '#/api-tools', mock: 'api-tools', looks: everyLook },
  {
    name: 'api-tools-answer',
    at: '#/api-tools',
    mock: 'api-tools',
    async act(page) {
      await button(/^Send/)(page);
      await page.getByRole('status').getByText('200 OK').waitFor();
    },
  },
  { name: 'api-tools-requests', at: '#/api-tools/requests', looks: everyLook },
  { name: 'api-tools-tokens', at: '#/api-tools/tokens', looks: everyLook },
  {
    name: 'api-tools-token-ready',
    at: '#/api-tools/tokens',
    mock: 'api-token-created',
    async act(page) {
      await button(/^Create token/)(page);
      // Tokens are not undone: each picture makes one of its own.
      const name = `pictures ${Date.now() % 1000}`;
      await page.getByRole('dialog').getByRole('textbox').first().fill(name);
      await page.keyboard.press('Control+Enter');
      await page.getByText(name).first().waitFor();
    },
  },
  { name: 'api-tools-server', at: '#/api-tools/server', looks: everyLook },
  { name: 'overview', at: '#/overview', mock: 'overview', looks: everyLook, act: pause },
  { name: 'welcome', at: '#/overview', mock: 'welcome', site: 'empty', looks: everyLook },
  {
    name: 'terms',
    at: '#/categories',
    mock: 'terms-categories',
    looks: everyLook,
    act: (page) => page.locator('[data-at="0"] [data-column="ja"]').click(),
  },
  { name: 'terms-names', at: '#/categories?view=names', mock: 'terms-categories', act: pause },
  {
    name: 'terms-merge',
    at: '#/categories',
    async act(page) {
      await row(page, 'Workshop').click();
      await page.keyboard.press('m');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'preferences', at: '#/preferences', mock: 'preferences', looks: everyLook },
  { name: 'transfer', at: '#/transfer', looks: everyLook },
  {
    name: 'transfer-review',
    at: '#/transfer',
    mock: 'import-preview',
    site: 'empty',
    looks: everyLook,
    act: chooseFile,
  },
  {
    name: 'transfer-facts',
    at: '#/transfer',
    site: 'empty',
    async act(page) {
      await chooseFile(page);
      await page.getByRole('tab').last().click();
    },
  },
  {
    name: 'transfer-refused',
    at: '#/transfer',
    mock: 'states',
    // What failed stands on Overview: not on that of the other pictures.
    site: 'empty',
    async act(page) {
      const buffer = Buffer.from('<?xml version="1.0"?>\n<rss version="2.0">\n<channel><title>a</wrong>');
      await page.setInputFiles('main input[type=file]', { name: 'site.xml', mimeType: 'text/xml', buffer });
      await page.getByText('polydesk_import_refused').waitFor();
    },
  },
  { name: 'transfer-export', at: '#/transfer/export', mock: 'export', looks: everyLook, act: pause },
  { name: 'glossary', at: '#/glossary', site: 'desk', mock: 'glossary', looks: everyLook, act: pause },
  { name: 'memory', at: '#/memory', mock: 'memory', looks: everyLook, act: pause },
  { name: 'checks', at: '#/checks', mock: 'checks', looks: everyLook, act: pause },
  { name: 'strings', at: '#/strings', mock: 'strings', looks: everyLook, act: pause },
  { name: 'replace', at: '#/replace', mock: 'find-replace', looks: everyLook, act: pause },
  { name: 'activity', at: '#/activity', mock: 'activity', looks: everyLook, act: pause },
  {
    name: 'activity-changes',
    at: '#/activity',
    async act(page) {
      await page
        .getByRole('button', { name: /^Show changes/ })
        .first()
        .click();
      await pause(page);
    },
  },
  { name: 'activity-backups', at: '#/activity/backups', act: pause },
  { name: 'activity-check', at: '#/activity/check', act: pause },
];

/** Requests of a scene whose server does not do what it should. */
export function answerBadly(how: 'waits' | 'fails' | 'is away'): (route: Route) => Promise<void> | undefined {
  const body = JSON.stringify({ code: 'storage_io', message: 'The disk did not answer.', data: { status: 503 } });
  if (how === 'waits') return () => undefined;
  if (how === 'is away') return (route) => route.abort();
  return (route) => route.fulfill({ status: 503, contentType: 'application/json', body });
}

/** The server goes away while the page is open. */
async function goOffline(page: Page): Promise<void> {
  await page.route(/\/wp-json\//, (route) => route.abort());
  await page.getByRole('switch', { name: /German/ }).click();
  await pause(page);
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').first().waitFor();
}

/** For what appears a moment later: skeletons, counts, hints. */
function pause(page: Page): Promise<void> {
  return untilQuiet(page);
}

/** The file of the fixture, looked through. */
async function chooseFile(page: Page): Promise<void> {
  await page.setInputFiles('main input[type=file]', resolve(import.meta.dirname, '../fixtures/site.wxr.xml'));
  await page.getByRole('listbox').waitFor();
  await pause(page);
}
