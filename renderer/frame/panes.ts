import { TABBABLE } from '../ui/focus.ts';

/**
 * Moves the focus to the next pane (`F6`) or the one before: elements with `data-pane`, in the order of the page. One that
 * holds others is none itself, so a screen may cut itself into panes or leave it.
 */
export function focusPane(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const panes = all.filter((pane) => pane.offsetParent !== null && !pane.querySelector('[data-pane]'));
  if (panes.length === 0) return;
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = here < 0 && by < 0 ? 0 : here;
  for (let step = 1; step <= panes.length; step++) {
    const pane = panes[(start + by * step + panes.length * 2) % panes.length];
    const target = pane && targetIn(pane);
    if (!target) continue;
    target.focus();
    return;
  }
}

/** Where a pane begins for the keyboard: a chosen row or page before anything else. */
function targetIn(pane: HTMLElement): HTMLElement | null {
  const chosen = '[role="grid"] [tabindex="0"], [aria-current="page"]';
  return pane.querySelector<HTMLElement>(chosen) ?? pane.querySelector<HTMLElement>(TABBABLE);
}
