// A long article is rendered from the beginning: it can be edited before all of it is rendered, and jumping ahead works.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const COUNT = 150;
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const article = (text: (at: number) => string) =>
  Array.from({ length: COUNT }, (_, at) => paragraph(text(at))).join('\n\n');
const make = (body: object) => app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body });
const rows = () => app.page.getByRole('textbox', { name: 'Paragraph, French' });

test('the first text to do has the focus, however far down it is, and the rest is drawn after it', async () => {
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const { page } = app;
  const { id } = await make({ title: 'Long', lang: 'en', content: article((at) => `This is the paragraph ${at}`) });
  const { id: target } = await make({
    ...{ title: 'Longue', lang: 'fr', translations: { en: id } },
    content: article((at) => (at === 130 ? 'This is the paragraph 130' : `Le paragraphe ${at}`)),
  });
  await page.evaluate((to) => void (location.hash = to), `#/edit/post/${target}`);
  await page.getByRole('heading', { name: 'Long' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('This is the paragraph 130');
  await expect.poll(() => rows().count()).toBe(COUNT);
  expect(await rows().nth(149).textContent()).toBe('Le paragraphe 149');
});

test('text typed while the rest is being rendered is kept and saved, as the whole article', async () => {
  const { page } = app;
  const content = article((at) => `Autre paragraphe ${at}`);
  const { id } = await make({ title: 'Autre', lang: 'fr', content });
  await page.evaluate((to) => void (location.hash = to), `#/edit/post/${id}`);
  await page.getByRole('heading', { name: 'Autre' }).waitFor();
  await rows().first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' écrit');
  await page.keyboard.press('Control+s');
  const stored = async () =>
    (await app.api<{ content: { raw: string } }>('GET', `/wp/v2/posts/${id}?context=edit`)).content.raw;
  await expect.poll(stored).toBe(content.replace('Autre paragraphe 0<', 'Autre paragraphe 0 écrit<'));
});
