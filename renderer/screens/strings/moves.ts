import { tick } from 'svelte';

const cellsOf = (list: HTMLElement | undefined, which = '') => [
  ...(list?.querySelectorAll<HTMLElement>(`[data-string]${which}`) ?? []),
];
const buttonOf = (cell: HTMLElement | undefined) => cell?.querySelector<HTMLElement>('button');

/** Writes the cell after the one in which Tab was pressed, or the one before. */
export async function step(list: HTMLElement | undefined, from: HTMLElement, by: 1 | -1): Promise<void> {
  const cells = cellsOf(list);
  const next = cells[cells.indexOf(from.closest<HTMLElement>('[data-string]') ?? from) + by];
  await tick();
  buttonOf(next)?.click();
}

/**
 * Goes to the next cell without a translation, after the one with the focus and then from the start; while one is written, that
 * one is written next. Returns false if there is none.
 */
export function toNextLeft(list: HTMLElement | undefined, isWriting: boolean): boolean {
  const from = document.activeElement;
  const own = from?.closest('[data-string]');
  const cells = cellsOf(list, '[data-left]').filter((cell) => cell !== own);
  const isAfter = (cell: HTMLElement) =>
    from !== null && (from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const button = buttonOf(cells.find(isAfter) ?? cells[0]);
  if (isWriting) button?.click();
  else button?.focus();
  return button !== undefined && button !== null;
}
