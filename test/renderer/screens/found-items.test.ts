// Findings by item on a large site: pages are read as they come into view, and the active item shows its findings.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';
import Checks from '../../../renderer/screens/checks/Checks.svelte';
import { fakeEngine, press } from '../helpers.ts';

const TOTAL = 100_000;
const itemAt = (at: number) => ({
  ...{ kind: 'post', id: at + 1, title: `Item ${at + 1}`, type: 'post', status: 'publish', lang: 'fr' },
  ...{ count: 1, errors: 0, fixes: 0 },
});
const findingOf = (id: number) => ({
  ...{ kind: 'post', id, title: `Item ${id}`, type: 'post', status: 'publish', field: 'content', unit: 0 },
  ...{ check: 'numbers', severity: 'warning', about: '800', source: '800', target: `Text ${id}`, fix: null },
  ...{ what: '', place: 0, link: '', address: null, source_hash: '0'.repeat(16), target_hash: '0'.repeat(16) },
});
const language = (slug: string, name: string) => {
  return { slug, name, locale: slug, w3c: slug, flag_code: '', active: true, is_default: slug === 'en' };
};
let pages: number[] = [];

beforeEach(async () => {
  history.replaceState(null, '', '#/checks');
  localStorage.setItem('polydesk.checks.grouping', 'item');
  await page.viewport(1280, 800);
  pages = [];
  fakeEngine(({ path, query = {} }) => {
    if (path === '/pll/v1/languages') return { body: [language('en', 'English'), language('fr', 'Français')] };
    if (path === '/polydesk/v1/findings/counts') {
      const own = { check: 'numbers', severity: 'warning', count: TOTAL, fixes: 0, ignored: 0, lang: 'fr' };
      const headers = { 'x-polydesk-checked': `${TOTAL}`, 'x-polydesk-translations': `${TOTAL}` };
      return { body: query['lang'] === 'en' ? [] : [own], headers: { ...headers, 'x-polydesk-items': `${TOTAL}` } };
    }
    if (path === '/polydesk/v1/findings/items') {
      const at = Number(query['page']);
      pages.push(at);
      const body = Array.from({ length: 100 }, (_, index) => itemAt((at - 1) * 100 + index));
      return { body, headers: { 'x-wp-total': String(TOTAL) } };
    }
    if (path === '/polydesk/v1/findings')
      return { body: [findingOf(Number(query['id']))], headers: { 'x-wp-total': '1' } };
    return undefined;
  });
  await openApi();
  const close = site.open();
  await site.languages.latest();
  return close;
});

test('only what is in view is read, also at the end of 100,000 items', async () => {
  const { container } = await render(Checks, {});
  container.style.cssText = 'display: flex; flex-direction: column; height: 800px';
  await expect.element(page.getByRole('rowheader', { name: 'Item 1', exact: true })).toBeVisible();
  expect(new Set(pages)).toEqual(new Set([1]));
  expect(container.querySelectorAll('[role="row"]').length).toBeLessThan(100);
  await expect.element(page.getByRole('grid', { name: 'Checks' })).toHaveAttribute('aria-rowcount', String(TOTAL + 1));
  await expect.element(page.getByText('Text 1', { exact: true })).toBeVisible();
  container.querySelector<HTMLElement>('[role="rowheader"]')?.focus();
  await press('Ctrl+End');
  await expect.element(page.getByRole('rowheader', { name: `Item ${TOTAL}` })).toBeVisible();
  await expect.element(page.getByText(`Text ${TOTAL}`, { exact: true })).toBeVisible();
  expect(new Set(pages)).toEqual(new Set([1, TOTAL / 100]));
});
