import { TABBABLE } from '../ui/grid/focus.ts';

/**
 * Moves the focus to the next pane (`F6`) or the previous one: elements with `data-pane`, in DOM order. One that contains others
 * does not count, so a screen may divide itself into panes or not.
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

/** Index of the focused pane. If a container of panes has the focus, as on a new screen, this is before the first of them. */
function startIn(panes: readonly HTMLElement[], by: 1 | -1): number {
  const focused = document.activeElement;
  const here = panes.findIndex((pane) => pane.contains(focused));
  if (here >= 0) return here;
  const inside = focused === document.body ? -1 : panes.findIndex((pane) => focused?.contains(pane));
  if (inside < 0) return by < 0 ? 0 : -1;
  return by < 0 ? inside : inside - 1;
}

/** The first element to focus in a pane: preferably a selected row or page. */
function targetIn(pane: HTMLElement): HTMLElement | null {
  const chosen = '[role="grid"] [tabindex="0"], [aria-current="page"]';
  return pane.querySelector<HTMLElement>(chosen) ?? pane.querySelector<HTMLElement>(TABBABLE);
}
