// Where the focus ring is shown, and whether something covers it.
import type { Page } from 'playwright-core';

/** As far as Tab goes: every screen has shown its parts by then. */
const TABS = 45;
type Watched = Window & { focusFaults?: string[]; focusStops?: number };

/** Where Tab led, and what of that has no ring or lies under something else. */
export interface Rings {
  stops: number;
  faults: string[];
}

/**
 * Goes through the page with Tab. The keys come as fast as the page takes them; what was found so is found again at the
 * speed of a person, who sees each place drawn, or it is not a fault.
 */
export async function ringFaults(page: Page): Promise<Rings> {
  const quick = await goThrough(page, 'quickly');
  return quick.faults.length > 0 ? goThrough(page, 'slowly') : quick;
}

async function goThrough(page: Page, how: 'quickly' | 'slowly'): Promise<Rings> {
  await page.evaluate(watchRings);
  const keys = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const press = () =>
    Promise.all([
      keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
      keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
    ]);
  if (how === 'quickly') await Promise.all(Array.from({ length: TABS }, press));
  for (let tabs = 0; how === 'slowly' && tabs < TABS; tabs++) {
    await press();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await keys.detach();
  return page.evaluate(() => {
    dispatchEvent(new Event('last-ring'));
    const { focusStops: stops = 0, focusFaults = [] } = window as Watched;
    return { stops, faults: [...new Set(focusFaults)] };
  });
}

/** Runs in the page: judges whatever has the focus before the next Tab takes it away. */
function watchRings(): void {
  const kept = window as Watched;
  kept.focusFaults = [];
  kept.focusStops = 0;
  const judge = (element: Element) => {
    kept.focusStops = (kept.focusStops ?? 0) + 1;
    const name = `<${element.localName}> ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    const fault = hidden(element) ?? (hasRing(element) ? undefined : 'has no ring');
    if (fault) kept.focusFaults?.push(`${name} ${fault}`);
  };
  const hidden = (element: Element): string | undefined => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = (x: number, y: number) => document.elementFromPoint(left + width * x, top + height * y);
    const parts = [0.5, 0.1, 0.9];
    const isSeen = (each: Element | null) => each && (element.contains(each) || isNear(each, element));
    if (parts.some((x) => parts.some((y) => isSeen(at(x, y))))) return undefined;
    const first = at(0.5, 0.5);
    return first ? `lies under <${first.localName} class="${first.className}">` : 'is outside of the window';
  };
  /** What stands for it: its label, or what it lies in with little around. */
  const isNear = (each: Element, element: Element): boolean =>
    each.closest('label')?.contains(element) === true ||
    each === element.parentElement ||
    each === element.parentElement?.parentElement;
  const ringOf = (element: Element): boolean => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1.5) || boxShadow !== 'none';
  };
  /** On it, around it, or on what stands for it, such as the box of a hidden input. */
  const hasRing = (element: Element): boolean => {
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter(
      (each) => each instanceof Element,
    );
    return [...around, ...element.children, element.nextElementSibling].some(
      (each) => each instanceof Element && ringOf(each),
    );
  };
  let came: Element | undefined;
  const judgeLast = () => {
    if (came && document.activeElement === came) judge(came);
    came = undefined;
  };
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  addEventListener('focusin', ({ target }) => (came = target instanceof Element ? target : undefined), options);
  addEventListener('keydown', judgeLast, options);
  addEventListener('last-ring', () => (judgeLast(), ended.abort()), options);
}
