// The first language comes from another program, and the page has not heard of it when an article is begun.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/languages', (opened) => (app = opened));

test('an article is in the default language, though the notice of it has not arrived', async () => {
  const { page } = app;
  // Held, as by a slow network.
  await page.route('**/polydesk/v1/events*', () => undefined);
  await page.reload();
  await page.getByRole('heading', { name: 'Languages' }).first().waitFor();
  await app.api('POST', '/pll/v1/languages', { locale: 'en_US' });
  await page.evaluate(() => void (location.hash = '#/edit/post/new'));
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Title, English');
  await page.keyboard.type('Lanes');
  await expect
    .poll(() => app.api<{ lang: string }[]>('GET', '/wp/v2/posts?status=draft'))
    .toMatchObject([{ lang: 'en' }]);
});
