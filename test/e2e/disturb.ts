// Adds random delays to the product: tests that only pass if everything is fast fail here, rather than by chance later.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { mostDelay, randomDelay } from '../support/delay.ts';

/** `TEST_SLOWER`: how many times slower the page computes. */
const { TEST_SLOWER = '1' } = process.env;

/**
 * Makes what a browser asks for, what it is answered and what it is told late, as `TEST_JITTER` says: before the page is
 * opened. In the window the stand-in does so, where its page calls the program.
 */
export async function delay(page: Page): Promise<void> {
  if (mostDelay === 0) return;
  await page.route(/\/(wp-json|polydesk\/ui)\//, async (route) => {
    await setTimeout(randomDelay());
    // The page may be gone by then.
    await route.fallback().catch(() => undefined);
  });
  await page.addInitScript(answerLate, mostDelay);
}

/** Makes a page compute slowly. Without the words in the environment, as in a usual run, nothing is done. */
export async function slowDown(page: Page): Promise<void> {
  if (Number(TEST_SLOWER) === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(TEST_SLOWER) });
}

/** Runs in the page: an answer comes some time after the server has done what it says, and events come late and in bursts. */
function answerLate(most: number): void {
  const ask = window.fetch.bind(window);
  const wait = (): Promise<void> => new Promise((done) => window.setTimeout(done, Math.random() * most));
  const hold = {
    transform: (part: Uint8Array, to: TransformStreamDefaultController) => wait().then(() => to.enqueue(part)),
  };
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    await wait();
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || !answer.body) return answer;
    const { status, headers } = answer;
    return new Response(answer.body.pipeThrough(new TransformStream(hold)), { status, headers });
  };
}
