// The Preferences screen: choices apply immediately and survive a restart.
import { expect, test } from 'vitest';
import { useApp, type App } from '../app.ts';

let app: App;

const root = (name: string) => app.page.evaluate((each) => document.documentElement.getAttribute(each), name);
const heading = (name: string) => app.page.getByRole('heading', { level: 1, name });

useApp('browser', '#/languages', (opened) => (app = opened));

test('by keyboard alone: opened by its key, theme and rows chosen, kept over a new start', async () => {
  const { page } = app;
  await page.getByRole('heading', { name: 'No languages yet' }).waitFor();
  await page.keyboard.press('Control+,');
  await heading('Preferences').waitFor();
  await page.getByRole('radio', { name: 'Same as system' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => root('data-theme')).toBe('light');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => root('data-theme')).toBe('dark');
  await page.getByRole('radio', { name: 'Regular' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => root('data-density')).toBe('compact');
  await page.getByRole('checkbox', { name: /^Reduce motion/ }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => root('data-motion')).toBe('reduced');
  await page.reload();
  await heading('Preferences').waitFor();
  expect([await root('data-theme'), await root('data-density'), await root('data-motion')]).toEqual([
    'dark',
    'compact',
    'reduced',
  ]);
});

test('with the mouse: another language of the interface, with its direction, and back', async () => {
  const { page } = app;
  await page.getByRole('radio', { name: 'Light' }).click();
  await page.getByRole('combobox', { name: 'Interface language' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await heading('التفضيلات').waitFor();
  await expect.poll(() => root('dir')).toBe('rtl');
  await page.getByRole('combobox', { name: 'لغة الواجهة' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await heading('Preferences').waitFor();
  await expect.poll(() => root('dir')).toBe('ltr');
});

test('rows are as high as chosen, and a single key is only a key when that is wanted', async () => {
  const { page } = app;
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await app.api('POST', '/polydesk/v1/tokens', { name: 'one', role: 'editor' });
  const height = async () => {
    await page.evaluate(() => void (location.hash = '#/api-tools/tokens'));
    await page.getByRole('row').filter({ hasText: 'one' }).waitFor();
    const box = await page.getByRole('row').filter({ hasText: 'one' }).boundingBox();
    await page.keyboard.press('Control+,');
    await heading('Preferences').waitFor();
    return Math.round(box?.height ?? 0);
  };
  expect(await height()).toBe(28);
  await page.getByRole('radio', { name: 'Roomy' }).click();
  expect(await height()).toBe(44);
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).focus();
  await page.keyboard.press('?');
  await shortcuts.waitFor();
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  const single = page.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await single.click();
  await expect.poll(() => single.isChecked()).toBe(false);
  await page.keyboard.press('?');
  expect(await shortcuts.count()).toBe(0);
});

test('damaged values in the storage are ignored, not shown', async () => {
  const { page } = app;
  const damaged = JSON.stringify({ theme: '"><b>', density: 7, locale: 'xx', hasSingleKeys: 'no', more: {} });
  await page.evaluate((text) => localStorage.setItem('polydesk.preferences', text), damaged);
  await page.reload();
  await heading('Preferences').waitFor();
  expect(await root('data-density')).toBe('regular');
  expect(['light', 'dark', 'hc']).toContain(await root('data-theme'));
  expect(await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).isChecked()).toBe(true);
});
