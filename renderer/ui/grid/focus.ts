/** Elements reachable by Tab. */
export const TABBABLE =
  'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Sets the initial focus of an opened panel: at `data-autofocus`, else at the first control inside one of `places` (not at Close,
 * which comes first), else at the panel itself. For `onOpenAutoFocus` of a dialog.
 */
export function beginIn(panel: HTMLElement | null, places: string, event: Event): void {
  const marked = panel?.querySelector<HTMLElement>('[data-autofocus]');
  const parts = [...(panel?.querySelectorAll<HTMLElement>(places) ?? [])];
  const first = marked ?? parts.map((part) => part.querySelector<HTMLElement>(TABBABLE)).find((each) => each !== null);
  event.preventDefault();
  (first ?? panel)?.focus();
  // Typing replaces the suggested text.
  if (first instanceof HTMLInputElement) first.select();
}

/**
 * Focuses a field of a form being opened, unless the user has already moved to another: the first one gets the focus
 * automatically.
 */
export function focusWanted(form: HTMLElement | undefined, selector: string): void {
  const here = document.activeElement;
  const isChosen = form?.contains(here) && here !== form.querySelector(TABBABLE);
  if (!isChosen) form?.querySelector<HTMLElement>(selector)?.focus();
}
