// Arrow keys in a table: from the edge of a text into the adjacent cell on screen, in either text direction.
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export const isArrow = (key: string): key is Arrow => /^Arrow(?:Left|Right|Up|Down)$/.test(key);

/**
 * Whether the caret cannot move further this way in the text. For a fully selected text, or filled-in words of the source, every
 * position counts as the edge.
 */
export function edgeOf(box: HTMLElement, key: Arrow): boolean {
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  if (!range || !box.contains(range.commonAncestorContainer)) return false;
  const text = box.textContent;
  if (text === '' || box.dataset['filled'] !== undefined || (!range.collapsed && range.toString() === text))
    return true;
  if (!range.collapsed) return false;
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const letters = before.toString().length;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isBack = (key === 'ArrowLeft') === (getComputedStyle(box).direction === 'ltr');
    return isBack ? letters === 0 : letters === text.length;
  }
  return isOnOuterLine(box, range, key === 'ArrowUp');
}

function isOnOuterLine(box: HTMLElement, caret: Range, isFirst: boolean): boolean {
  const all = document.createRange();
  all.selectNodeContents(box);
  const lines = [...all.getClientRects()];
  const [here] = caret.getClientRects();
  if (!here || lines.length === 0) return true;
  const middle = (here.top + here.bottom) / 2;
  return isFirst
    ? middle <= Math.min(...lines.map(({ bottom }) => bottom))
    : middle >= Math.max(...lines.map(({ top }) => top));
}

/** The row in the cell next to that of an element; undefined at the edge of the table, and outside of one. */
export function cellBeside(from: HTMLElement, key: string): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const table = cell?.closest<HTMLTableElement>('table[data-table]');
  if (!cell || !table || !isArrow(key)) return undefined;
  const own = cell.getBoundingClientRect();
  const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  const beside = [...table.querySelectorAll<HTMLElement>('td, th')].flatMap((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    const gap = {
      ArrowLeft: own.left - right,
      ArrowRight: left - own.right,
      ArrowUp: own.top - bottom,
      ArrowDown: top - own.bottom,
    }[key];
    const row = other.querySelector<HTMLElement>('[data-row]');
    // Borders of adjacent cells overlap.
    if (other === cell || !row || gap < -2) return [];
    const aside = isAcross ? distance(y, top, bottom) : distance(x, left, right);
    return [{ row, score: gap + aside * 1000 }];
  });
  return beside.toSorted((a, b) => a.score - b.score)[0]?.row;
}

const distance = (at: number, from: number, to: number): number => (at < from ? from - at : at > to ? at - to : 0);
