// Media in the gallery.
import type { Page } from 'playwright-core';
import { everyLook } from './looks.ts';
import type { Scene } from './scenes.ts';

const tile = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

/** The last choice is kept from one scene to the next. */
const chooseTiles = (page: Page) => page.getByRole('radio').first().click();

export const mediaScenes: readonly Scene[] = [
  {
    name: 'media',
    at: '#/media',
    mock: 'media',
    looks: everyLook,
    async act(page) {
      await tile(page, 'front-light').click();
      await page.keyboard.press(']');
    },
  },
  {
    name: 'media-table',
    at: '#/media',
    mock: 'media',
    async act(page) {
      await page.getByRole('radio').nth(1).click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'media-chosen',
    at: '#/media',
    async act(page) {
      await chooseTiles(page);
      await tile(page, 'front-light').click();
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByRole('toolbar').waitFor();
    },
  },
  {
    name: 'media-delete',
    at: '#/media',
    async act(page) {
      await chooseTiles(page);
      await tile(page, 'front-light').click();
      await page.keyboard.press('Delete');
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  { name: 'media-nothing', at: '#/media?search=nothing', mock: 'states' },
  { name: 'media-loading', at: '#/media', mock: 'states', server: { '/polydesk/v1/groups': 'waits' } },
  { name: 'media-failed', at: '#/media', mock: 'states', server: { '/polydesk/v1/groups': 'fails' } },
  { name: 'media-alone', at: '#/media', site: 'empty', looks: everyLook },
  {
    name: 'content-export',
    at: '#/posts',
    async act(page) {
      await page.getByRole('gridcell').first().click();
      await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Export selection…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
