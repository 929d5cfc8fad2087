// More strings than fit on the page: only some of their rows are there.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/strings', (opened) => (app = opened));

const MANY = 120;
const php = (text: string): string => `s:${text.length}:"${text}";`;
const listOf = (translated: (n: number) => string): string => {
  const pairs = Array.from({ length: MANY }, (_, n) => `i:${n};a:2:{i:0;${php(`Text ${n}`)}i:1;${php(translated(n))}}`);
  return `<![CDATA[a:${MANY}:{${pairs.join('')}}]]>`;
};
/** The fixture with these strings: in French only text 100 is left, in Arabic none. */
function fixture(): string {
  const whole = readFileSync(resolve(import.meta.dirname, '../../fixtures/site.wxr.xml'), 'utf8');
  let turn = 0;
  return whole.replace(
    /(_pll_strings_translations\]\]><\/wp:meta_key>\s*<wp:meta_value>)<!\[CDATA\[.*?\]\]>/g,
    (_, before: string) => {
      turn += 1;
      return before + listOf((n) => (turn === 2 && n === 100 ? '' : `Autre ${n}`));
    },
  );
}

test('the next string without a translation is found far below, and written there', async () => {
  const { page } = app;
  await page.evaluate(() => void (location.hash = '#/transfer'));
  const file = { name: 'site.xml', mimeType: 'application/xml', buffer: Buffer.from(fixture()) };
  await page.setInputFiles('main input[type=file]', file);
  await page.getByRole('button', { name: /^Import \d+ items/ }).click();
  await page.getByRole('button', { name: 'Undo the import' }).waitFor();
  await page.evaluate(() => void (location.hash = '#/strings'));
  await page.getByRole('tab', { name: /^Other\s*120/ }).click();
  await page.getByRole('button', { name: 'French: Autre 0', exact: true }).click();
  await page.keyboard.press('Control+ArrowDown');
  await page.getByRole('textbox', { name: 'French translation of “Text 100”' }).waitFor();
  await page.keyboard.type('Texte cent');
  await page.keyboard.press('Control+ArrowDown');
  await page.getByText('Every string in this list is translated.').waitFor();
  await page.keyboard.press('Enter');
  await expect
    .poll(
      async () =>
        (await app.api<{ source: string; translations: object }[]>('GET', '/polydesk/v1/strings')).find(
          ({ source }) => source === 'Text 100',
        )?.translations,
    )
    .toMatchObject({ fr: 'Texte cent' });
});
