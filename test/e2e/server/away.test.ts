// The server goes away while the page is open: every screen reports it in the same way, and claims nothing that is unknown.
import { expect, test } from 'vitest';
import { launch, startServer } from '../start.ts';
import { built } from '../built.ts';

test('a stopped server: no screen shows that it runs, loads, or lacks a route', async () => {
  const [served, browser] = await Promise.all([startServer(built), launch()]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    await page.goto(served.link);
    const go = (screen: string) => page.evaluate((at) => void (location.hash = `#/${at}`), screen);
    // Both screens are fetched while there is a server; their lists are read anew.
    for (const screen of ['api-tools', 'activity', 'overview']) {
      await go(screen);
      await page.locator(`a[href="#/${screen}"][aria-current]`).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await served.close();
    await page.getByRole('button', { name: 'Not connected' }).waitFor();
    await go('activity/check');
    await page.getByText('The site could not be checked').waitFor();
    expect(await page.getByText('Checking the site').count()).toBe(0);
    await go('api-tools');
    await page.getByText('The routes could not be loaded.').waitFor();
    expect(await page.getByText('The server does not have this route').count()).toBe(0);
    expect(await page.getByText('Nothing found').count()).toBe(0);
    expect(await page.locator('.dot.running').count()).toBe(0);
  } finally {
    await Promise.all([browser.close(), served.close()]);
  }
});
