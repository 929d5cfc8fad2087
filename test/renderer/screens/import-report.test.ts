import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { importRun } from '../../../renderer/lib/import-run.svelte.ts';
import Report from '../../../renderer/screens/transfer/Report.svelte';
import { reportText } from '../../../renderer/screens/transfer/report.ts';

afterEach(() => importRun.reset());

const counts = { created: 0, updated: 0, skipped: 0, dropped: 0 };
const notes = (code: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ line: at + 1, code, text: `${code} of the entry ${at + 1}.` }));
const report = {
  posts: { ...counts, created: 3, warnings: notes('odd_one', 1) },
  terms: { ...counts, created: 2, skipped: 7, warnings: [] },
  groups: { ...counts, warnings: notes('odd_group', 358), more: 12 },
};

test('equal notes are one line with their number, which opens by keyboard', async () => {
  importRun.promised = 5;
  await render(Report, { report });
  await expect.element(page.getByRole('heading', { name: '371 notes' })).toBeVisible();
  await expect.element(page.getByText('5 items imported')).toBeVisible();
  expect(document.querySelectorAll('section > ul > li')).toHaveLength(2);
  await expect.element(page.getByText('odd_group of the entry 1. And 357 more like this.')).toBeVisible();
  await expect.element(page.getByText('12 more notes were counted but not kept.')).toBeVisible();
  const open = page.getByRole('button', { name: 'Show all 358 notes of this kind' });
  (open.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('odd_group of the entry 200.')).toBeVisible();
  expect(page.getByText('odd_group of the entry 201.').elements()).toHaveLength(0);
  await expect.element(page.getByText('The saved report has more of them.')).toBeVisible();
});

test('the saved report has all of them, by kind', () => {
  const text = reportText('a.xml', report, (kind) => kind);
  expect(text).toContain('[odd_group] 358 notes');
  expect(text).toContain('  groups, Line 358: odd_group of the entry 358.');
});
