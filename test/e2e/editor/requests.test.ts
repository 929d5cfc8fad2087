// How many requests the editor sends. In a browser, where each request is visible.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

const CONTENT = '<!-- wp:paragraph -->\n<p>Ride slowly at night.</p>\n<!-- /wp:paragraph -->';
const make = (body: object) =>
  app.api<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', content: CONTENT, ...body });

/** The JSON requests of the page while something is done, without its stream of changes. */
async function requestsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/wp-json/') && !pathname.endsWith('/events'))
      asked.push(`${request.method()} ${pathname}${search}`);
  };
  app.page.on('request', note);
  await act();
  app.page.off('request', note);
  return asked;
}

test('an opened article asks for what it shows, once: the source alone, with a translation, and a translation', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR', 'ar']) await app.api('POST', '/pll/v1/languages', { locale });
  const alone = await make({ title: 'Alone', lang: 'en' });
  const source = await make({ title: 'Together', lang: 'en' });
  const target = await make({ title: 'Ensemble', lang: 'fr', translations: { en: source.id } });
  const learned = () => app.api<{ is_current: boolean; waiting: number }>('GET', '/polydesk/v1/memory');
  // Until then a row for which the memory has nothing is looked up again and again.
  await expect.poll(learned).toMatchObject({ is_current: true, waiting: 0 });
  for (const { id } of [alone, source, target]) {
    await page.evaluate(() => void (location.hash = '#/posts'));
    await page.getByRole('grid').waitFor();
    // What the list asks for is not counted, however long it takes.
    while ((await requestsDuring(() => page.waitForTimeout(500))).length > 0);
    const asked = await requestsDuring(async () => {
      await page.evaluate((hash) => void (location.hash = hash), `#/edit/post/${id}`);
      await page.locator('[data-editor] [role="textbox"]').first().waitFor();
      // On a busy machine the last answer takes its time; a loop of requests ends this by their number.
      for (let n = 0; n < 20 && (await requestsDuring(() => page.waitForTimeout(700))).length > 0; n++);
    });
    // A translation asks for 12, the usual ratio of lengths and the progress of the memory among them.
    expect(asked.length, asked.join('\n')).toBeLessThan(13);
    expect(new Set(asked).size, asked.join('\n')).toBe(asked.length);
    // At rest it asks for nothing. While the memory learns, it asks how far that is.
    await expect.poll(learned).toMatchObject({ is_current: true, waiting: 0 });
    await page.waitForTimeout(1500);
    expect(await requestsDuring(() => page.waitForTimeout(1000))).toEqual([]);
  }
});
