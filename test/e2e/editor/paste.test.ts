// Pasting into rows: content of other programs becomes blocks, by key, as one undo step; nothing of it is executed.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  content: { raw: string };
}

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const clips = join(resolve(import.meta.dirname, '../..'), 'core/units/paste/clipboards');
/** The HTML that a program writes, as it is stored for the tests of the reader. */
const clip = (name: string) =>
  /^=== html\n([\s\S]*?)^=== /m.exec(readFileSync(join(clips, `${name}.clip`), 'utf8'))?.[1] ?? '';
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const heading = (level: number, text: string) =>
  `<!-- wp:heading${level === 2 ? '' : ` {"level":${level}}`} -->\n<h${level} class="wp-block-heading">${text}</h${level}>\n<!-- /wp:heading -->`;
const item = (text: string) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`;
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items.map(item).join('\n\n')}</ul>\n<!-- /wp:list -->`;

const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const raw = async (id: number) => (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const text = (name: string) => app.page.getByRole('textbox', { name });
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** Pastes what a program put on the clipboard into the text with the focus. */
function paste(page: Page, html: string, plain = ''): Promise<void> {
  return page.evaluate(
    ([asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', asHtml);
      clipboardData.setData('text/plain', asText);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [html, plain] as const,
  );
}

const WORD = [
  heading(1, 'Night riding, safely'),
  paragraph(
    'A <strong>steady front light</strong> of 400 lumens is <em>enough</em> for lit streets, see <a href="https://example.org/lights?a=1&amp;b=2">our test</a>.',
  ),
  heading(2, 'What to bring'),
  paragraph('Café – “always” open.'),
].join('\n\n');

test('into a new article: an article of Word becomes its blocks, reported with their number and undone as one step', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  // The page has heard of them: an article is begun in the default language.
  await page
    .getByText(/Français|French/)
    .first()
    .waitFor();
  await open('post/new?type=post');
  await expect.poll(focused).toBe('Title, English');
  await page.keyboard.type('From Word');
  await text('Paragraph, English').click();
  await paste(page, clip('word-article'));
  await page.getByText('Pasted 4 blocks').waitFor();
  await expect.poll(() => text('Heading 1, English').textContent()).toBe('Night riding, safely');
  expect(await text('Paragraph, English').first().locator('[data-name="a"]').textContent()).toBe('our test');
  // At once: a message goes after some seconds, and axe takes longer beside other work.
  await undoMessage(page, 'Pasted 4 blocks');
  await expect.poll(() => text('Heading 1, English').count()).toBe(0);
  await expect.poll(focused).toBe('Paragraph, English');
  await paste(page, clip('word-article'));
  await page.getByText('Pasted 4 blocks').last().waitFor();
  await expect.poll(focused).toBe('Paragraph, English');
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.type(' And more.');
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.url()).toMatch(/post\/\d+/);
  const id = Number(/post\/(\d+)/.exec(page.url())?.[1]);
  await expect.poll(() => raw(id)).toBe(WORD.replace('open.', 'open. And more.'));
});

test('what was copied from a page with the keys of the browser comes in the middle of a text', async () => {
  const { page } = app;
  const { id } = await make({ title: 'Middle', content: paragraph('One two'), lang: 'en' });
  const other = await page.context().newPage();
  await other.setContent('<h2>Be seen</h2><p>With <b>two</b> lamps</p><ul><li>red</li><li>white</li></ul>');
  await other.keyboard.press('Control+a');
  await other.keyboard.press('Control+c');
  await other.close();
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Middle' }).waitFor();
  await text('Paragraph, English').click();
  await page.keyboard.press('Home');
  for (let letters = 0; letters < 'One '.length; letters += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+v');
  await page.getByText('Pasted 3 blocks').waitFor();
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => raw(id))
    .toBe(
      [
        paragraph('One'),
        heading(2, 'Be seen'),
        paragraph('With <strong>two</strong> lamps'),
        list('red', 'white'),
        paragraph('two'),
      ].join('\n\n'),
    );
  // Ctrl+Z takes it back as one step.
  await text('Paragraph, English').first().click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+s');
  await expect.poll(() => raw(id)).toBe(paragraph('One two'));
  // Without formatting, as plain text, where that is asked for.
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Shift+v');
  await expect.poll(() => text('Paragraph, English').textContent()).toContain('Be seen');
  expect(await text('Paragraph, English').count()).toBe(1);
});

test('into a translation: the parts of its source stay, the first words come into the row, the other blocks behind it', async () => {
  const { page } = app;
  const source = [paragraph('First of the source.'), paragraph('Last of the source.')].join('\n\n');
  const { id } = await make({ title: 'Translated', content: source, lang: 'en' });
  await open(`post/${id}?lang=fr`);
  await expect.poll(focused).toBe('Title, French');
  await text('Paragraph, French').first().click();
  await paste(page, clip('google-docs-lists').replace('<ul', '<p>D’abord <i>ceci</i></p><ul'));
  await page.getByText('Pasted 3 blocks').waitFor();
  await expect.poll(() => text('Paragraph, French').allTextContents()).toEqual(['D’abord ceci', 'Last of the source.']);
  // One line comes into the row with its formatting.
  await text('Paragraph, French').last().click();
  await paste(page, '<span>Et <b>voilà</b></span>', 'Et voilà');
  await expect.poll(() => text('Paragraph, French').last().locator('[data-name="strong"]').textContent()).toBe('voilà');
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.url()).not.toContain(`post/${id}`);
  const made = Number(/post\/(\d+)/.exec(page.url())?.[1]);
  await expect.poll(async () => (await raw(made)).startsWith(paragraph('D’abord <em>ceci</em>'))).toBe(true);
  const saved = await raw(made);
  expect(saved.endsWith(paragraph('Et <strong>voilà</strong>'))).toBe(true);
  expect(saved).toContain('<li>Bags</li>');
});

test('a hostile clipboard runs nothing; control: in a page that believes it, it runs', async () => {
  const { page } = app;
  const hostile = clip('hostile-page');
  const { id } = await make({ title: 'Hostile', content: paragraph(''), lang: 'en' });
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Hostile' }).waitFor();
  await text('Paragraph, English').click();
  await paste(page, hostile, hostile);
  await page
    .getByText('Pasted 2 blocks 1 picture was left out.')
    .or(page.getByText('1 picture was left out.'))
    .waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await page.keyboard.press('Control+s');
  await expect.poll(async () => await raw(id)).toContain('&lt;script&gt;');
  const stored = await raw(id);
  expect(stored).not.toMatch(/<script|<svg|<iframe|javascript:|<[^>]*\son\w+=|\[evil/i);
  await page.getByRole('radio', { name: 'Preview' }).click();
  await page.frameLocator('iframe').getByText('Hello one two three').waitFor();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  const believing = await page.context().newPage();
  await believing.setContent('<p>');
  await believing.evaluate(
    (html) => document.body.replaceChildren(document.createRange().createContextualFragment(html)),
    hostile,
  );
  await expect.poll(() => believing.evaluate(() => 'ran' in window)).toBe(true);
  await believing.close();
});
