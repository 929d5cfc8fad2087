// Translation progress by unit: the effect of Finish, of saving and of marking units.
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

interface Post {
  id: number;
  status: string;
  content: { raw: string };
}

let app: App;

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const paragraphs = (...texts: string[]) => texts.map(paragraph).join('\n\n');
const make = (body: object) => app.api<Post>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const post = (id: number) => app.api<Post>('GET', `/wp/v2/posts/${id}?context=edit`);
const stateOf = async (id: number) => {
  type Group = { items: Record<string, { id: number; state: string; untranslated: number }> };
  const { items } = await app.api<Group>('GET', `/polydesk/v1/items/post/${id}`);
  const item = Object.values(items).find((each) => each.id === id);
  return item && `${item.state} ${item.untranslated}`;
};
const focused = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const open = (item: string) => app.page.evaluate((hash) => void (location.hash = hash), `#/edit/${item}`);
const button = (name: string | RegExp) => app.page.getByRole('button', { name });

useApp('window', '#/languages', (opened) => (app = opened));

test('the site', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  expect(await app.api<unknown[]>('GET', '/pll/v1/languages')).toHaveLength(2);
});

test('it needs an update until each changed part was dealt with; neither Finish nor another text clears it', async () => {
  const { page } = app;
  const source = await make({
    title: 'Lights',
    content: paragraphs('Use a lamp', 'See far away', 'Be seen'),
    lang: 'en',
  });
  const content = paragraphs('Une lampe', 'Voir loin', 'Être vu');
  const { id } = await make({ title: 'Phares', content, lang: 'fr', translations: { en: source.id } });
  await app.api('POST', `/wp/v2/posts/${source.id}`, {
    content: paragraphs('Use a good lamp', 'See farther away', 'Be seen', 'Wear bright clothes'),
  });
  await open(`post/${id}`);
  await expect.poll(focused).toBe('Paragraph, French');
  await page.keyboard.press('End');
  await page.keyboard.type(' forte');
  await page.getByRole('textbox', { name: 'Title, French' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' forts');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Finish/ }).click();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await post(id)).content.raw).toContain('Une lampe forte');
  await expect.poll(() => stateOf(id)).toBe('needs_update 0');
  // Finish goes back to the list.
  await expect.poll(() => page.url()).toContain('#/posts');
  await open(`post/${id}`);
  // The one that was edited waits no longer: it opens on the next.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Voir loin');
  await button('Still correct').click();
  await button('Leave out').click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => stateOf(id)).toBe('translated 0');
  expect((await post(id)).content.raw).not.toContain('bright');
  await app.api('POST', `/wp/v2/posts/${source.id}`, {
    content: paragraphs('Use a good lamp', 'See farther away', 'Be seen', 'Wear very bright clothes'),
  });
  await expect.poll(() => stateOf(id)).toBe('needs_update 0');
});

test('published with parts in the language of the source it is partial, in the matrix too; kept on purpose it is done', async () => {
  const { page } = app;
  const source = await make({ title: 'Ortlieb', content: paragraphs('Ride at night', 'Ortlieb'), lang: 'en' });
  await open(`post/${source.id}?lang=fr`);
  await page.getByRole('heading', { name: 'Ortlieb' }).waitFor();
  await page.getByRole('textbox', { name: 'Paragraph, French' }).first().click();
  await page.keyboard.type('Roulez la nuit');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Publish as partial/ })
    .click();
  await page.keyboard.press('Enter');
  const versions = async () =>
    (await app.api<{ translations: Record<string, number> }>('GET', `/wp/v2/posts/${source.id}`)).translations;
  await expect.poll(async () => (await versions())['fr']).toBeGreaterThan(0);
  const { fr = 0 } = await versions();
  await expect.poll(() => stateOf(fr)).toBe('partial 2');
  await page.evaluate(() => void (location.hash = '#/posts?state=partial'));
  await page
    .getByRole('gridcell', { name: /Ortlieb/ })
    .first()
    .waitFor();
  await page.getByRole('gridcell', { name: /French: partial/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await open(`post/${fr}`);
  await expect.poll(focused).toBe('Title, French');
  await page.keyboard.press('Alt+k');
  await page.getByRole('textbox', { name: 'Paragraph, French' }).last().click();
  await page.keyboard.press('Alt+k');
  await page.keyboard.press('Control+s');
  await expect.poll(() => stateOf(fr)).toBe('translated 0');
  await page.reload();
  await page.getByText('3 of 3').first().waitFor();
});
