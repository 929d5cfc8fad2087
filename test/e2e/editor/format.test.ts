// Formatting of words in a text, by key.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

interface Post {
  id: number;
  content: { raw: string };
}

let app: App;
useApp('window', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

test('chosen words become bold, italic and a link by key; elsewhere the keys keep their meaning', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  const content = paragraph('Ride slowly & early at night.');
  const { id } = await app.api<Post>('POST', '/wp/v2/posts', {
    title: 'Words',
    content,
    status: 'publish',
    lang: 'en',
  });
  await page.evaluate((hash) => void (location.hash = hash), `#/edit/post/${id}`);
  await page.getByRole('heading', { name: 'Words' }).waitFor();
  const box = page.getByRole('textbox', { name: 'Paragraph, English' });
  /** Chooses letters of the paragraph as a person does, by key. */
  const choose = async (from: number, to: number) => {
    await box.focus();
    await page.keyboard.press('Home');
    for (let at = 0; at < from; at += 1) await page.keyboard.press('ArrowRight');
    for (let at = from; at < to; at += 1) await page.keyboard.press('Shift+ArrowRight');
  };
  const chosen = () => page.evaluate(() => document.getSelection()?.toString());
  const width = async () => (await page.getByRole('navigation', { name: 'Sections' }).boundingBox())?.width ?? 0;
  const wide = await width();
  await choose(5, 11);
  await page.keyboard.press('Control+b');
  await expect.poll(() => box.locator('[data-name="strong"]').textContent()).toBe('slowly');
  await expect.poll(chosen).toBe('slowly');
  expect(await width()).toBe(wide);
  // Once more takes it away.
  await page.keyboard.press('Control+b');
  await expect.poll(() => box.locator('[data-name="strong"]').count()).toBe(0);
  await expect.poll(chosen).toBe('slowly');
  await page.keyboard.press('Control+b');
  // Across a mark no tag crosses another.
  await choose(8, 19);
  await page.keyboard.press('Control+i');
  await expect.poll(() => box.locator('[data-name="em"]').allTextContents()).toEqual(['wly', ' & early']);
  await choose(23, 28);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Link the selected words' });
  await dialog.getByRole('textbox', { name: 'Address' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter an address such as').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/night?a=1&b="2"');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => box.locator('[data-name="a"]').textContent()).toBe('night');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw)
    .toBe(
      paragraph(
        'Ride <strong>slo<em>wly</em></strong><em> &amp; early</em> at <a href="/night?a=1&amp;b=&quot;2&quot;">night</a>.',
      ),
    );
  // Other keys mean the frame in a text, too.
  await box.focus();
  await page.keyboard.press('F9');
  await expect.poll(width).toBeLessThan(wide);
  await page.keyboard.press('F9');
  await expect.poll(width).toBe(wide);
  const details = page.getByRole('complementary', { name: 'Details' });
  await page.keyboard.press('Shift+F9');
  await expect.poll(() => details.count()).toBe(0);
  await page.keyboard.press('Shift+F9');
  await details.waitFor();
  await box.focus();
  await page.keyboard.press('Control+Shift+P');
  await page.getByRole('combobox', { name: 'Command palette' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search or run a command' }).focus();
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(wide);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(wide);
});
