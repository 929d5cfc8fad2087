/** How many places the focus may go back to. */
const most = 8;
/** Whoever closes something hands the focus on by itself; only after that is it lost. */
const grace = 60;

/**
 * Puts the focus back when what had it goes away or is switched off: to where it was before, else to what `end` names.
 * Returns the function that stops that.
 */
export function keepFocus(end: () => HTMLElement | undefined): () => void {
  let places: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) places = [target, ...places.filter((each) => each !== target)].slice(0, most);
  };
  const look = () => {
    const [last] = places;
    if (!isNowhere() || !last || canHaveFocus(last)) return;
    (places.find(canHaveFocus) ?? end())?.focus();
  };
  const observer = new MutationObserver(() => {
    if (!isNowhere()) return;
    clearTimeout(timer);
    timer = setTimeout(look, grace);
  });
  document.addEventListener('focusin', remember, true);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
  return () => {
    document.removeEventListener('focusin', remember, true);
    observer.disconnect();
    clearTimeout(timer);
  };
}

function isNowhere(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');
}
