import type { Page } from 'playwright-core';

type Spied = Window & { copied?: string[] };

/** Captures what the page copies: a test must not read the clipboard of the machine. */
export async function spyClipboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = window as Spied;
    kept.copied = [];
    const writeText = (text: string): Promise<number> => Promise.resolve(kept.copied?.push(text) ?? 0);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
}

/** What was copied last. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => (window as Spied).copied?.at(-1) ?? '');
}
