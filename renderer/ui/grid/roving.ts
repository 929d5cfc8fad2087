/** Arrow-key navigation in a group of buttons with a single tab stop. */
export interface Roving {
  /** Role of the buttons. */
  role: 'radio' | 'tab';
  /** They are in a row, so that left and right follow the text direction. */
  isLine: boolean;
  /** Up and down move too. */
  isBoth: boolean;
}

/**
 * Moves between buttons by arrows, `Home` and `End`, wrapping around, and clicks the target. For `onkeydown` of each button;
 * other keys are ignored.
 */
export function rove(event: KeyboardEvent, { role, isLine, isBoth }: Roving): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const here = event.currentTarget as HTMLButtonElement;
  const group = here.closest<HTMLElement>(role === 'tab' ? '[role="tablist"]' : '[role="radiogroup"]');
  const all = [...(group?.querySelectorAll<HTMLButtonElement>(`[role="${role}"]:enabled`) ?? [])];
  const isTurned = isLine && getComputedStyle(here).direction === 'rtl';
  const at = all.indexOf(here);
  const steps: Record<string, number> = {
    ArrowRight: isTurned ? at - 1 : at + 1,
    ArrowLeft: isTurned ? at + 1 : at - 1,
    ...(isBoth && { ArrowDown: at + 1, ArrowUp: at - 1 }),
    Home: 0,
    End: all.length - 1,
  };
  const to = steps[event.key];
  const next = to === undefined ? undefined : all.at(to % all.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
