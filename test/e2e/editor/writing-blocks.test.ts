// Selecting and moving blocks in writing mode: gallery, buttons and embed by key, and dragging a block by mouse and by keys.
import { expect, test } from 'vitest';
import { seriousFaults, untilFocusIn, useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const raw = async (id: number) =>
  (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
const text = () => app.page.getByRole('textbox', { name: 'Text, English' });
const press = async (...keys: string[]) => {
  for (const each of keys) await app.page.keyboard.press(each);
};
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An article in writing mode, with the caret at its end. */
async function write(title: string, content: string): Promise<number> {
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', { title, content, lang: 'en' });
  await app.page.evaluate((hash) => void (location.hash = hash), `#/edit/post/${id}`);
  await app.page.getByRole('heading', { name: title }).waitFor();
  await app.page.getByRole('radio', { name: 'Write' }).click();
  await untilFocusIn(text());
  await press('Control+End');
  return id;
}
async function save(): Promise<void> {
  await press('Control+s');
}

test('by keys: a gallery of two pictures with a caption', async () => {
  const { page } = app;
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  const id = await write('Gallery', paragraph('Before.'));
  await press('Enter');
  await page.keyboard.type('/gal');
  await page.getByRole('option', { name: 'Gallery', selected: true }).waitFor();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose pictures for the gallery' });
  const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PNG }));
  await dialog.locator('input[type=file]').setInputFiles(files);
  for (const { name } of files) await dialog.getByRole('button', { name, pressed: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  // One is taken out and put in again by keys.
  await dialog.getByRole('button', { name: 'two.png' }).focus();
  await press('Space');
  await dialog.getByRole('button', { name: 'two.png', pressed: false }).waitFor();
  await press('Space');
  await dialog.getByRole('button', { name: 'two.png', pressed: true }).waitFor();
  await dialog.getByRole('button', { name: /^Insert/ }).focus();
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => text().locator('.gallery .picture').count()).toBe(2);
  await untilFocusIn(text());
  expect(await seriousFaults(page)).toEqual([]);
  await save();
  await expect.poll(() => raw(id)).toContain('<!-- /wp:gallery -->');
  const stored = await raw(id);
  expect(
    stored.startsWith(
      `${paragraph('Before.')}\n\n<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery`,
    ),
  ).toBe(true);
  expect(stored.match(/<!-- wp:image /g)).toHaveLength(2);
});

test('by keys: buttons, and an embed whose address is judged', async () => {
  const { page } = app;
  const id = await write('Calls', paragraph('Before.'));
  await press('Enter');
  await page.keyboard.type('/but');
  await page.getByRole('option', { name: 'Buttons', selected: true }).waitFor();
  await press('Enter');
  await page.keyboard.type('Rent a bike');
  await press('Enter');
  await page.keyboard.type('/emb');
  await page.getByRole('option', { name: 'Embed', selected: true }).waitFor();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Embed from an address' });
  await untilFocusIn(dialog);
  await page.keyboard.type('javascript:alert(1)');
  await press('Enter');
  await dialog.locator('[aria-invalid="true"]').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await press('Control+a');
  await page.keyboard.type('https://example.org/film?a=1&b=2');
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await text().getByText('https://example.org/film?a=1&b=2').waitFor();
  await save();
  await expect.poll(() => raw(id)).toContain('wp:embed');
  const stored = await raw(id);
  expect(stored).toContain(
    '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Rent a bike</a></div>',
  );
  expect(stored).toContain('<!-- wp:embed {"url":"https://example.org/film?a=1\\u0026b=2"} -->');
  expect(stored).toContain('https://example.org/film?a=1&amp;b=2\n</div></figure>');
});

const KEPT = '<!-- wp:acf/route-map {"id":7} /-->';
const order = () =>
  text()
    .locator('> *')
    .evaluateAll((all) => all.map((each) => each.textContent.trim().slice(0, 5)));

test('a block is dragged by mouse, and moved by keys; what was not touched stays as it is', async () => {
  const { page } = app;
  const id = await write('Moved', [KEPT, paragraph('First'), paragraph('Second'), paragraph('Third')].join('\n\n'));
  await text().getByText('Third').hover();
  const handle = page.getByTitle('Drag to move');
  await handle.hover();
  await page.mouse.down();
  const first = await text().getByText('First').boundingBox();
  if (!first) throw new Error('The first one is not shown');
  // To where it begins, in several steps as a hand does.
  await page.mouse.move(first.x + 1, first.y + first.height, { steps: 5 });
  await page.mouse.move(first.x + 1, first.y + first.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['Route', 'Third', 'First', 'Secon']);
  await text().getByText('Second').click();
  // At once: a key right behind a click means the block that was clicked, not the one chosen before.
  await press('Alt+Shift+ArrowUp');
  await expect.poll(order).toEqual(['Route', 'Third', 'Secon', 'First']);
  const status = page.locator('footer[aria-label="Status"]');
  await status.getByText('Block 3 of 4').waitFor();
  await status.getByText('Move block up').waitFor();
  await press('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp');
  await expect.poll(order).toEqual(['Secon', 'Route', 'Third', 'First']);
  await press('Control+z');
  await press('Control+y');
  await expect.poll(order).toEqual(['Secon', 'Route', 'Third', 'First']);
  await save();
  await expect
    .poll(() => raw(id))
    .toBe([paragraph('Second'), KEPT, paragraph('Third'), paragraph('First')].join('\n\n'));
});

test('a press on a picture chooses it: it is deleted by a key, its caption is written in', async () => {
  const { page } = app;
  const [media] = await app.api<{ id: number; source_url: string }[]>('GET', '/wp/v2/media');
  const image = `<!-- wp:image {"id":${media?.id}} -->\n<figure class="wp-block-image"><img src="${media?.source_url}" alt="Rain" class="wp-image-${media?.id}"/></figure>\n<!-- /wp:image -->`;
  const id = await write('Chosen', [paragraph('Before.'), image].join('\n\n'));
  const picture = text().getByRole('img', { name: 'Rain' });
  await picture.click({ position: { x: 0, y: 0 } });
  await text().locator('.ProseMirror-selectednode').waitFor();
  await press('Delete');
  await picture.waitFor({ state: 'detached' });
  await press('Control+z');
  await picture.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await save();
  await expect.poll(() => raw(id)).toBe([paragraph('Before.'), image].join('\n\n'));
});

const block = (name: string, inner: string) => `<!-- wp:${name} -->\n${inner}\n<!-- /wp:${name} -->`;
const COLUMNS = block(
  'columns',
  `<div class="wp-block-columns">${block('column', `<div class="wp-block-column">${paragraph('Inside')}</div>`)}</div>`,
);
const LIST = block(
  'list',
  `<ul class="wp-block-list">${block('list-item', '<li>One</li>')}\n\n${block('list-item', '<li>Two</li>')}</ul>`,
);

/** Drags a block by its handle to the lower half of the text with these words. */
async function dragTo(block: string, words: string): Promise<void> {
  const { page } = app;
  await text().getByText(block).hover();
  await page.getByTitle('Drag to move').hover();
  await page.mouse.down();
  const box = await text().getByText(words).boundingBox();
  if (!box) throw new Error(`${words} is not shown`);
  await page.mouse.move(box.x + 4, box.y, { steps: 5 });
  await page.mouse.move(box.x + 4, box.y + box.height - 2, { steps: 5 });
  await page.mouse.up();
}

test('a block is dropped into a column, and one on a list stays next to it; no text is lost', async () => {
  const id = await write('Dropped', [COLUMNS, LIST, paragraph('First'), paragraph('Second')].join('\n\n'));
  await dragTo('First', 'Inside');
  await save();
  const column = async () => /<div class="wp-block-column">([^]*?)<\/div>/.exec(await raw(id))?.[1] ?? '';
  await expect
    .poll(async () => (await column()).match(/Inside|First|Second/g)?.toSorted())
    .toEqual(['First', 'Inside']);
  expect(await raw(id)).toContain(LIST);
  await dragTo('Second', 'One');
  await save();
  // A paragraph is not an item: it stays beside the list, which is not changed.
  await expect.poll(async () => (await raw(id)).includes(LIST)).toBe(true);
  const stored = await raw(id);
  expect(stored.match(/First|Second|Inside|One|Two/g)?.toSorted()).toEqual(['First', 'Inside', 'One', 'Second', 'Two']);
});
