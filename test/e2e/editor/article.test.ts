// Writing mode: an article written as a document, by keyboard alone.
import { describe, expect, test } from 'vitest';
import { places, seriousFaults, useApp, type App } from '../app.ts';

let app: App;
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const raw = async (id: number) =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const make = (body: object) =>
  app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'draft', lang: 'en', ...body });
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const KEPT = '<!-- wp:acf/route-map {"id":7} /-->';

describe.each(places)('in the %s', (place) => {
  useApp(place, '#/languages', (opened) => (app = opened));
  const write = async () => {
    await app.page.getByRole('radio', { name: 'Write' }).click();
    const text = app.page.getByRole('textbox', { name: 'Text, English' });
    await text.waitFor();
    await text.focus();
    return text;
  };

  test('by keys: heading, list, table, an unknown block stays as it is', async () => {
    const { page } = app;
    for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
    const { id } = await make({
      title: 'In the rain',
      content: `${KEPT}\n\n<!-- wp:paragraph -->\n<p>Ride.</p>\n<!-- /wp:paragraph -->\n`,
    });
    await open(`post/${id}`);
    await write();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Clothes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('warm');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' jacket');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/tab');
    await page.getByRole('listbox', { name: 'Blocks to add' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    for (const word of ['a', 'b', 'c', 'd']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Control+s');
    await page.getByText('English saved').first().waitFor();
    const stored = await raw(id);
    const [first, second, third] = stored.split('\n\n');
    expect([first, second, third]).toEqual([
      KEPT,
      '<!-- wp:paragraph -->\n<p>Ride.</p>\n<!-- /wp:paragraph -->',
      '<!-- wp:heading -->\n<h2 class="wp-block-heading">Clothes</h2>\n<!-- /wp:heading -->',
    ]);
    expect(stored).toContain('<p>A <strong>warm</strong> jacket</p>');
    expect(stored).toContain('<li>one</li>');
    expect(stored).toContain('<thead><tr><th>a</th><th>b</th><th>c</th></tr></thead><tbody><tr><td>d</td>');
  });

  test('its translation next to the page: the current row is highlighted there, and clicking a text goes to its row', async () => {
    const { page } = app;
    const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
    const hostile = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
    const { id } = await make({
      title: 'Night',
      content: `${paragraph('One light.')}\n\n${paragraph(`Two ${hostile}.`)}`,
    });
    await open(`post/${id}?lang=fr`);
    await expect.poll(focused).toBe('Title, French');
    await page.getByRole('radio', { name: 'Page' }).click();
    const sheet = page.getByRole('region', { name: 'Page with its texts' });
    await sheet.getByText('One light.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await sheet.getByText('One light.').click();
    await expect.poll(focused).toBe('Paragraph, French');
    await page.keyboard.type('Une lampe.');
    const words = sheet.getByText('Une lampe.');
    await words.waitFor();
    expect(await words.getAttribute('class')).toContain('on');
    await page.getByRole('radio', { name: 'Both' }).click();
    await sheet.getByText('One light.').waitFor();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await sheet.locator('script, img[onerror]').count()).toBe(0);
  });

  test('its fields in the inspector, with a date to come: one save', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Fields', content: KEPT });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByLabel('Publish on').fill('2031-05-06T07:08');
    await details.getByRole('combobox', { name: 'Status' }).or(details.getByLabel('Status')).first().click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await details.getByRole('button', { name: 'More fields' }).click();
    await details.getByLabel('Password').fill('secret');
    await details.getByRole('switch', { name: 'Comments' }).click();
    await details.getByRole('combobox', { name: 'Choose Tags' }).fill('Rain');
    await page.getByRole('option', { name: 'Create “Rain”' }).click();
    await details.getByRole('link', { name: 'Rain' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('English saved').last().waitFor();
    const stored = () => app.api<Record<string, unknown>>('GET', `/wp/v2/posts/${id}?context=edit`);
    await expect.poll(async () => (await stored())['status']).toBe('future');
    const item = await stored();
    expect(item).toMatchObject({
      date: '2031-05-06T07:08:00',
      password: 'secret',
      comment_status: 'closed',
      content: { raw: KEPT },
    });
    expect(item['tags']).toHaveLength(1);
  });

  test('by keys: a picture, what was pasted, an undo, a block moved', async () => {
    const { page } = app;
    const { id } = await make({
      title: 'Pasted',
      content: `${KEPT}\n\n<!-- wp:paragraph -->\n<p>Last.</p>\n<!-- /wp:paragraph -->`,
    });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    await write();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Shift+M');
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'rain.png', mimeType: 'image/png', buffer: PNG });
    await dialog.getByRole('button', { name: 'rain.png', pressed: true }).waitFor();
    await dialog.getByLabel('Alternative text').fill('Rain');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const text = page.getByRole('textbox', { name: 'Text, English' });
    await text.getByRole('img', { name: 'Rain' }).waitFor();
    await page.evaluate((html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'x');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, '<h2 style="color:red" onclick="window.ran=1">Pasted</h2><p>One</p><ul><li>two</li></ul><img src=x onerror="window.ran=1">');
    await page.getByText('Pasted 3 blocks').waitFor();
    await text.getByRole('heading', { name: 'Pasted' }).waitFor();
    await page.keyboard.press('Control+z');
    await text.getByRole('heading', { name: 'Pasted' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await text.getByRole('heading', { name: 'Pasted' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await expect.poll(() => raw(id)).toContain('alt="Rain"');
    const stored = await raw(id);
    expect(stored.startsWith('<!-- wp:paragraph -->\n<p>Last.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image')).toBe(
      true,
    );
    expect(stored.endsWith(KEPT)).toBe(true);
    expect(stored).toContain('<h2 class="wp-block-heading">Pasted</h2>');
    expect(stored).toContain('<li>two</li>');
    expect(stored).not.toMatch(/style=|onclick|onerror/);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  test('a letter typed while a card is selected goes after it', async () => {
    const { page } = app;
    const { id } = await make({ title: 'Card', content: KEPT });
    await open(`post/${id}`);
    await expect.poll(focused).toBe('Title, English');
    await write();
    await page.getByRole('textbox', { name: 'Text, English' }).getByText('Route map').click();
    await page.keyboard.type('Words');
    await page.keyboard.press('Control+s');
    await expect.poll(() => raw(id)).toBe(`${KEPT}\n\n<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->`);
  });
});
