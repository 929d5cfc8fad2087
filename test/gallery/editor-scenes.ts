// The editor of the gallery: a translation beside its source, writing mode, and what opens there.
import type { Page } from 'playwright-core';
import { everyLook } from './looks.ts';
import { untilQuiet as pause } from './quiet.ts';
import type { Scene } from './scenes.ts';

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export const editorScenes: readonly Scene[] = [
  {
    name: 'editor',
    at: '#/posts',
    mock: 'translation-editor',
    looks: everyLook,
    act: openArticle,
  },
  {
    name: 'editor-restored',
    at: '#/posts',
    mock: 'translation-editor',
    async act(page) {
      await openArticle(page);
      await page.getByRole('textbox', { name: 'Title, Arabic' }).fill('عنوان آخر');
      await page.getByText(/^Draft saved/).waitFor();
      await page.reload();
      await page.getByText(/came back/).waitFor();
    },
  },
  {
    name: 'editor-links',
    at: '#/posts',
    async act(page) {
      await openArticle(page);
      await page.getByRole('tab', { name: 'Item' }).click();
      await button('Change links…')(page);
      await page.getByRole('dialog').waitFor();
      await pause(page);
    },
  },
  {
    name: 'editor-finish',
    at: '#/posts',
    mock: 'finish-dialog',
    looks: everyLook,
    async act(page) {
      await openArticle(page);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
    },
  },
  {
    name: 'editor-history',
    at: '#/posts',
    mock: 'item-history',
    looks: everyLook,
    async act(page) {
      await openArticle(page);
      await page
        .getByRole('radio', { name: 'History' })
        .or(page.getByRole('radio', { name: 'السجل' }))
        .first()
        .click();
      await pause(page);
    },
  },
  {
    name: 'editor-page',
    at: '#/posts',
    mock: 'page-view',
    async act(page) {
      await openArticle(page);
      await page.getByRole('radio', { name: 'Page' }).click();
      await pause(page);
    },
  },
  {
    name: 'writing',
    at: '#/posts',
    mock: 'writing',
    looks: everyLook,
    async act(page) {
      await openArticle(page, 'en', 'Night');
      await page.getByRole('radio').nth(1).click();
      await page.locator('.writing-text:focus').waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'editor-preview',
    at: '#/posts',
    async act(page) {
      await openArticle(page);
      await page.getByRole('radio', { name: 'Preview' }).click();
      await page.locator('iframe').waitFor();
      await pause(page);
    },
  },
];

/** A version of the article whose source changed, found by the beginning of its title; the Arabic one unless given. */
export async function openArticle(page: Page, lang = 'ar', title = 'القيادة'): Promise<void> {
  await page.evaluate(
    async ([language, beginning]) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem('polydesk.session') ?? ''}` };
      const list = await fetch(`/wp-json/wp/v2/posts?lang=${language}&per_page=100&_fields=id,title`, { headers });
      const posts = (await list.json()) as { id: number; title: { rendered: string } }[];
      const found = posts.find(({ title }) => title.rendered.startsWith(beginning));
      // What another scene wrote and did not save.
      await fetch(`/wp-json/polydesk/v1/drafts/post/${found?.id ?? 0}`, { method: 'DELETE', headers });
      location.hash = `#/edit/post/${found?.id ?? 0}`;
    },
    [lang, title] as const,
  );
  await page.locator('[role="textbox"]:focus').waitFor();
}
