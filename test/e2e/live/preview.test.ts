// The finished site in a real browser: enabled in the settings, navigated by its links; nothing in it is executed or reaches the
// API.
import { expect, test } from 'vitest';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
useApp('browser', '#/settings/urls', (opened) => (app = opened));

const HOSTILE = `<p>A light.</p><script>document.title = 'ran'</script><img src="x" onerror="document.title = 'ran'">
<a href="javascript:document.title='ran'">now</a>`;

test('by mouse: the finished site is shown with its languages; its scripts do not run', async () => {
  const { page } = app;
  for (const locale of ['en_US', 'fr_FR']) await app.api('POST', '/pll/v1/languages', { locale });
  const { id } = await app.api<{ id: number }>('POST', '/wp/v2/posts', {
    ...{ title: 'Night riding', lang: 'en', status: 'publish', content: HOSTILE },
  });
  await app.api('POST', '/wp/v2/posts', {
    title: 'Rouler de nuit',
    lang: 'fr',
    status: 'publish',
    translations: { en: id },
  });
  await page.getByRole('button', { name: 'Preview the site' }).click();
  const link = page.getByRole('link', { name: /^http:\/\/.*\.localhost:\d+/ });
  await link.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const tab = await page.context().newPage();
  await tab.goto((await link.getAttribute('href')) ?? '');
  await tab.getByRole('link', { name: 'Night riding' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Night riding' }).waitFor();
  await tab.getByRole('link', { name: 'now' }).click();
  expect(await tab.title()).toMatch(/^Night riding/);
  await tab.getByRole('link', { name: 'Français' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Rouler de nuit' }).waitFor();
  expect(await tab.locator('html').getAttribute('lang')).toBe('fr-FR');
  await tab.close();
});

test('by keyboard: all pages are checked, a dead link is found under Checks, and the preview ends', async () => {
  const { page } = app;
  const check = page.getByRole('button', { name: 'Check all pages' });
  await check.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Finished site', selected: true }).waitFor();
  await page.getByText('Nothing is wrong.').waitFor();
  const home = (await app.api<{ home_url: string }[]>('GET', '/pll/v1/languages'))[0]?.home_url ?? '';
  const content = `<p><a href="${home}nowhere/">here</a></p>`;
  await app.api('POST', '/wp/v2/posts', { title: 'Dead end', lang: 'en', status: 'publish', content });
  await check.focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Finished site' });
  await list.getByText(/^Links to .*nowhere/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.evaluate(() => void (location.hash = '#/settings/urls'));
  await page.getByRole('button', { name: 'Stop the preview' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preview the site' }).waitFor();
});
