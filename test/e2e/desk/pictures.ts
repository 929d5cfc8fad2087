import type { Page } from 'playwright-core';

/** Saves a screenshot of the page in the folder `DESK_PICTURES`, in both themes; does nothing if that is not set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['DESK_PICTURES'];
  if (folder === undefined) return;
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  for (const next of ['light', 'dark']) {
    await page.evaluate((value) => void (document.documentElement.dataset['theme'] = value), next);
    await page.screenshot({ path: `${folder}/${name}-${next}.png` });
  }
  await page.evaluate((value) => void (document.documentElement.dataset['theme'] = value), theme);
}
