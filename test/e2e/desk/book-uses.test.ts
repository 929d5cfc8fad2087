// When a book of the memory was last used: a match is inserted in the editor, and the memory screen has the day.
import { expect, test } from 'vitest';
import { picture } from './pictures.ts';
import { seriousFaults, useApp, type App } from '../app.ts';
import { importFile } from '../import-file.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const book = () => app.page.getByRole('grid', { name: 'Books' }).getByRole('row').filter({ hasText: 'Agency' });
const FILE =
  '<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" o-tmf="x" creationtool="x"' +
  ' creationtoolversion="1"/><body><tu><tuv xml:lang="en"><seg>Charge the front light before every ride.</seg></tuv>' +
  '<tuv xml:lang="fr"><seg>Chargez le feu avant chaque sortie.</seg></tuv></tu><tu><tuv xml:lang="en">' +
  '<seg>Store the battery indoors.</seg></tuv><tuv xml:lang="fr"><seg>Gardez la batterie au sec.</seg></tuv></tu></body></tmx>';

test('inserting a match of a book dates the book on the memory screen', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const content = '<!-- wp:paragraph -->\n<p>Charge the front light before every ride.</p>\n<!-- /wp:paragraph -->';
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', { title: 'Lights', content, lang: 'en' });
  await importFile(app, 'a.tmx', FILE, '?book=Agency');
  const asked = { from: 'en', to: 'fr', text: 'Charge the front light before every ride.' };
  await expect
    .poll(async () => (await app.api<object[]>('POST', '/polydesk/v1/memory/lookup', asked)).length, {
      timeout: 30_000,
    })
    .toBe(1);
  // The column is for wide windows; the inspector always has the date.
  await page.setViewportSize({ width: 1600, height: 900 });
  await go('#/memory');
  await book().waitFor();
  await book().getByText('Not used yet').waitFor();
  await book()
    .getByText(/a\.tmx.*, imported /)
    .waitFor();

  await go(`#/edit/post/${id}?lang=fr`);
  const text = page.locator('[data-editor] [role="textbox"]').filter({ hasText: 'Charge the front light' });
  await text.click();
  await page.getByRole('option').filter({ hasText: 'Agency' }).waitFor();
  const recorded = page.waitForResponse((answer) => /\/memory\/books\/\d+\/uses$/.test(answer.url()));
  await page.keyboard.press('Alt+Enter');
  expect((await recorded).status()).toBe(200);
  await page.getByText('Chargez le feu avant chaque sortie.').first().waitFor();
  const { books } = await app.api<{ books: { last_used: string | null }[] }>('GET', '/polydesk/v1/memory');
  const [{ last_used: at } = { last_used: null }] = books;
  expect(at).not.toBeNull();

  await go('#/memory');
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(at ?? 0));
  await book().getByText(day).waitFor();
  await book().getByText('Agency').click();
  const details = page.getByRole('complementary', { name: 'Book Agency' });
  await details.getByText('Last used').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await book().getByText(day).waitFor({ state: 'detached' });
  await details.getByText(`${day}, 1 match inserted`).waitFor();
  await details.getByText(/1 pair|2 pairs · .* · made with x/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'memory-used');
  await page.setViewportSize({ width: 900, height: 600 });
  await picture(page, 'memory-used-900');
});

test('inserting a text of a book from the search records its use', async () => {
  const { page } = app;
  const content = '<!-- wp:paragraph -->\n<p>Keep the tyres hard.</p>\n<!-- /wp:paragraph -->';
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', { title: 'Tyres', content, lang: 'en' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(`#/edit/post/${id}?lang=fr`);
  await page.locator('[data-editor] [role="textbox"]').filter({ hasText: 'Keep the tyres' }).click();
  await page.keyboard.press('Control+Shift+F');
  const search = page.getByRole('dialog');
  await search.waitFor();
  await page.keyboard.type('battery indoors');
  await search.getByText('Gardez la batterie au sec.').waitFor();
  const recorded = page.waitForResponse((answer) => /\/memory\/books\/\d+\/uses$/.test(answer.url()));
  await page.keyboard.press('Enter');
  await page.locator('[data-editor]').getByText('Gardez la batterie au sec.').first().waitFor();
  expect((await recorded).status()).toBe(200);
});
