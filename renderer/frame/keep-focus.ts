/** How many places the focus may go back to. */
const most = 8;
/** A closed part hands the focus on by itself; only after that is it lost. */
const grace = 60;

/**
 * Puts the focus back when what had it goes away or is switched off: to where it was before, else to what `end` names.
 * Returns the function that stops that.
 */
export function keepFocus(end: () => HTMLElement | undefined): () => void {
  let places: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the focus was first seen nowhere. */
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
  // Not at once: what is switched off or hidden loses the focus only when the page is drawn.
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
  // Nobody took it away: a click beside everything did.
  if (!last || canHaveFocus(last)) return;
  for (const place of places) {
    if (canHaveFocus(place)) place.focus();
    // Not every place takes it still.
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
