// The local server in the window: switching it off and on, as seen by a person and by a program.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;

useApp('window', '#/api-tools/server', (opened) => (app = opened));

const choice = () => app.page.getByRole('switch', { name: /^Local server/ });
const pill = (name: string | RegExp) => app.page.getByRole('button', { name });
const isReached = () =>
  app.api('GET', '/').then(
    () => true,
    () => false,
  );

test('off by mouse: no other program reaches the site, the window goes on', async () => {
  const { page } = app;
  await choice().click();
  await pill('The local server is off').waitFor();
  await expect.poll(isReached).toBe(false);
  await page.getByRole('link', { name: /^Languages/ }).click();
  await page.getByRole('heading', { name: 'No languages yet' }).waitFor();
});

test('on again by keyboard alone', async () => {
  const { page } = app;
  await pill('The local server is off').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'API & tools' }).waitFor();
  await page.getByRole('tab', { name: /^Server/ }).focus();
  await page.keyboard.press('Enter');
  await choice().focus();
  await page.keyboard.press('Space');
  await pill(/^The local server is running on port/).waitFor();
  await choice().and(page.locator(':focus')).waitFor();
});
