// Tables and images in the editor, and copying many texts in one step: by mouse and by keyboard.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  content: { raw: string };
}

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const table = (...rows: string[][]) =>
  `<!-- wp:table -->\n<figure class="wp-block-table"><table><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join(
      '',
    )}</tbody></table><figcaption class="wp-element-caption">Prices of today</figcaption></figure>\n<!-- /wp:table -->`;
const picture = (src: string, alt: string, caption: string, id = 0) =>
  `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image"><img src="${src}" alt="${alt}" class="wp-image-${id}"/><figcaption class="wp-element-caption">${caption}</figcaption></figure>\n<!-- /wp:image -->`;

const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const raw = async (id: number) => (await app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const cell = (row: number, column: number, language = 'French') =>
  app.page.getByRole('textbox', { name: `Table cell, row ${row}, column ${column}, ${language}` });
const idOnPage = () => Number(/post\/(\d+)/.exec(app.page.url())?.[1]);
const progress = () => app.page.locator('[data-foot] .count').textContent();

const LAMPS = [
  ['Lamp', 'Lumens', 'Price'],
  ['Macro with dynamo', '500', '€49'],
];

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
});

test('a table is a table on both sides; numbers count as nothing to do and are copied with one click, as one step', async () => {
  const { page } = app;
  const { id } = await make({
    title: 'Lamps',
    content: [paragraph('Before it.'), table(...LAMPS)].join('\n\n'),
    lang: 'en',
  });
  await open(`post/${id}?lang=fr`);
  await expect.poll(() => page.getByRole('table').count()).toBe(2);
  const source = page.getByRole('table', { name: 'Table of the source' });
  expect(await source.getByRole('cell').allTextContents()).toEqual(LAMPS.flat());
  // The title, a paragraph, four cells with words and the caption.
  await expect.poll(progress).toBe('0 of 7');
  await page.getByText('5 of 5 left').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy 2 numbers' }).click();
  await page.getByText('2 numbers copied').waitFor();
  expect(await page.getByRole('button', { name: /numbers/ }).count()).toBe(0);
  await expect.poll(progress).toBe('0 of 7');
  await undoMessage(page, '2 numbers copied');
  await page.getByRole('button', { name: 'Copy 2 numbers' }).waitFor();
  await cell(1, 1).click();
  await page.keyboard.type('Lampe');
  await expect.poll(progress).toBe('1 of 7');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Table cell, row 1, column 2, French');
  await page.keyboard.type('Lumen');
  await page.getByRole('textbox', { name: 'Caption, French' }).click();
  await page.keyboard.type('Prix du jour');
  await page.keyboard.press('Control+s');
  await expect.poll(idOnPage).not.toBe(id);
  const wanted = table(['Lampe', 'Lumen', 'Price'], LAMPS[1] ?? []).replace('Prices of today', 'Prix du jour');
  await expect.poll(() => raw(idOnPage())).toBe([paragraph('Before it.'), wanted].join('\n\n'));
});

test('by keyboard: arrows go from cell to cell at the edge of a text, Escape to the cell, Alt+Shift+N copies what is out of date', async () => {
  const { page } = app;
  const body = (price: string) => table(['Lamp', 'Beam of it'], ['500', price], ['900', '€99']);
  const source = await make({ title: 'Beams', content: body('€49'), lang: 'en' });
  const own = body('€49').replace('Lamp', 'Lampe').replace('Beam of it', 'Faisceau').replace('€99', '99 €');
  const { id } = await make({ title: 'Faisceaux', content: own, lang: 'fr', translations: { en: source.id } });
  await app.api('POST', `/wp/v2/posts/${source.id}`, { content: body('€59') });
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Beams' }).waitFor();
  await expect.poll(focused).toBe('Table cell, row 2, column 2, French');
  await cell(1, 1).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  // Within the text first.
  await expect.poll(focused).toBe('Table cell, row 1, column 1, French');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Table cell, row 1, column 2, French');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Table cell, row 2, column 2, French');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toBe('Table cell, row 2, column 1, French');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Table cell, row 2, column 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Table cell, row 1, column 2');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Table cell, row 1, column 2, French');
  await page.keyboard.press('Alt+Shift+N');
  await page.getByText('1 number copied').waitFor();
  // What a person wrote in their own way stays.
  await expect.poll(() => cell(2, 2).textContent()).toBe('€59');
  expect(await cell(3, 2).textContent()).toBe('99 €');
  await page.keyboard.press('Control+z');
  await expect.poll(() => cell(2, 2).textContent()).toBe('€49');
  await page.keyboard.press('Alt+Shift+N');
  await page.keyboard.press('Control+s');
  await expect.poll(() => raw(id)).toBe(own.replace('€49', '€59'));
});

test('in a language from right to left the table runs so too, and arrows go where they point', async () => {
  const { page } = app;
  const { id } = await make({ title: 'Lamps again', content: table(...LAMPS), lang: 'en' });
  await open(`post/${id}?lang=ar`);
  await expect.poll(focused).toBe('Title, Arabic');
  await cell(1, 1, 'Arabic').click();
  const left = async (column: number) => (await cell(1, column, 'Arabic').boundingBox())?.x ?? 0;
  expect(await left(1)).toBeGreaterThan(await left(2));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toBe('Table cell, row 1, column 2, Arabic');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Table cell, row 1, column 1, Arabic');
});

test('pictures of the site are shown on both sides, those of a gallery too; of one from elsewhere its name', async () => {
  const { page } = app;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="10"><rect width="16" height="10" fill="#267"/></svg>';
  const token = await page.evaluate(() => sessionStorage.getItem('polydesk.session') ?? '');
  const media = await page.evaluate(
    async ([file, session]) => {
      const headers = {
        authorization: `Bearer ${session}`,
        'content-type': 'image/svg+xml',
        'content-disposition': 'attachment; filename="lane.svg"',
      };
      const answer = await fetch('/wp-json/wp/v2/media', { method: 'POST', headers, body: file });
      return (await answer.json()) as { id: number; source_url: string };
    },
    [svg, token] as const,
  );
  const gallery = `<!-- wp:gallery -->\n<figure class="wp-block-gallery">${[
    picture('https://elsewhere.example/uploads/2024/05/held.jpg', 'By its number', 'Held', media.id),
    picture('https://elsewhere.example/uploads/2024/05/far-away.jpg', 'Far', 'Away'),
  ].join('\n\n')}</figure>\n<!-- /wp:gallery -->`;
  const content = [picture(media.source_url, 'A dark lane', 'The lane at ten'), gallery].join('\n\n');
  const { id } = await make({ title: 'Pictures', content, lang: 'en' });
  await open(`post/${id}?lang=fr`);
  const shown = page.locator('[data-editor] .thumb img');
  await expect.poll(() => shown.count()).toBe(4);
  await expect
    .poll(() =>
      shown.evaluateAll((all) => all.every((each) => each instanceof HTMLImageElement && each.naturalWidth > 0)),
    )
    .toBe(true);
  await expect.poll(() => page.getByText('far-away.jpg').count()).toBe(2);
  await expect.poll(() => page.getByText('Same file').count()).toBe(3);
  expect(await seriousFaults(page)).toEqual([]);
  // The preview of what nobody has written yet shows the whole of its source, with the pictures.
  await page.getByRole('radio', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe');
  await preview.getByText('The lane at ten').waitFor();
  await expect.poll(() => preview.locator('img').count()).toBe(2);
  await expect
    .poll(() =>
      preview
        .locator('img')
        .evaluateAll((all) => all.every((each) => each instanceof HTMLImageElement && each.naturalWidth > 0)),
    )
    .toBe(true);
  await preview.getByText('far-away.jpg').waitFor();
  await page.getByRole('radio', { name: 'Blocks' }).click();
  const words = page.getByRole('group', { name: 'Picture', exact: true }).first();
  await words.getByRole('textbox', { name: 'Alternative text, French' }).click();
  await page.keyboard.type('Un chemin sombre');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Caption, French');
  await page.keyboard.type('Le chemin à dix heures');
  await page.keyboard.press('Control+s');
  await expect.poll(idOnPage).not.toBe(id);
  await expect
    .poll(() => raw(idOnPage()))
    .toBe(content.replace('A dark lane', 'Un chemin sombre').replace('The lane at ten', 'Le chemin à dix heures'));
});

const FOUR = ['One of four', 'Two of four', 'Three of four', 'Four of four'];

/** A version with empty paragraphs beside a source of four. */
async function makeEmpty(name: string): Promise<number> {
  const source = await make({ title: name, content: FOUR.map(paragraph).join('\n\n'), lang: 'en' });
  const content = FOUR.map(() => paragraph('')).join('\n\n');
  return (await make({ title: `${name} fr`, content, lang: 'fr', translations: { en: source.id } })).id;
}
const texts = () => app.page.getByRole('textbox', { name: 'Paragraph, French' }).allTextContents();

test('rows selected by keyboard: their sources are copied together, reported with their number, and undone as one step', async () => {
  const { page } = app;
  const id = await makeEmpty('Chosen by key');
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Chosen by key' }).waitFor();
  await page.getByRole('textbox', { name: 'Paragraph, French' }).first().focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 parts selected').waitFor();
  await expect.poll(focused).toBe('Paragraph, selected');
  const before = await progress();
  await page.keyboard.press('Alt+c');
  await page.getByText('3 parts copied from English').waitFor();
  await expect.poll(texts).toEqual([...FOUR.slice(0, 3), '']);
  // A copied source is not translated.
  expect(await progress()).toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(texts).toEqual(['', '', '', '']);
});

test('rows chosen with the mouse; kept as in the source they count', async () => {
  const { page } = app;
  const id = await makeEmpty('Chosen by mouse');
  await open(`post/${id}`);
  await page.getByRole('heading', { name: 'Chosen by mouse' }).waitFor();
  const source = (at: number) => page.locator('[data-editor] .source').getByText(FOUR[at] ?? '');
  await source(1).click({ modifiers: ['Control'] });
  await source(3).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Selected parts' });
  await bar.getByText('3 parts selected').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Copy source' }).click();
  await expect.poll(texts).toEqual(['', ...FOUR.slice(1)]);
  await expect.poll(progress).toBe('1 of 5');
  await source(1).click({ modifiers: ['Control'] });
  await source(3).click({ modifiers: ['Shift'] });
  await bar.getByRole('button', { name: 'Keep as in the source' }).click();
  await page.getByText('3 parts kept as in the source').waitFor();
  await expect.poll(progress).toBe('4 of 5');
});
