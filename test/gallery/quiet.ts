import type { Page } from 'playwright-core';

/** Everything awaited appears within this time: skeletons appear after 200 ms. */
const QUIET_MS = 250;

/** Until the page has not changed for a moment; whatever goes on eight times as long is not waited for. */
export async function untilQuiet(page: Page, moment = QUIET_MS): Promise<void> {
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const end = () => (observer.disconnect(), clearTimeout(limit), resolve());
        let timer = setTimeout(end, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        const limit = setTimeout(end, quiet * 8);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    moment,
  );
}
