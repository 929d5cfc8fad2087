import { tick } from 'svelte';
import type { Row } from './rows.ts';

const cellsOf = (list: HTMLElement | undefined) => [...(list?.querySelectorAll<HTMLElement>('[data-string]') ?? [])];
const buttonOf = (cell: HTMLElement | undefined) => cell?.querySelector<HTMLElement>('button');

/** Writes the cell after the one in which Tab was pressed, or the one before. */
export async function step(list: HTMLElement | undefined, from: HTMLElement, by: 1 | -1): Promise<void> {
  const cells = cellsOf(list);
  const next = cells[cells.indexOf(from.closest<HTMLElement>('[data-string]') ?? from) + by];
  await tick();
  buttonOf(next)?.click();
}

/** The name of a cell in the table. */
export const cellName = (source: string, lang: string): string => `${lang} ${source}`;

/** Height of a row of the table, in pixels. */
export const ROW = 40;

/**
 * Goes to the next cell without a translation, after the one with the focus and then from the start; while one is written, that
 * one is written next. Returns false if there is none. Only rows in view are on the page: another is scrolled to.
 */
export async function toNextLeft(
  list: HTMLElement | undefined,
  { rows, codes, isWriting }: { rows: readonly Row[]; codes: readonly string[]; isWriting: boolean },
): Promise<boolean> {
  const own = document.activeElement?.closest<HTMLElement>('[data-string]')?.dataset['string'];
  const left = rows.flatMap(({ string }, at) =>
    codes.flatMap((code) => {
      if (!string || string.lacks.includes(code)) return [];
      const name = cellName(string.source, code);
      return name === own || !string.translations[code] ? [{ name, at }] : [];
    }),
  );
  const place = left.findIndex(({ name }) => name === own);
  const next = [...left.slice(place + 1), ...left.slice(0, Math.max(place, 0))][0];
  if (!next || !list) return false;
  const find = () => cellsOf(list).find((cell) => cell.dataset['string'] === next.name);
  const grid = list.querySelector('[role="grid"]');
  if (!find() && grid) {
    grid.scrollTop = Math.max(0, next.at * ROW - grid.clientHeight / 2);
    await nextFrame();
    await nextFrame();
  }
  const button = buttonOf(find());
  if (isWriting) button?.click();
  else button?.focus();
  return true;
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
