import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { expectNoFaults, focused, press } from '../helpers.ts';
import Languages from './Languages.svelte';

const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.textContent.trim());

beforeEach(() => {
  document.body.style.height = '600px';
});

test('a grid exposes its size and is one tab stop', async () => {
  await render(Languages, {});
  const grid = page.getByRole('grid', { name: 'Languages' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '5');
  await press('Tab');
  expect(focused()).toBe('button "Move English. Alt with up or down arrow"');
  await press('Tab');
  expect(grid.element().contains(document.activeElement)).toBe(false);
  await expectNoFaults();
});

test('arrows move by cell, and the control of a cell takes the focus', async () => {
  const { component } = await render(Languages, {});
  await press('Tab', 'ArrowRight', 'ArrowDown');
  expect(focused()).toBe('rowheader "Français"');
  expect(component.active()).toBe(2);
  await press('End');
  expect(focused()).toBe('switch "Français is active"');
  await press(' ');
  expect(component.rows()[1]?.isActive).toBe(false);
  await press('Ctrl+End');
  expect(focused()).toBe('switch "日本語 is active"');
  await press('Ctrl+Home', 'ArrowLeft');
  expect(focused()).toBe('button "Move English. Alt with up or down arrow"');
});

test('in a page from right to left the arrows point the other way', async () => {
  document.documentElement.dir = 'rtl';
  await render(Languages, {});
  await press('Tab', 'ArrowLeft');
  expect(focused()).toBe('rowheader "English"');
});

test('Enter opens, other keys reach the screen', async () => {
  const onopen = vi.fn();
  const onrowkey = vi.fn();
  await render(Languages, { onopen, onrowkey });
  await press('Tab', 'ArrowRight', 'ArrowDown', 'Enter', 'Delete');
  expect(onopen.mock.calls[0]?.[0]).toMatchObject({ id: 2 });
  expect(onrowkey.mock.calls[0]?.[1]).toMatchObject({ id: 2 });
});

test('Alt with an arrow moves the row, the focus moves along, and it is announced', async () => {
  await render(Languages, {});
  await press('Tab', 'ArrowDown', 'Alt+ArrowDown');
  await expect.poll(names).toEqual(['English', 'العربية', 'Français', '日本語']);
  await expect.poll(focused).toBe('button "Move Français. Alt with up or down arrow"');
  await expect.element(page.getByRole('status')).toHaveTextContent('Français is now 3 of 4');
  await press('Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp');
  await expect.poll(names).toEqual(['Français', 'English', 'العربية', '日本語']);
});

test('a row is dragged by its handle; Escape puts it back', async () => {
  await render(Languages, {});
  const handle = page.getByRole('button', { name: /Move English/ }).element();
  const drag = (type: string, y: number) =>
    document.dispatchEvent(new PointerEvent(type, { clientY: y, bubbles: true, button: 0 }));
  const start = () => handle.dispatchEvent(new PointerEvent('pointerdown', { clientY: 100, bubbles: true, button: 0 }));
  start();
  drag('pointermove', 100 + 2 * 52);
  await expect.poll(names).toEqual(['Français', 'العربية', 'English', '日本語']);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.poll(names).toEqual(['English', 'Français', 'العربية', '日本語']);
  start();
  drag('pointermove', 100 + 9 * 52);
  drag('pointerup', 100 + 9 * 52);
  await expect.poll(names).toEqual(['Français', 'العربية', '日本語', 'English']);
});

test('the row that is held is the one that moves, also when the order changes meanwhile', async () => {
  const { component } = await render(Languages, {});
  const handle = page.getByRole('button', { name: /Move English/ }).element();
  const drag = (type: string, y: number) =>
    document.dispatchEvent(new PointerEvent(type, { clientY: y, bubbles: true, button: 0 }));
  handle.dispatchEvent(new PointerEvent('pointerdown', { clientY: 100, bubbles: true, button: 0 }));
  drag('pointermove', 100 + 52);
  await expect.poll(names).toEqual(['Français', 'English', 'العربية', '日本語']);
  component.turnRound();
  drag('pointermove', 100 + 2 * 52);
  drag('pointerup', 100 + 2 * 52);
  await expect.poll(names).toEqual(['日本語', 'العربية', 'English', 'Français']);
});

test('a narrow grid leaves columns out', async () => {
  await render(Languages, { width: 400 });
  await expect
    .poll(() =>
      page
        .getByRole('columnheader')
        .elements()
        .map((each) => each.textContent.trim()),
    )
    .toEqual(['Order', 'Language', 'Active']);
});

test('of 100,000 rows only those in view are drawn, and Ctrl+End is the last', async () => {
  await render(Languages, { count: 100_000, isScrolling: true });
  expect(page.getByRole('row').elements().length).toBeLessThan(40);
  await press('Tab', 'ArrowRight', 'Ctrl+End', 'Home', 'ArrowRight');
  await expect.poll(focused).toBe('rowheader "Language 100000"');
  const row = page.getByRole('rowheader', { name: 'Language 100000', exact: true });
  await expect.element(row).toBeInViewport();
  await press('PageUp');
  await expect.poll(focused).not.toBe('rowheader "Language 100000"');
});
