// Side effects that no test may cause: uncaught errors, policy violations, console errors, lost focus.
import type { ConsoleMessage, Dialog, Page, Request } from 'playwright-core';

/** Every so often it is looked where the focus is. */
const LOOK_MS = 50;
/** For so many looks a dialog that closes, or a row that moves, may take to hand it on: a page that is busy is not looked at. */
const GRACE_LOOKS = 14;

/** Writes down every fault of a page from now on, as a sentence. */
export async function watchPage(page: Page, faults: string[]): Promise<void> {
  countRequests(page);
  page.on('pageerror', (error) => faults.push(`Thrown: ${error.message}`));
  page.on('dialog', (dialog) => (faults.push(`A dialog of the browser: ${dialog.message()}`), dismiss(dialog)));
  page.on('console', (line) => isFault(line) && faults.push(`${line.text()} [${line.location().url}]`));
  await page.addInitScript(watchFocus, [LOOK_MS, GRACE_LOOKS] as const);
  await page.evaluate(watchFocus, [LOOK_MS, GRACE_LOOKS] as const);
}

type Watched = Window & { __isFocusAway?: () => boolean };

/** Requests that are under way, but for the stream of changes, which never ends. */
const underWay = new WeakMap<Page, Set<Request>>();
/** A test may hold an answer back on purpose. */
const MOST_LOOKS = 60;

function countRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => isRequest(request.url()) && !isStream(request.url()) && requests.add(request));
  const end = (request: Request): void => void requests.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/**
 * Waits until nothing more can come of what was done last: what was requested is answered, so that nothing leads elsewhere in
 * the next test; the focus is somewhere, or its loss was noticed.
 */
export async function untilSettled(page: Page): Promise<void> {
  const requests = underWay.get(page);
  for (let looks = 0; requests && requests.size > 0 && looks < MOST_LOOKS; looks++) await page.waitForTimeout(LOOK_MS);
  const isAtRest = () => !(window as Watched).__isFocusAway?.();
  await page.waitForFunction(isAtRest, undefined, { polling: LOOK_MS });
}

/** The stand-in may have been faster. */
const dismiss = (dialog: Dialog): void => void dialog.dismiss().catch(() => undefined);

/** Every error. A request that the server refused is none: Chromium writes down each, and tests refuse on purpose. */
function isFault(line: ConsoleMessage): boolean {
  if (/Content Security Policy|Trusted(HTML|Script|Type)/i.test(line.text())) return true;
  const isRefusal = /^Failed to load resource: .* status of 4\d\d/.test(line.text()) && isRequest(line.location().url);
  return line.type() === 'error' && !isRefusal;
}

const isStream = (url: string): boolean => new URL(url).pathname.endsWith('/events');
const isRequest = (url: string): boolean => URL.canParse(url) && new URL(url).pathname.startsWith('/wp-json/');

/**
 * Runs in the page. The focus is lost when it is nowhere for a while, because what had it went away or because of a key.
 * A click beside everything is not a loss, nor is a page in which nothing was done yet.
 */
function watchFocus([every, grace]: readonly [number, number]): void {
  if (window !== window.top || '__isFocusAway' in window) return;
  let last: Element | null = null;
  let lastName = '';
  let isByKey = false;
  let looks = 0;
  const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body;
  (window as Watched).__isFocusAway = () => isNowhere() && last !== null;
  addEventListener('keydown', () => (isByKey = !isNowhere()), true);
  addEventListener('pointerdown', () => (isByKey = false), true);
  const canHaveFocus = (element: Element): boolean =>
    element.isConnected &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert]');
  addEventListener('focusin', ({ target }) => target instanceof Element && remember(target), true);
  const remember = (element: Element): void => {
    last = element;
    looks = 0;
    lastName = `<${last.localName}> ${last.getAttribute('aria-label') ?? last.textContent.trim().slice(0, 60)}`;
  };
  setInterval(() => {
    if (!isNowhere()) {
      looks = 0;
    } else if (last && canHaveFocus(last) && !isByKey) {
      last = null;
    } else if (last) {
      looks += 1;
      if (looks < grace) return;
      console.error(`The focus was lost. It was on ${lastName}`);
      last = null;
    }
  }, every);
}
