// Writing an article that is not a translation, in its texts rather than HTML: by mouse, and by keyboard alone.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Route } from 'playwright-core';
import { places, seriousFaults, useApp, type App } from '../app.ts';

let app: App;
const make = (body: object) =>
  app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'draft', lang: 'en', ...body });
const raw = async (id: number) =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const item = (text: string) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`;

describe.each(places)('in the %s', (place) => {
  useApp(place, '#/languages', (opened) => (app = opened));
  let warnings: string[] = [];
  beforeEach(() => {
    warnings = [];
    app.page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  });

  test('by mouse: paragraph, heading, list; then its translation shows them next to it', async () => {
    for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
    const { page } = app;
    const { id } = await make({ title: 'Written here' });
    await open(`post/${id}`);
    const add = page.getByRole('group', { name: 'Add to the text' });
    await add.getByRole('button', { name: 'Heading' }).click();
    await expect.poll(focused).toBe('Heading 2, English');
    await page.keyboard.type('Why bikes');
    await add.getByRole('button', { name: 'Paragraph' }).click();
    await expect.poll(focused).toBe('Paragraph, English');
    await page.getByRole('group', { name: 'Or create one' }).getByRole('button', { name: 'Quote' }).click();
    await expect.poll(focused).toBe('Quote, English');
    await page.keyboard.type('They are <fast> & quiet.');
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('English saved').first().waitFor();
    await expect
      .poll(() => raw(id))
      .toBe(
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">Why bikes</h2>\n<!-- /wp:heading -->\n\n' +
          `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${paragraph('They are &lt;fast&gt; &amp; quiet.')}</blockquote>\n<!-- /wp:quote -->`,
      );
    await open(`post/${id}?lang=fr`);
    await expect.poll(focused).toBe('Title, French');
    await page.getByRole('textbox', { name: 'Heading 2, French' }).waitFor();
    // What follows a source takes its structure: nothing is added there.
    expect(await page.getByRole('group', { name: 'Add to the text' }).count()).toBe(0);
  });

  test('by keyboard alone: Enter goes on, an empty item ends its list, Backspace takes an empty paragraph out', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Typed', content: paragraph('Hello world. And more') });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Paragraph, English');
    for (let letters = 0; letters < 'And more'.length; letters += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const boxes = () => page.getByRole('textbox', { name: 'Paragraph, English' }).allTextContents();
    await expect.poll(boxes).toEqual(['Hello world.', 'And more']);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await boxes()).length).toBe(3);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('List, English');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'List, English' }).count()).toBe(2);
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'List, English' }).count()).toBe(3);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Paragraph, English');
    await page.keyboard.press('Backspace');
    await expect.poll(focused).toBe('List, English');
    await page.keyboard.press('Control+s');
    await page.getByText('English saved').first().waitFor();
    // The word of the test before may still stand there.
    await expect
      .poll(() => raw(id))
      .toBe(
        [
          paragraph('Hello world.'),
          paragraph('And more'),
          `<!-- wp:list -->\n<ul class="wp-block-list">${item('one')}\n\n${item('two')}</ul>\n<!-- /wp:list -->`,
        ].join('\n\n'),
      );
  });

  test('from article to article with the focus in a text: nothing that is gone is read', async () => {
    const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two', content: paragraph('Two') })];
    for (const { id } of [one, two, one]) {
      await open(`post/${id}`);
      await app.page.getByRole('heading', { name: id === one.id ? 'One' : 'Two' }).waitFor();
      await expect.poll(focused).toBe('Title, English');
    }
    await app.page.evaluate(() => void (location.hash = '#/posts'));
    await app.page.getByRole('grid').waitFor();
    expect(warnings.filter((text) => text.includes('svelte'))).toEqual([]);
  });

  test('an empty article begins with a paragraph to write in, and stays empty until something is written there', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Nothing yet' });
    await open(`post/${id}`);
    const first = page.getByRole('textbox', { name: 'Paragraph, English' });
    await first.waitFor();
    await page.getByRole('textbox', { name: 'Title, English' }).fill('Nothing still');
    await page.keyboard.press('Control+s');
    // The word "saved" of a test before may still stand there: the title tells that this one was saved.
    await expect
      .poll(async () => (await app.api<{ title: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).title.raw)
      .toBe('Nothing still');
    expect(await raw(id)).toBe('');
    await first.click();
    await page.keyboard.type('Now there is');
    await page.keyboard.press('Control+s');
    await expect.poll(() => raw(id)).toBe(paragraph('Now there is'));
  });

  test('text typed during a save stays, and is included in the next save', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Quick', content: paragraph('One') });
    await open(`post/${id}`);
    const text = page.getByRole('textbox', { name: 'Paragraph, English' });
    await text.getByText('One').click();
    await page.keyboard.press('End');
    const { promise: written, resolve } = Promise.withResolvers<void>();
    // What comes after the write, as from a slow server.
    const late = (route: Route) =>
      route.request().method() === 'GET' ? written.then(() => route.fallback()) : route.fallback();
    const answers = /\/wp-json\/polydesk\/v1\/(items|staleness)\/post\//;
    await page.route(answers, late);
    await page.keyboard.type(', two');
    await page.keyboard.press('Control+s');
    await expect.poll(() => raw(id)).toBe(paragraph('One, two'));
    await page.keyboard.type(', three, ');
    await page.keyboard.press('Control+s');
    resolve();
    await expect.poll(() => raw(id)).toBe(paragraph('One, two, three, '));
    // Nor does the caret move, or the blank before it go.
    await page.locator('[data-foot] [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.keyboard.type('four');
    await page.keyboard.press('Control+s');
    await expect.poll(() => raw(id)).toBe(paragraph('One, two, three, four'));
    expect(await text.textContent()).toBe('One, two, three, four');
    await page.unroute(answers, late);
  });
});

/** In the browser only: the window asks its program without the network, where nothing can be held. */
describe('with answers that come late', () => {
  useApp('browser', '#/languages', (opened) => (app = opened));

  test('navigating away while an article is opened or finished does not return to it', async () => {
    const { page } = app;
    await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
    const [slow, other] = [await make({ title: 'Slow' }), await make({ title: 'Other' })];
    const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
    const at = () => page.evaluate(() => location.hash);
    const elsewhere = () => page.evaluate(() => void (location.hash = '#/settings'));
    const goings: [held: string, begin: () => Promise<unknown>][] = [
      [`**/polydesk/v1/items/post/${slow.id}`, () => open(`post/${slow.id}`)],
      [`**/polydesk/v1/items/post/${other.id}`, () => page.keyboard.press('Control+Enter')],
    ];
    for (const [held, begin] of goings) {
      const { promise: gone, resolve } = Promise.withResolvers<void>();
      const late = (route: Route) => gone.then(() => route.fallback());
      await page.route(held, late);
      const asked = page.waitForRequest(held);
      await begin();
      await asked;
      await elsewhere();
      await heading('Settings');
      const answered = page.waitForResponse(held);
      resolve();
      await answered;
      await page.unroute(held, late);
      await open(`post/${other.id}`);
      await heading('Other');
      await expect.poll(focused).toBe('Title, English');
      expect(await at()).toBe(`#/edit/post/${other.id}`);
    }
  });
});
