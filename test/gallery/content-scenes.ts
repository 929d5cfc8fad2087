// The matrix of posts in the gallery.
import type { Page } from 'playwright-core';
import { untilQuiet } from './quiet.ts';
import { everyLook } from './looks.ts';
import type { Scene } from './scenes.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** A cell by the place of its column: 1 is the box, 2 the title, 3 the first language. */
const cell = (page: Page, name: string, column: number) => row(page, name).locator(`[aria-colindex="${column}"]`);

export const contentScenes: readonly Scene[] = [
  {
    name: 'content',
    at: '#/posts',
    mock: 'posts',
    looks: everyLook,
    async act(page) {
      await cell(page, 'The climb to Galibier', 1).click();
      await cell(page, 'Along the Loire', 1).click();
      await cell(page, 'Bags that stay dry', 6).click();
    },
  },
  { name: 'content-loading', at: '#/posts', mock: 'states', server: { '/polydesk/v1/groups': 'waits' }, act: pause },
  { name: 'content-failed', at: '#/posts', mock: 'states', server: { '/polydesk/v1/groups': 'fails' } },
  { name: 'content-nothing', at: '#/posts?state=needs_update&search=nothing', mock: 'states' },
  {
    name: 'content-link',
    at: '#/posts',
    mock: 'link-translation',
    looks: everyLook,
    async act(page) {
      await cell(page, 'Winter tyres, measured', 4).click();
      await page.keyboard.press('l');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'content-translate',
    at: '#/posts',
    async act(page) {
      await cell(page, 'Winter tyres, measured', 1).click();
      await page.getByRole('button', { name: /^Translate missing|^Traduire/ }).click();
    },
  },
  {
    name: 'content-language',
    at: '#/posts',
    async act(page) {
      await cell(page, 'Winter tyres, measured', 1).click();
      await cell(page, 'Along the Loire', 1).click();
      await page.getByRole('button', { name: 'Set language…' }).click();
    },
  },
  {
    name: 'content-column',
    at: '#/posts',
    act: (page) => page.getByRole('columnheader').getByRole('button', { name: 'French' }).click(),
  },
];

function pause(page: Page): Promise<void> {
  return untilQuiet(page);
}
