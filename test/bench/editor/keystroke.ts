// From a key to the frame that shows its letter, in the editor with an article of 10,000 words beside its source.
import type { Page } from 'playwright-core';
import type { Ask } from '../../gallery/site.ts';

/** What a frame takes; design 13. */
export const KEY_GOAL_MS = 16;
const PARAGRAPHS = 250;
const WORDS = 40;
const LETTERS = 120;

/** Milliseconds from each key to its frame, in order. The page is signed in. */
export async function typeInEditor(page: Page, url: string, ask: Ask): Promise<number[]> {
  const text = (word: string) =>
    Array.from({ length: PARAGRAPHS }, (_, at) => {
      const words = Array.from({ length: WORDS }, (__, each) => `${word}${(at * 7 + each * 3) % 997}`).join(' ');
      return `<!-- wp:paragraph -->\n<p>${words} <strong>${word}</strong> ${at}.</p>\n<!-- /wp:paragraph -->`;
    }).join('\n\n');
  const { id: en } = await ask<{ id: number }>('POST', '/wp/v2/posts', {
    title: 'Long',
    content: text('word'),
    lang: 'en',
  });
  const body = { title: 'Lang', content: text('wort'), lang: 'de', translations: { en } };
  const { id } = await ask<{ id: number }>('POST', '/wp/v2/posts', body);
  await page.goto(`${url}/#/edit/post/${id}`);
  const row = page.locator('[data-editor] [role="textbox"]').nth(PARAGRAPHS / 2);
  await row.scrollIntoViewIfNeeded();
  await row.click();
  await page.evaluate(watchKeys);
  for (let at = 0; at < LETTERS; at++) {
    await page.keyboard.press(at % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(30);
  }
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
}

/** Runs in the page. */
function watchKeys(): void {
  const times: number[] = [];
  (window as unknown as { keyTimes: number[] }).keyTimes = times;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(0);
      });
    },
    true,
  );
}
