// A file for translators of another site: refused where files are imported, and offered to the memory.
import { expect, test } from 'vitest';
import { openHandoffBench, translated } from '../../transfer/handoff/bench.ts';
import { seriousFaults, useApp, type App } from '../app.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/transfer', (opened) => (app = opened));

function ofAnotherSite(): string {
  const other = openHandoffBench();
  try {
    const ids = [other.post({ title: 'Night riding', content: '<p>Ride far</p>' })];
    return translated(other.send('xliff12', { scope: { ids } }), (text) => `X ${text}`);
  } finally {
    other.engine.close();
  }
}

test('by keyboard: its translations become a book after a look at them, and nothing else changes', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const buffer = Buffer.from(ofAnotherSite());
  await page.setInputFiles('main input[type=file]', { name: 'agency.xlf', mimeType: 'application/xml', buffer });
  const toMemory = page.getByRole('button', { name: 'Import its translations into the memory…' });
  await toMemory.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'foreign-file');
  await toMemory.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import agency.xlf' });
  await dialog.getByText('2 new texts with their translations').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Book' }).inputValue()).toBe('agency');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await picture(page, 'foreign-file-book');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await toMemory.waitFor({ state: 'detached' });
  const { books } = await app.api<{ books: { name: string; entries: number }[] }>('GET', '/polydesk/v1/memory');
  expect(books).toMatchObject([{ name: 'agency', entries: 2 }]);
  expect(await app.api('GET', '/wp/v2/posts?status=any')).toEqual([]);
});
