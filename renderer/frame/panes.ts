import { TABBABLE } from '../ui/grid/focus.ts';

/**
 * Moves the focus to the next pane (`F6`) or the one before: elements with `data-pane`, in the order of the page. One that
 * holds others is none itself, so a screen may cut itself into panes or leave it.
 */
export function focusPane(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const panes = all.filter((pane) => pane.offsetParent !== null && !pane.querySelector('[data-pane]'));
  if (panes.length === 0) return;
  const start = startIn(panes, by);
  for (let step = 1; step <= panes.length; step++) {
    const pane = panes[(start + by * step + panes.length * 2) % panes.length];
    const target = pane && targetIn(pane);
    if (!target) continue;
    target.focus();
    return;
  }
}

/** Where the focus is. On what holds panes, as on a new screen, it stands before the first of them. */
function startIn(panes: readonly HTMLElement[], by: 1 | -1): number {
  const focused = document.activeElement;
  const here = panes.findIndex((pane) => pane.contains(focused));
  if (here >= 0) return here;
  const inside = focused === document.body ? -1 : panes.findIndex((pane) => focused?.contains(pane));
  if (inside < 0) return by < 0 ? 0 : -1;
  return by < 0 ? inside : inside - 1;
}

/** Where a pane begins for the keyboard: a chosen row or page before anything else. */
function targetIn(pane: HTMLElement): HTMLElement | null {
  const chosen = '[role="grid"] [tabindex="0"], [aria-current="page"]';
  return pane.querySelector<HTMLElement>(chosen) ?? pane.querySelector<HTMLElement>(TABBABLE);
}
