// The diagnostics file for support: its contents, and that it contains no user text.
import { afterEach, expect, test, vi } from 'vitest';
import { faultLog } from '../../../../core/domain/site/fault-log.ts';
import { requestLog } from '../../../../core/domain/site/request-log.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
afterEach(() => bench.engine.close());

const read = () => bodyOf(bench.ask('GET', '/polydesk/v1/diagnostics'));

/** A site in which everything that can be written holds the canary. */
function fill(): void {
  bench = openBench({ homeUrl: 'https://canary.example' });
  bench.ask('POST', '/wp/v2/settings', { title: 'Canary title', description: 'canary' });
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR', slug: 'canary', name: 'Canary' });
  bench.ask('POST', '/pll/v1/settings', { domains: { canary: 'https://canary.example' } });
  bench.ask('POST', '/wp/v2/posts', { title: 'canary', content: 'canary', slug: 'canary', status: 'publish' });
  bench.ask('POST', '/wp/v2/tags', { name: 'canary' });
  const note = (path: string, code: string) =>
    requestLog(bench.engine.site).note({
      request: { method: 'POST', path, query: { q: 'canary' }, body: { title: 'canary' } },
      caller: { name: 'canary', token: 'canary', origin: 'token' },
      status: 404,
      took: 3,
      answer: JSON.stringify({ code, message: 'canary' }),
    });
  note('/wp/v2/posts/4711', 'rest_post_invalid_id');
  note('/canary/v1/canary', 'rest_no_route');
  const error = new TypeError('canary\n    at canary (canary.ts:1:1)');
  faultLog(bench.engine.site).note('0123abcd', error);
}

test('versions, numbers, how the file is set, what failed and where', () => {
  fill();
  expect(read()).toMatchObject({
    polydesk: '0.0.0-test',
    system: { platform: process.platform, node: process.versions.node },
    site: { edition: 'extended', in_memory: true, read_only: false, pragmas: { foreign_keys: 1, synchronous: 2 } },
    numbers: { languages: 1, items: 1, tokens: 0 },
    settings: { force_lang: 1, sync: [], machine_translation_enabled: false, has_key: false },
    failed_requests: [
      { method: 'POST', route: '(none)', status: 404, code: 'rest_no_route' },
      { method: 'POST', route: '/wp/v2/posts/(?P<id>[\\d]+)', status: 404, code: 'rest_post_invalid_id' },
    ],
    faults: [{ reference: '0123abcd', name: 'TypeError' }],
  });
  const [fault] = read()['faults'] as { frames: string[] }[];
  expect(fault?.frames[0]).toMatch(/^fill \(diagnostics\.test\.ts:\d+:\d+\)$/);
});

test('nothing that anybody wrote is in it; the control shows where it would be', () => {
  fill();
  expect(JSON.stringify(read())).not.toMatch(/canary/i);
  expect(JSON.stringify(requestLog(bench.engine.site).list({ since: 0, limit: 10 }))).toMatch(/canary/);
  vi.spyOn(faultLog(bench.engine.site), 'list').mockReturnValue([
    { at: '', reference: '', name: 'Canary', frames: [] },
  ]);
  expect(JSON.stringify(read())).toMatch(/canary/i);
});

test('for administrators only', () => {
  bench = openBench();
  expect(bench.ask('GET', '/polydesk/v1/diagnostics', undefined, bench.as('editor')).status).toBe(403);
});
