/** What Tab can come to. */
export const TABBABLE =
  'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Puts the focus where work begins in something that opened: at `data-autofocus`, else at the first control inside one of
 * `places` (not at Close, which stands first), else at the panel itself. For `onOpenAutoFocus` of a dialog.
 */
export function beginIn(panel: HTMLElement | null, places: string, event: Event): void {
  const marked = panel?.querySelector<HTMLElement>('[data-autofocus]');
  const parts = [...(panel?.querySelectorAll<HTMLElement>(places) ?? [])];
  const first = marked ?? parts.map((part) => part.querySelector<HTMLElement>(TABBABLE)).find((each) => each !== null);
  event.preventDefault();
  (first ?? panel)?.focus();
  // What is typed replaces what is suggested.
  if (first instanceof HTMLInputElement) first.select();
}

/**
 * Puts the focus on a field of a form that is being opened, unless somebody has gone to a field of it meanwhile: the first one
 * takes the focus by itself.
 */
export function focusWanted(form: HTMLElement | undefined, selector: string): void {
  const here = document.activeElement;
  const isChosen = form?.contains(here) && here !== form.querySelector(TABBABLE);
  if (!isChosen) form?.querySelector<HTMLElement>(selector)?.focus();
}
