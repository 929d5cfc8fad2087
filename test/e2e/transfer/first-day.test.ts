// An editor's first day with a real export: no dead links, no covered buttons, no false statements.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;
const go = (to: string) => app.page.evaluate((hash) => void (location.hash = hash), to);
const status = () => app.page.locator('footer[aria-label="Status"]');
const numbered = async (title: string) => {
  const found = await app.api<{ id: number; title: { rendered: string } }[]>('GET', '/wp/v2/posts?per_page=100');
  return found.find((post) => post.title.rendered === title)?.id ?? 0;
};

useApp('browser', '#/transfer', (opened) => (app = opened));

test('the report of an import tells no place in the review, and leads to the export', async () => {
  const { page } = app;
  await page.getByRole('button', { name: /^Choose file/ }).waitFor();
  await page
    .locator('main input[type=file]')
    .setInputFiles(resolve(import.meta.dirname, '../../fixtures/site.wxr.xml'));
  await page.getByText(/^Item 1 of \d+$/).waitFor();
  await page.getByRole('button', { name: /^Import \d+ items$/ }).click();
  await page.getByText(/items imported/).waitFor();
  await expect.poll(() => page.getByText(/^Item \d+ of \d+$/).count()).toBe(0);
  await page
    .getByRole('radio', { name: 'Export' })
    .or(page.getByRole('tab', { name: 'Export' }))
    .click();
  await page.getByRole('button', { name: /^Export…/ }).waitFor();
});

test('the foot of the editor and the line below it call the same act by the same name', async () => {
  const { page } = app;
  await go(`#/edit/post/${await numbered('Bonjour le monde')}`);
  await page.getByRole('heading', { name: 'Hello world' }).waitFor();
  await page.getByRole('button', { name: /^Finish/ }).waitFor();
  const button = await page.getByRole('button', { name: /^Finish/ }).innerText();
  const [words = ''] = button.split('\n');
  await expect.poll(() => status().innerText()).toContain(words);
  expect(words).toBe('Finish');
  expect(await status().innerText()).not.toMatch(/Finish & next|Save draft/);
});

test('names of terms are read as words, not as HTML', async () => {
  const { page } = app;
  await page.getByRole('tab', { name: 'Item' }).click();
  await page.getByText('R&D "quoted"').waitFor();
  expect(await page.getByText('R&amp;D').count()).toBe(0);
});

test('a message leaves the buttons that end a task free', async () => {
  const { page } = app;
  await go(`#/edit/post/${await numbered('Technology today')}?lang=ar`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Title/);
  // What the source says stands there, chosen to be written over.
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Technology today');
  await page.keyboard.type('ا');
  const toast = page.getByRole('status').getByText('Arabic draft started');
  const save = page.getByRole('button', { name: /^Save/ });
  const isAbove = async () => {
    const [message, button] = await Promise.all([toast.boundingBox(), save.boundingBox()]);
    return message && button && message.y + message.height < button.y;
  };
  // What comes slides in first.
  await expect.poll(isAbove).toBe(true);
});

test('in French no section of the settings is cut', async () => {
  const { page } = app;
  await go('#/preferences');
  await page.getByRole('combobox').first().click();
  await page.getByRole('option', { name: 'Français' }).click();
  await go('#/settings/machine-translation');
  const sections = page.getByRole('navigation', { name: 'Sections des réglages' });
  await sections.waitFor();
  const wide = await sections.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('a text of its own asks for no translation: nothing is missing in an article without an excerpt', async () => {
  const { page } = app;
  const made = await app.api<{ id: number }>('POST', '/wp/v2/posts', {
    title: 'Alone',
    content: 'One text.',
    lang: 'en',
  });
  await go(`#/edit/post/${made.id}`);
  await page.getByRole('heading', { name: 'Alone' }).waitFor();
  const words = () =>
    page
      .locator('[data-editor] [data-placeholder]')
      .evaluateAll((boxes) =>
        boxes.filter(({ textContent }) => textContent === '').map((box) => box.getAttribute('data-placeholder')),
      );
  // The article before may still stand there.
  await expect.poll(words).toContain('Écrire ici…');
  expect(await page.locator('[data-editor]').getByText('Manquant').count()).toBe(0);
});

test('on a read-only site the editor offers no save, and locked controls explain why', async () => {
  const { page } = app;
  await page.route('**/polydesk/v1/server*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), read_only: true } });
  });
  await page.reload();
  const buttons = page.locator('[data-foot]').getByRole('button');
  await buttons.first().waitFor();
  for (const name of [/^Enregistrer/, /^Terminer/]) {
    const button = page.locator('[data-foot]').getByRole('button', { name });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  }
  const text = page.locator('[data-editor] [role="textbox"]').first();
  expect(await text.getAttribute('aria-readonly')).toBe('true');
  expect(await text.getAttribute('title')).toContain('lecture seule');
  const before = await text.textContent();
  await text.click();
  await page.keyboard.type('x');
  expect(await text.textContent()).toBe(before);
  const status = page.getByRole('combobox', { name: 'État' });
  expect(await status.isDisabled()).toBe(true);
  expect(await page.getByRole('group', { name: 'Ajouter au texte' }).count()).toBe(0);
  await page.evaluate(() => void (location.hash = '#/settings/urls'));
  const modes = page.locator('[data-field="force_lang"], [role="radiogroup"]').getByRole('radio');
  await modes.first().waitFor();
  await expect.poll(() => modes.first().isDisabled()).toBe(true);
});
