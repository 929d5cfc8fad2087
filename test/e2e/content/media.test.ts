// Images of an import without their files: why nothing is shown, and adding the files by dropping or choosing them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
const fixture = resolve(import.meta.dirname, '../../fixtures/site.wxr.xml');
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const tile = (name: RegExp) => app.page.getByRole('option', { name });
const count = async () => (await app.api<object[]>('GET', '/wp/v2/media?per_page=100')).length;

useApp('browser', '#/transfer', (opened) => (app = opened));

test('an imported picture explains why it is not shown', async () => {
  const { page } = app;
  expect(readFileSync(fixture, 'utf8')).toContain('harbour.png');
  await page.setInputFiles('main input[type=file]', fixture);
  await page.getByRole('button', { name: /^Import \d+ items$/ }).click();
  await page.getByRole('button', { name: 'Save report…' }).waitFor();
  await page.evaluate(() => void (location.hash = '#/media'));
  await tile(/harbour/)
    .getByText('The file is not on this computer')
    .waitFor();
  await tile(/harbour/).click();
  await page.getByText('The export brought no files, only their addresses.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});

test('files dropped on the page go to the records that name them; others are added', async () => {
  const { page } = app;
  const before = await count();
  await page.evaluate((data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    for (const name of ['harbour.png', 'port.png', 'new.png'])
      dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }));
    const place = document.querySelector('[role="listbox"]');
    for (const type of ['dragover', 'drop'])
      place?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, PNG);
  await page.getByText('2 imported media items have their files now').waitFor();
  await expect.poll(count).toBe(before + 1);
  await expect
    .poll(() =>
      tile(/harbour/)
        .locator('img')
        .count(),
    )
    .toBe(1);
});

test('by keyboard: the file of one record is chosen, under whatever name', async () => {
  const { page } = app;
  await tile(/solo/).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose its file…' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'other.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
  await page.getByText('1 imported media item has its file now').waitFor();
  await expect.poll(() => tile(/solo/).locator('img').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Choose its file…' }).count()).toBe(0);
});
