// Files for translators as a person uses them: choosing and exporting, reviewing the returned file, by mouse and by keyboard.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { picture } from './pictures.ts';
import { seriousFaults, untilFocusIn, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  title: { raw: string };
  content: { raw: string };
  status: string;
}

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const path = join(tmpdir(), `polydesk-e2e-${process.pid}.xlf`);
afterAll(() => rmSync(path, { force: true }));

const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = [p('Ride <strong>safely</strong>'), p('See far'), p('Slow down to 30')].join('\n\n');
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const tab = (name: string | RegExp) => app.page.getByRole('tab', { name });
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const french = async (): Promise<Post | undefined> =>
  (await app.api<Post[]>('GET', '/wp/v2/posts?context=edit&lang=fr&status=any'))[0];
/** What is read out after the name: the number of what a checkbox chooses. */
const described = (checkbox: Locator) =>
  checkbox.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent);
let en = 0;
let file = '';

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const post = { title: 'Night riding', content: CONTENT, lang: 'en', status: 'publish' };
  en = (await app.api<Post>('POST', '/wp/v2/posts', post)).id;
});

test('texts are chosen for a translator and exported', async () => {
  const { page } = app;
  await go('#/transfer/export');
  await page.getByRole('radio', { name: 'For translators' }).click();
  await button(/^Choose texts…/).click();
  const dialog = page.getByRole('dialog', { name: 'Export for translators' });
  await untilFocusIn(dialog);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const words = dialog.getByRole('table', { name: 'Words' });
  await expect.poll(() => words.getByRole('row', { name: 'Total' }).textContent()).toMatch(/\d/);
  const count = (name: string) => described(dialog.getByRole('checkbox', { name, exact: true }));
  await expect
    .poll(() => Promise.all(['Missing', 'Partial', 'Posts', 'Pages'].map(count)))
    .toEqual(['1', '0', '1', '0']);
  await dialog.getByRole('button', { name: 'Export 1 item' }).waitFor();
  await dialog.getByText('in 1 item, 4 texts').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'export-translators');
  await dialog.getByRole('checkbox', { name: 'Slugs' }).click();
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByText('in 1 item, 5 texts').waitFor();
  await dialog.getByRole('checkbox', { name: 'Slugs' }).click();
  await dialog.getByRole('checkbox', { name: 'Categories' }).click();
  // The counts of another choice are gone.
  await dialog.getByRole('button', { name: 'Compare' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Translated, for review' }).click();
  await dialog.getByRole('checkbox', { name: 'Missing' }).click();
  await dialog.getByRole('button', { name: 'Export 0 items' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Missing' }).click();
  await dialog.getByRole('checkbox', { name: 'Fill in 100% matches from memory' }).click();
  const name = (await dialog.getByText(/-en-fr-\d{4}-\d\d-\d\d\.xlf$/).textContent()) ?? '';
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Control+Enter');
  expect((await saved).suggestedFilename()).toBe(name);
  await page.getByText(/4 texts exported as/).waitFor();
  const jobs = await app.api<{ id: number; kind: string }[]>('GET', '/polydesk/v1/jobs');
  file = await app.text(`/polydesk/v1/jobs/${jobs.find(({ kind }) => kind === 'export')?.id ?? 0}/file`);
  expect(file).toContain('<source>See far</source>');
});

test('the returned file is reviewed, and only selected texts are imported', async () => {
  const { page } = app;
  const say = (source: string, target: string) =>
    (file = file.replace(`<source>${source}</source>\n`, `<source>${source}</source>\n<target>${target}</target>\n`));
  say('Night riding', 'De nuit');
  say('Ride <g id="0" ctype="bold">safely</g>', 'Roulez sûrement');
  say('See far', 'Voir loin');
  say('Slow down to 30', 'Ralentissez à 30');
  const changed = CONTENT.replace('down to 30', 'down to 50');
  await app.api('POST', `/wp/v2/posts/${en}`, { content: changed });
  writeFileSync(path, file);
  await go('#/transfer');
  await page.setInputFiles('main input[type=file]', path);
  await tab(/^Ready\s*2/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'review');
  expect(await french()).toBeUndefined();

  await page.getByRole('listbox').focus();
  await page.keyboard.press('Alt+PageDown');
  await page.getByRole('heading', { name: /English when the file was sent/ }).waitFor();
  await page.locator('ins', { hasText: '50' }).waitFor();
  await page.getByRole('option', { name: /30 → 50/ }).waitFor();
  // The translation still says what is gone from the source.
  expect(await page.getByTitle('No longer in the source').allTextContents()).toEqual(['30']);
  await picture(page, 'review-stale');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByText(/^Post #\d+ → French, new · Paragraph$/).waitFor();
  await page.getByText('0 of 1 chosen').waitFor();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('1');
  const kept = page.getByRole('radio', { name: 'Keep for the memory only' });
  await expect.poll(() => kept.isChecked()).toBe(true);
  await page.getByText('1 of 1 chosen').waitFor();
  await tab(/^Ready/).click();
  await button('Choose none').click();
  await button('Import 1 text').waitFor();
  await button('Choose all 2').click();
  await tab(/^Marks\s*1/).click();
  await page.getByRole('radio', { name: 'Use the text with formatting put right' }).click();
  await button('Import 4 texts').click();
  await page.getByText('3 texts imported').waitFor();
  await page.getByText('1 text was kept for the memory.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(await french()).toMatchObject({ status: 'draft', title: { raw: 'De nuit' } });
  const { content } = (await french()) ?? { content: { raw: '' } };
  expect(content.raw).toContain('Voir loin');
  expect(content.raw).toContain('Slow down to 50');
  expect(content.raw).toContain('<strong></strong>');

  await button('Undo the import').click();
  await page.getByText('The import was undone').first().waitFor();
  expect(await french()).toBeUndefined();
});
