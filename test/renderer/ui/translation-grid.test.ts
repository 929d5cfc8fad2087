import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { loadLocale } from '../../../renderer/lib/messages/messages.svelte.ts';
import { assignPlaces, fillRuns } from '../../../renderer/matrix/grid/translation-grid.ts';
import { expectNoFaults, press } from '../helpers.ts';
import Matrix from './Matrix.svelte';

const cells = () => document.querySelectorAll('.rows [role="gridcell"], .rows [role="rowheader"]').length;
const here = () => {
  const cell = document.activeElement?.closest('[aria-colindex]');
  return `${cell?.closest('[role="row"]')?.ariaRowIndex ?? ''}:${cell?.ariaColIndex ?? ''}`;
};
const isInView = () => {
  const grid = page.getByRole('grid').element().getBoundingClientRect();
  const cell = document.activeElement?.getBoundingClientRect();
  return cell !== undefined && cell.top >= grid.top && cell.bottom <= grid.bottom && cell.right <= grid.right;
};

test('a million rows in a hundred languages: the sizes are exposed, few cells are drawn, and every corner is reachable', async () => {
  await render(Matrix, { total: 1_000_000, languageCount: 100 });
  const grid = page.getByRole('grid', { name: 'Articles' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '1000001');
  await expect.element(grid).toHaveAttribute('aria-colcount', '103');
  await press('Tab');
  expect(here()).toBe('2:2');
  await press('Ctrl+End');
  expect(here()).toBe('1000001:103');
  expect(isInView()).toBe(true);
  await expect.element(page.getByText('Row 1000000')).toBeInTheDocument();
  await press('ArrowLeft');
  expect(here()).toBe('1000001:102');
  expect(isInView()).toBe(true);
  await press('PageUp', 'PageUp');
  expect(isInView()).toBe(true);
  await press('Ctrl+Home');
  expect(here()).toBe('2:1');
  // At most 40 rows of 24 languages, with checkbox, title and last column.
  expect(cells()).toBeLessThanOrEqual(40 * 27);
});

test('the focused cell stays drawn when it is scrolled away', async () => {
  await render(Matrix, { total: 10_000, languageCount: 5 });
  await press('Tab', 'ArrowDown', 'ArrowRight');
  const before = document.activeElement;
  page.getByRole('grid').element().scrollTop = 200_000;
  await expect.poll(() => document.body.textContent).toContain('Row 5890');
  expect(document.activeElement).toBe(before);
  await press('ArrowDown');
  expect(here()).toBe('4:3');
  expect(isInView()).toBe(true);
});

test('heads are above the first row; Enter opens, Space and Shift with an arrow choose', async () => {
  const onopen = vi.fn();
  await render(Matrix, { total: 20, languageCount: 3, onopen });
  await press('Tab', 'ArrowRight', 'ArrowRight', 'Enter');
  expect(onopen).toHaveBeenCalledWith({ row: 0, column: 'l1' });
  await press('Space', 'Shift+ArrowDown');
  expect(page.getByRole('row', { selected: true }).elements()).toHaveLength(2);
  await press('Ctrl+a');
  await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked();
  await press('Escape');
  expect(page.getByRole('row', { selected: true }).elements()).toHaveLength(0);
  await press('ArrowUp', 'ArrowUp');
  expect(here()).toBe('1:4');
  expect(document.activeElement?.textContent).toBe('Language 1');
  await expectNoFaults();
});

/** The states whose signs are drawn where a cell has its sign, by what fills that place. */
function signsAt(cell: Element): string[] {
  const { left, right, top, height } = cell.getBoundingClientRect();
  const signs = cell.closest('.languages')?.querySelector('svg');
  const corner = signs?.getBoundingClientRect();
  if (!signs || !corner) return [];
  const start = document.documentElement.dir === 'rtl' ? right - 14 : left + 14;
  const middle = new DOMPoint(start - corner.left, top + height / 2 - corner.top);
  const filled = [...signs.querySelectorAll('path')].filter((path) => path.isPointInFill(middle));
  const patterns = filled.map((path) => /url\(#(.*)\)/.exec(path.getAttribute('fill') ?? '')?.[1] ?? '');
  return patterns.flatMap((id) => document.getElementById(id)?.querySelector('path')?.classList[0] ?? []);
}

test.each([
  ['en', 5],
  ['en', 30],
  ['ar', 5],
  ['ar', 30],
] as const)(
  'the sign of a cell is that of its state, in %s with %i languages, scrolled aside too',
  async (locale, count) => {
    await loadLocale(locale);
    onTestFinished(() => loadLocale('en'));
    await render(Matrix, { total: 20, languageCount: count });
    await press('Tab');
    for (const column of [2, count - 1]) {
      await press('Ctrl+Home', ...Array.from({ length: column }, () => (locale === 'ar' ? 'ArrowLeft' : 'ArrowRight')));
      const cells = page.getByRole('gridcell', { name: /Language/ }).elements();
      expect(cells.length).toBeGreaterThan(40);
      for (const cell of cells) {
        const language = Number(cell.ariaColIndex) - 3;
        const row = Number(cell.closest('[role="row"]')?.ariaRowIndex) - 2;
        const state = language === 0 ? 'source' : language === row % 7 ? 'draft' : 'missing';
        expect(signsAt(cell), `row ${row}, language ${language}`).toEqual([state]);
      }
    }
  },
);

test('adjacent cells of one state are one rectangle, and a cell without a state has none', () => {
  const place = { left: 100, width: 10, top: 3, height: 5 };
  expect(fillRuns(['draft', 'missing', 'missing', 'draft', undefined, 'missing'], place)).toEqual({
    draft: 'M100 3h10v5h-10zM130 3h10v5h-10z',
    missing: 'M110 3h20v5h-20zM150 3h10v5h-10z',
  });
  expect(fillRuns([], place)).toEqual({});
});

test('places keep their rows, and rows that come take the places of those that went', () => {
  expect(assignPlaces([], [4, 5, 6])).toEqual([4, 5, 6]);
  expect(assignPlaces([4, 5, 6], [5, 6, 7])).toEqual([7, 5, 6]);
  expect(assignPlaces([7, 5, 6], [90, 91])).toEqual([90, 91, -1]);
  expect(assignPlaces([90, 91, -1], [90, 91, 92, 93])).toEqual([90, 91, 92, 93]);
});
