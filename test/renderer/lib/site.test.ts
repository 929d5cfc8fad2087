import { expect, test } from 'vitest';
import { openApi } from '../../../renderer/lib/api/api.ts';
import { site } from '../../../renderer/lib/site.svelte.ts';
import { fakeEngine } from '../helpers.ts';

test('callers waiting for the first answers find them loaded, including rejected ones', async () => {
  fakeEngine(({ path }) => (path === '/pll/v1/languages' ? { body: [{ slug: 'en' }] } : undefined));
  await openApi();
  const close = site.open();
  await site.arrived();
  expect(site.languages.value).toHaveLength(1);
  expect(site.coverage.state).toBe('error');
  close();
});

test('the wait for an engine that does not answer is bounded', async () => {
  fakeEngine(() => undefined);
  const { polydesk } = window;
  if (polydesk) polydesk.rest = () => new Promise(() => undefined);
  await openApi();
  const close = site.open();
  const started = performance.now();
  await site.arrived();
  expect(performance.now() - started).toBeGreaterThanOrEqual(100);
  close();
});
