// A page that waits and works unevenly: what is only right when everything is quick fails here and not by chance later.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** `TEST_JITTER`: milliseconds up to which an answer is held, each for another time. `TEST_SLOWER`: how many times slower the page computes. */
const { TEST_JITTER = '0', TEST_SLOWER = '1' } = process.env;

/** Disturbs a page as the environment asks; without it, and in a usual run, nothing is done. */
export async function disturb(page: Page): Promise<void> {
  const most = Number(TEST_JITTER);
  if (most > 0)
    await page.route(/\/wp-json\//, async (route) => {
      await setTimeout(Math.random() * most);
      // The page may be gone by then.
      await route.fallback().catch(() => undefined);
    });
  if (Number(TEST_SLOWER) === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(TEST_SLOWER) });
}
