/** Maximum number of remembered elements. */
const most = 8;
/** A closing overlay restores the focus itself; only after this time is it lost. */
const grace = 60;

/**
 * Restores the focus when its element is removed or disabled: to where it was before, else to what `end` returns. Returns a
 * function that stops this.
 */
export function keepFocus(end: () => HTMLElement | undefined): () => void {
  let places: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the focus was first found to be lost. */
  let since = 0;
  const remember = ({ target }: FocusEvent) => {
    since = 0;
    if (target instanceof HTMLElement) places = [target, ...places.filter((each) => each !== target)].slice(0, most);
  };
  const look = () => {
    timer = undefined;
    if (!isNowhere()) {
      since = 0;
      return;
    }
    since ||= performance.now();
    if (performance.now() - since < grace) lookSoon();
    else giveBack(places, end);
  };
  const lookSoon = () => (timer ??= setTimeout(look, grace));
  // Deferred: a disabled or hidden element loses the focus only at the next paint.
  const observer = new MutationObserver(lookSoon);
  document.addEventListener('focusin', remember, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
  return () => {
    document.removeEventListener('focusin', remember, true);
    observer.disconnect();
    clearTimeout(timer);
  };
}

function giveBack(places: readonly HTMLElement[], end: () => HTMLElement | undefined): void {
  const [last] = places;
  // The element is still focusable: the user clicked on an empty area.
  if (!last || canHaveFocus(last)) return;
  for (const place of places) {
    if (canHaveFocus(place)) place.focus();
    // Some elements no longer accept the focus.
    if (!isNowhere()) return;
  }
  end()?.focus();
}

function isNowhere(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');
}
