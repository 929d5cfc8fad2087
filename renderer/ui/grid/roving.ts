/** How arrows go through a group of buttons that has one stop of the Tab key. */
export interface Roving {
  /** What the buttons are. */
  role: 'radio' | 'tab';
  /** They stand in a line, so that left and right follow the direction of the text. */
  isLine: boolean;
  /** Up and down move too. */
  isBoth: boolean;
}

/**
 * Moves from one of several buttons to another by arrows, `Home` and `End`, round the ends, and chooses that by a click.
 * For `onkeydown` of each button; other keys are left alone.
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
