// The glossary: its screen, and its terms in the editor.
import { expect, test } from 'vitest';
import { seriousFaults, undoMessage, untilFocusIn, useApp, type App } from '../app.ts';
import { picture } from './pictures.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

interface Concept {
  id: number;
  keep: boolean;
  definition: string;
  words: { lang: string; text: string; status: string }[];
}
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const go = (hash: string) => app.page.evaluate((to) => void (location.hash = to), hash);
const press = (keys: string) => app.page.keyboard.press(keys);
const terms = () => app.api<Concept[]>('GET', '/polydesk/v1/glossary');
const names = async () => (await terms()).map(({ words }) => words.map(({ text }) => text).join('|'));
const text = (at: number) => app.page.getByRole('textbox', { name: /^Paragraph, French/ }).nth(at);
const panel = () => app.page.getByRole('tabpanel', { name: 'Terms' });
const rows = () => app.page.getByRole('grid', { name: 'Glossary' }).getByRole('row');

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
});

test('Export… keeps the focus when the last term goes, and says why it does nothing', async () => {
  const { page } = app;
  const words = [{ lang: 'en', text: 'saddle' }];
  const { id } = await app.api<{ id: number }>('POST', '/polydesk/v1/glossary', { words });
  await go('#/glossary');
  await rows().filter({ hasText: 'saddle' }).waitFor();
  const button = page.getByRole('button', { name: 'Export…' });
  await button.focus();
  await app.api('DELETE', `/polydesk/v1/glossary/${id}`);
  await page.getByText('No terms yet').waitFor();
  await button.and(page.locator(':focus[aria-disabled="true"][title="There are no terms to export."]')).waitFor();
  await press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await seriousFaults(page)).toEqual([]);
});

test('a term is added in its screen, changed, and deleted with Undo', async () => {
  const { page } = app;
  await go('#/glossary');
  await page.getByText('No terms yet').waitFor();
  await press(app.key('Control+n'));
  const dialog = page.getByRole('dialog', { name: 'New term' });
  await dialog.getByRole('textbox', { name: 'English word' }).fill('front light');
  await dialog.getByRole('textbox', { name: 'French word' }).fill('éclairage avant');
  await dialog.getByRole('button', { name: 'Another French word' }).click();
  await page.keyboard.type('phare avant');
  await dialog.getByRole('group', { name: 'French' }).getByRole('combobox').last().click();
  await page.getByRole('option', { name: 'Avoid' }).click();
  await dialog.getByRole('textbox', { name: 'Meaning' }).fill('Lamp that lights the road');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(names).toEqual(['front light|éclairage avant|phare avant']);
  await rows().filter({ hasText: 'front light' }).click();
  await picture(page, 'glossary');
  expect(await seriousFaults(page)).toEqual([]);
  const details = page.getByRole('complementary', { name: 'Details of front light' });
  await details.getByRole('textbox', { name: 'Arabic word' }).fill('مصباح أمامي');
  await press('Control+s');
  await expect.poll(names).toEqual(['front light|éclairage avant|phare avant|مصباح أمامي']);
  await rows().filter({ hasText: 'front light' }).getByRole('rowheader').click();
  await press('Delete');
  await page.getByText('No terms yet').waitFor();
  expect(await terms()).toEqual([]);
  await undoMessage(page, 'Term “front light” deleted');
  await rows().filter({ hasText: 'front light' }).waitFor();
  expect(await names()).toEqual(['front light|éclairage avant|phare avant|مصباح أمامي']);
});

test('terms are marked in the source, and a key inserts their words at the caret', async () => {
  const { page } = app;
  await app.api('POST', '/polydesk/v1/glossary', { keep: true, words: [{ lang: 'en', text: 'Lezyne' }] });
  const content = [paragraph('The front light from Lezyne.'), paragraph('Nothing to mark, but an ankle band.')].join(
    '\n',
  );
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', {
    ...{ title: 'Night riding', status: 'publish', lang: 'en', content },
  });
  await go(`#/edit/post/${id}?lang=fr`);
  await text(0).click();
  await page.getByRole('tab', { name: /^Terms/ }).click();
  await panel().getByText('éclairage avant', { exact: true }).waitFor();
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...(CSS.highlights.get('desk-term') ?? [])].map((each) => (each as Range).toString()).sort(),
      ),
    )
    .toEqual(['Lezyne', 'front light']);
  await picture(page, 'terms');
  expect(await seriousFaults(page)).toEqual([]);
  await text(0).click();
  await page.keyboard.type('L’');
  await press('Alt+g');
  await page.keyboard.type(' de ');
  await press('Alt+g');
  await expect.poll(() => text(0).textContent()).toBe('L’éclairage avant de Lezyne');
});

test('a term is added from what is chosen on both sides; a word that is there already gets another translation', async () => {
  const { page } = app;
  const choose = (words: string, side: string) =>
    page.evaluate(
      ({ words: wanted, side: selector }) => {
        const walker = document.createTreeWalker(
          document.querySelector('[data-editor]') ?? document,
          NodeFilter.SHOW_TEXT,
        );
        for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
          const at = node.data.indexOf(wanted);
          if (at < 0 || (node.parentElement?.closest('[role="textbox"]') === null) !== (selector === 'source'))
            continue;
          const own = node;
          // Heard before the next one: of two at once the page sees only the last.
          return new Promise<void>((done) => {
            document.addEventListener('selectionchange', () => setTimeout(done), { once: true });
            document.getSelection()?.setBaseAndExtent(own, at, own, at + wanted.length);
          });
        }
        return undefined;
      },
      { words, side },
    );
  await text(1).click();
  await page.keyboard.type('une bande de cheville');
  await choose('ankle band', 'source');
  await choose('bande de cheville', 'target');
  await press('Alt+Shift+T');
  const dialog = page.getByRole('dialog', { name: 'New term' });
  await untilFocusIn(dialog);
  expect(await dialog.getByRole('textbox', { name: 'English' }).inputValue()).toBe('ankle band');
  expect(await dialog.getByRole('textbox', { name: 'French' }).inputValue()).toBe('bande de cheville');
  await picture(page, 'new-term');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  // It is not modal: the texts stay within reach, and the focus returns to what was selected.
  expect(await page.locator('[aria-modal="true"]').count()).toBe(0);
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('bande de cheville');
  await untilFocusIn(text(1));
  await press('Alt+Shift+T');
  await untilFocusIn(dialog);
  await dialog.getByRole('button', { name: 'Other languages' }).click();
  await dialog.getByRole('textbox', { name: 'Arabic' }).fill('رباط كاحل');
  expect(await seriousFaults(page, 'front')).toEqual([]);
  await press('Control+Enter');
  await expect.poll(names).toContain('ankle band|bande de cheville|رباط كاحل');
  await panel().getByText('ankle band').waitFor();
  await press('Alt+Shift+T');
  await dialog.getByRole('textbox', { name: 'French' }).fill('brassard de cheville');
  await press('Control+Enter');
  await dialog.getByText('“ankle band” is already a term. Add this word?').waitFor();
  await dialog.getByRole('button', { name: 'Add this word' }).click();
  const words = async () =>
    (await names())
      .find((each) => each.startsWith('ankle band'))
      ?.split('|')
      .slice(1);
  await expect
    .poll(async () => (await words())?.toSorted())
    .toEqual(['bande de cheville', 'brassard de cheville', 'رباط كاحل'].toSorted());
  const concept = (await terms()).find(({ words: all }) => all.some(({ text: word }) => word === 'ankle band'));
  const without = concept?.words.filter(({ lang }) => lang !== 'ar');
  await app.api('PATCH', `/polydesk/v1/glossary/${concept?.id ?? 0}`, { words: without });
});

test('how often a term is used, and from a word to avoid to the texts that hold it and to its replacement', async () => {
  const { page } = app;
  const en = { title: 'A front light is enough', lang: 'en', status: 'publish' };
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', en);
  const fr = { title: 'Un phare avant suffit', lang: 'fr', status: 'publish', translations: { en: id } };
  await app.api('POST', '/wp/v2/posts', fr);
  const row = () => rows().filter({ hasText: 'front light' });
  await expect
    .poll(
      async () => {
        await go('#/languages');
        await go('#/glossary');
        await row().waitFor();
        return row().getByRole('gridcell').last().textContent();
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toMatch(/^\s*1\s*$/);
  await row().getByRole('rowheader').click();
  const details = page.getByRole('complementary', { name: 'Details of front light' });
  await details.getByText('Used in 1 translated text').waitFor();
  await details.getByText('1 French text says “phare avant”').waitFor();
  await details.getByText(/^Added .* by admin$/).waitFor();
  await picture(page, 'glossary-used');
  expect(await seriousFaults(page)).toEqual([]);
  await details.getByRole('button', { name: 'Show them' }).click();
  const search = page.getByRole('dialog', { name: 'Search the memory' });
  await search.getByText('Un phare avant suffit').waitFor();
  await search.getByText('Differs from the glossary').waitFor();
  await press('Escape');
  await go('#/glossary');
  await row().getByRole('rowheader').click();
  await details.getByText('1 French text says “phare avant”').waitFor();
  await press('Control+Shift+H');
  await expect
    .poll(() =>
      Promise.all(
        ['Find', 'Replace with'].map((name) => page.getByRole('textbox', { name, exact: true }).inputValue()),
      ),
    )
    .toEqual(['phare avant', 'éclairage avant']);
});

test('a gap is filled from its cell, and filters show a subject, and what a language lacks', async () => {
  const { page } = app;
  await go('#/glossary');
  const row = (name: string) => rows().filter({ hasText: name });
  await row('ankle band').getByRole('button', { name: 'Add the Arabic word for “ankle band”' }).click();
  const details = page.getByRole('complementary', { name: 'Details of ankle band' });
  await untilFocusIn(details.getByRole('textbox', { name: 'Arabic word' }));
  await details.getByRole('textbox', { name: 'Subject' }).fill('Clothing');
  await press('Control+s');
  await page.getByRole('button', { name: 'Subject: any' }).click();
  await page
    .getByRole('menuitem', { name: 'Clothing' })
    .or(page.getByRole('menuitemcheckbox', { name: 'Clothing' }))
    .click();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole('button', { name: 'Remove Subject: Clothing' }).click();
  await page.getByRole('button', { name: 'Missing in…' }).click();
  await page
    .getByRole('menuitem', { name: 'العربية' })
    .or(page.getByRole('menuitemcheckbox', { name: 'العربية' }))
    .click();
  await expect.poll(() => rows().count()).toBe(2);
  await row('ankle band').waitFor();
  await page.getByRole('button', { name: 'Remove Missing in Arabic' }).click();
});

test('at 900 by 600, and from right to left', async () => {
  const { page } = app;
  await go('#/glossary');
  await rows().first().waitFor();
  await page.setViewportSize({ width: 900, height: 600 });
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(
    ['English', 'Français', 'Used in'].map((name): unknown => expect.stringContaining(name)),
  );
  await picture(page, 'glossary-900');
  expect(await seriousFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});
