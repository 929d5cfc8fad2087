// The Media screen: adding, describing in every language, finding, deleting and undoing; by mouse and by keyboard alone.
import { describe, expect, test } from 'vitest';
import { closeMessages, placesOf, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';

interface Media {
  id: number;
  lang: string;
  alt_text: string;
  translations: Record<string, number>;
  source_url: string;
}

let app: App;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEElEQVR4nGOIwgsYRqWxAQDgj2l5682cXAAAAABJRU5ErkJggg==',
  'base64',
);
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });
const media = () => app.api<Media[]>('GET', '/wp/v2/media?per_page=100&orderby=id&order=asc');
const named = async (lang: string) => (await media()).find((each) => each.lang === lang);
const tile = (name: string | RegExp) => app.page.getByRole('option', { name });
const pane = (name: string) => app.page.getByRole('complementary', { name: `Details of ${name}` });

describe.each(placesOf('window'))('in the %s', (place) => {
  useApp(place, '#/languages', (opened) => (app = opened));

  test('without media translation: the screen explains that, files are added, and it is turned on', async () => {
    const { page } = app;
    for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
    await page.getByRole('link', { name: /Media/ }).click();
    await page.getByText('Media is shared by all languages').waitFor();
    await page.locator('input[type=file]').setInputFiles([png('lamp.png'), png('bell.png')]);
    await page.getByText('2 files added').waitFor();
    await tile('bell.png').waitFor();
    await expect.poll(() => tile(/\.png/).count()).toBe(2);
    await expect
      .poll(() =>
        tile('lamp.png')
          .locator('img')
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(10);
    await page.getByRole('button', { name: 'Turn on media translation' }).click();
    await page.getByText('2 files have no language yet').waitFor();
    await page.getByRole('button', { name: 'Set it to English' }).click();
    await page.getByRole('radio', { name: 'Table' }).waitFor();
    await page.getByRole('link', { name: /Media 2/ }).waitFor();
  });

  test('rejected files are listed with the reason; the others are added, and undone together', async () => {
    const { page } = app;
    const script = { name: 'run.php', mimeType: 'text/x-php', buffer: Buffer.from('<?php') };
    const empty = { ...png('nothing.png'), buffer: Buffer.alloc(0) };
    await closeMessages(page);
    await page.locator('input[type=file]').setInputFiles([png('a.png'), script, empty, png('b.png')]);
    await page.getByText('2 files were not added').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'nothing.png: The file is empty.' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'run.php' }).waitFor();
    await tile(/^b\.png/).waitFor();
    await undoMessage(page, /^2 files added/);
    await expect.poll(async () => (await media()).length).toBe(2);
    await tile(/^[ab]\.png/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('note').getByRole('button', { name: 'Close' }).click();
  });

  test('the alternative text in another language: by mouse', async () => {
    const { page } = app;
    await tile(/^lamp\.png/).click();
    const lamp = pane('lamp.png');
    await lamp.getByRole('tab', { name: /French/ }).click();
    await lamp.getByText(/no French version/).waitFor();
    await lamp.getByRole('textbox', { name: /Alternative text/ }).fill('Une lampe');
    await lamp.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await named('fr'))?.alt_text).toBe('Une lampe');
    await lamp.getByRole('tab', { name: 'French: translated' }).waitFor();
    await page.getByRole('tab', { name: 'No alt text 2' }).waitFor();
    await undoMessage(page, /^Saved/);
    await expect.poll(async () => (await media()).length).toBe(2);
    // The language stays while one goes from file to file.
    await lamp.getByRole('tab', { name: 'French: missing' }).press('ArrowLeft');
    await lamp.getByRole('tab', { name: 'English: source', selected: true }).waitFor();
  });

  test('by keyboard alone: to the file, its text, a new language, saved', async () => {
    const { page } = app;
    await tile(/^bell\.png/).focus();
    await page.keyboard.press('End');
    await page.locator('[role=option][data-at="1"]:focus').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page
      .getByRole('textbox', { name: /Alternative text/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('A bell');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await media()).some(({ alt_text }) => alt_text === 'A bell')).toBe(true);
    await page.locator('[role=option][data-at="0"]').focus();
    await page.keyboard.press('n');
    await page
      .getByRole('textbox', { name: /Alternative text/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Une sonnette');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await named('fr'))?.alt_text).toBe('Une sonnette');
  });

  test('edits stay while another file is shown', async () => {
    const { page } = app;
    await tile(/^lamp\.png/).click();
    await pane('lamp.png')
      .getByRole('textbox', { name: /Caption/ })
      .fill('Half a caption');
    await tile(/^bell\.png/).click();
    await pane('bell.png').waitFor();
    await page.getByRole('link', { name: /Media.*Unsaved/ }).waitFor();
    await tile(/^lamp\.png/).click();
    const caption = pane('lamp.png').getByRole('textbox', { name: /Caption/ });
    await expect.poll(() => caption.inputValue()).toBe('Half a caption');
    await pane('lamp.png').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: /Media.*Unsaved/ }).waitFor({ state: 'detached' });
  });

  test('incomplete files are found; a link leads to one file in one language', async () => {
    const { page } = app;
    await page.getByRole('tab', { name: /^No alt text/ }).click();
    await tile(/^bell\.png/).waitFor({ state: 'detached' });
    await tile(/^lamp\.png/).waitFor();
    await page.getByRole('tab', { name: /^All/ }).click();
    const bell = (await media()).find(({ alt_text }) => alt_text === 'A bell');
    await page.evaluate((id) => void (location.hash = `#/media/${id}?lang=fr`), bell?.id);
    await pane('bell.png')
      .getByRole('tab', { name: /French/, selected: true })
      .waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: /Alternative text/ }).inputValue()).toBe('Une sonnette');
  });

  test('a file lists its uses; deleted by keyboard alone it can be restored', async () => {
    const { page } = app;
    const [lamp] = await media();
    await app.api('POST', '/wp/v2/posts', {
      title: 'Night riding',
      content: 'x',
      lang: 'en',
      featured_media: lamp?.id,
    });
    await tile(/^lamp\.png/).click();
    await pane('lamp.png').getByText('Used in 1 item').waitFor();
    await tile(/^lamp\.png/).focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete “lamp.png”?' });
    await dialog.getByRole('link', { name: 'Night riding' }).waitFor();
    await untilFocusIn(dialog);
    await page.keyboard.press('Control+Enter');
    await tile(/^lamp\.png/).waitFor({ state: 'detached' });
    await undoMessage(page, '1 record deleted.');
    await tile(/^lamp\.png/).waitFor();
  });

  test('many files: selected by keyboard, deleted as one step', async () => {
    const { page } = app;
    await page.locator('[role=option][data-at="0"]').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    await page.keyboard.press('Delete');
    await untilFocusIn(page.getByRole('dialog', { name: 'Delete 2 files?' }));
    await page.keyboard.press('Control+Enter');
    await page.getByText('No media yet').waitFor();
    await undoMessage(page, /^\d+ records deleted/);
    await tile(/^bell\.png/).waitFor();
  });

  test('the matrix of files: a missing version is started by key', async () => {
    const { page } = app;
    await page.getByRole('radio', { name: 'Table' }).click();
    const cell = page
      .getByRole('row')
      .filter({ hasText: 'lamp' })
      .getByRole('gridcell', { name: /Arabic: missing/ });
    await cell.click();
    await page.keyboard.press('n');
    await page
      .getByRole('row')
      .filter({ hasText: 'lamp' })
      .getByRole('gridcell', { name: /Arabic: partial/ })
      .waitFor();
    await page.getByRole('radio', { name: 'Tiles' }).click();
  });
});
