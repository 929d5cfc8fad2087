// Where the focus is shown, and whether something lies over it.
import type { Page } from 'playwright-core';

/** As far as Tab goes: every screen has shown its parts by then. */
const TABS = 45;
type Watched = Window & { focusFaults?: string[]; focusStops?: number };

/** Goes through the page with Tab; the places it comes to, and those without a ring or under something else. */
export async function ringFaults(page: Page): Promise<{ stops: number; faults: string[] }> {
  await page.evaluate(watchRings);
  for (let tabs = 0; tabs < TABS; tabs++) await page.keyboard.press('Tab');
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { focusStops: stops = 0, focusFaults = [] } = window as Watched;
    return { stops, faults: [...new Set(focusFaults)] };
  });
}

/** Runs in the page: judges whatever gets the focus, a frame later. */
function watchRings(): void {
  const kept = window as Watched;
  kept.focusFaults = [];
  kept.focusStops = 0;
  const judge = (element: Element) => {
    if (document.activeElement !== element) return;
    kept.focusStops = (kept.focusStops ?? 0) + 1;
    const name = `<${element.localName}> ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    const fault = hidden(element) ?? (hasRing(element) ? undefined : 'has no ring');
    if (fault) kept.focusFaults?.push(`${name} ${fault}`);
  };
  const hidden = (element: Element): string | undefined => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y] as const),
    );
    const over = points.map(([x, y]) => document.elementFromPoint(x, y));
    if (over.some((each) => each && (element.contains(each) || isNear(each, element)))) return undefined;
    const [first] = over;
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
  addEventListener(
    'focusin',
    ({ target }) => requestAnimationFrame(() => target instanceof Element && judge(target)),
    true,
  );
}
