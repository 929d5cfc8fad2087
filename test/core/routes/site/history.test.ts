import { beforeEach, expect, test, vi } from 'vitest';
import { createCaller, GUEST } from '../../../../core/domain/access/capabilities.ts';
import type { Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  return () => {
    bench.engine.close();
  };
});

const HISTORY = '/polydesk/v1/history';
const SETTINGS = '/pll/v1/settings';
const setMode = (mode: number): string =>
  bench.ask('POST', SETTINGS, { force_lang: mode }).headers['X-Polydesk-Entry'] ?? '';
const mode = (): unknown => (bench.ask('GET', SETTINGS).body as Dict)['force_lang'];
const list = (query: Dict = {}) => bench.engine.dispatch({ method: 'GET', path: HISTORY, query }, bench.admin);
const ids = (body: unknown): unknown => (body as Dict[]).map(({ id }) => id);

test('a write names its entry, and the list shows it', () => {
  expect(setMode(2)).toBe('1');
  expect(bench.ask('POST', SETTINGS, { force_lang: 2 }).headers).not.toHaveProperty('X-Polydesk-Entry');
  const answer = list();
  expect(answer.headers).toMatchObject({ 'X-WP-Total': '1' });
  expect(answer.body).toMatchObject([
    {
      id: 1,
      author: 'admin',
      origin: 'window',
      items: [{ kind: 'settings', id: 'force_lang', op: 'update' }],
      undone_by: null,
      undoes: null,
    },
  ]);
});

test('an entry shows each field before and after', () => {
  setMode(2);
  setMode(3);
  expect(bench.ask('GET', `${HISTORY}/2`).body).toMatchObject({
    id: 2,
    changes: [{ kind: 'settings', id: 'force_lang', field: 'value', before: 2, after: 3 }],
  });
});

test('undo answers the time that is stored, however long it takes', () => {
  setMode(2);
  let now = Date.parse('2026-01-01T00:00:00Z');
  vi.spyOn(bench.engine.site, 'now').mockImplementation(() => new Date((now += 1)));
  const answer = bench.ask('POST', `${HISTORY}/1/undo`, {});
  expect((list().body as unknown[])[0]).toEqual(answer.body);
});

test('undo answers the new entry as in the history, and notifies listeners', () => {
  const told: number[] = [];
  bench.engine.onChange(({ id }) => told.push(id));
  setMode(2);
  const answer = bench.ask('POST', `${HISTORY}/1/undo`, {});
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'X-Polydesk-Entry': '2' },
    body: { id: 2, origin: 'undo', undoes: 1, undone_by: null },
  });
  expect((list().body as unknown[])[0]).toEqual(answer.body);
  expect(mode()).toBe(1);
  expect(bench.ask('POST', `${HISTORY}/2/undo`).body).toMatchObject({ id: 3, undoes: 2 });
  expect(mode()).toBe(2);
  expect(told).toEqual([1, 2, 3]);
});

test('a conflict is a 409 with its list; force goes on', () => {
  setMode(2);
  setMode(3);
  expect(bench.ask('POST', `${HISTORY}/1/undo`)).toMatchObject({
    status: 409,
    body: {
      code: 'polydesk_conflict',
      data: { status: 409, conflicts: [{ kind: 'settings', id: 'force_lang', field: 'value', now: 3, then: 2 }] },
    },
  });
  expect(mode()).toBe(3);
  expect(bench.ask('POST', `${HISTORY}/1/undo`, { force: true }).status).toBe(200);
  expect(mode()).toBe(1);
});

test('a language made and used, undone step by step', () => {
  const before = [bench.ask('GET', '/pll/v1/languages').body, bench.ask('GET', '/wp/v2/categories').body];
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  bench.ask('POST', SETTINGS, {
    default_lang: 'fr',
    force_lang: 3,
    domains: { fr: 'http://fr.test', en: 'http://en.test' },
  });
  bench.ask(
    'DELETE',
    `/pll/v1/languages/${(bench.ask('GET', '/pll/v1/languages').body as { term_id: number }[])[0]?.term_id}`,
  );
  expect(bench.ask('POST', `${HISTORY}/2/undo`)).toMatchObject({ status: 409 });
  for (const id of [4, 3, 2, 1]) expect(bench.ask('POST', `${HISTORY}/${id}/undo`)).toMatchObject({ status: 200 });
  expect([bench.ask('GET', '/pll/v1/languages').body, bench.ask('GET', '/wp/v2/categories').body]).toEqual(before);
});

test.each<[string, string, string, number, string]>([
  ['an entry that never was', 'GET', `${HISTORY}/99`, 404, 'rest_invalid_id'],
  ['undo of one that never was', 'POST', `${HISTORY}/99/undo`, 404, 'rest_invalid_id'],
  ['undo of what was undone', 'POST', `${HISTORY}/1/undo`, 410, 'polydesk_gone'],
  ['no number', 'GET', `${HISTORY}/x`, 404, 'rest_no_route'],
])('%s', (_name, method, path, status, code) => {
  setMode(2);
  bench.ask('POST', `${HISTORY}/1/undo`);
  expect(bench.ask(method, path)).toMatchObject({ status, body: { code } });
});

test.each<[Dict, unknown]>([
  [{ limit: '2' }, [3, 2]],
  [{ limit: '2', before: '3' }, [2, 1]],
  [{ kind: 'settings', id: 'force_lang' }, [3, 2, 1]],
  [{ author: 'nobody' }, []],
  [{ limit: '201' }, 'rest_out_of_bounds'],
  [{ limit: '0' }, 'rest_out_of_bounds'],
  [{ before: 'x' }, 'rest_invalid_type'],
])('the list asked with %j', (query, wanted) => {
  [2, 3, 1].forEach(setMode);
  const { body } = list(query);
  if (Array.isArray(wanted)) expect(ids(body)).toEqual(wanted);
  else expect(JSON.stringify(body)).toContain(wanted);
});

test('the feed: oldest first, with its position', () => {
  [2, 3, 1].forEach(setMode);
  const feed = (query: Dict) =>
    bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/changes', query }, bench.admin);
  expect(feed({ since: '1' }).body).toMatchObject({ entries: [{ id: 2 }, { id: 3 }], latest: 3 });
  expect(feed({}).body).toMatchObject({ entries: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  expect(feed({ since: '9' })).toMatchObject({ status: 410, body: { code: 'polydesk_gone' } });
});

test('a token that only reads follows what it may read, without names and words; control: an editor gets both', () => {
  const make = (body: Dict): number => (bench.ask('POST', '/wp/v2/posts', body).body as { id: number }).id;
  const shown = make({ title: 'Out', status: 'publish' });
  const hidden = make({ title: 'Secret plan', status: 'draft' });
  bench.ask('POST', '/wp/v2/categories', { name: 'Internal' });
  bench.ask('DELETE', `/wp/v2/posts/${hidden}?force=true`);
  setMode(2);
  const feed = (role: 'subscriber' | 'editor') =>
    bench.ask('GET', '/polydesk/v1/changes', undefined, bench.as(role)).body as { entries: Dict[]; latest: number };
  const { entries, latest } = feed('subscriber');
  expect(latest).toBe(5);
  expect(entries.map(({ id, items }) => [id, items])).toEqual([
    [1, [{ kind: 'post', id: shown, op: 'create' }]],
    [2, []],
    [3, [{ kind: 'term', id: expect.any(Number) as number, op: 'create' }]],
    [4, []],
    [5, []],
  ]);
  expect(entries[1]).toMatchObject({ author: '', token: '', summary: '', code: 'text', item_count: 0 });
  expect(JSON.stringify(entries)).not.toMatch(/secret|internal|admin|force_lang/i);
  expect(JSON.stringify(feed('editor'))).toMatch(/Secret plan.*Internal/);
  const stream = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/events' }, bench.as('subscriber'));
  expect(stream.stream).toMatchObject({ requests: false });
  const query = { requests: '1' };
  const log = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/events', query }, bench.as('subscriber'));
  expect(log.status).toBe(403);
});

test.each<[string, string, Record<string, number>]>([
  ['GET', HISTORY, { guest: 401, subscriber: 403, author: 403, editor: 200, administrator: 200 }],
  ['GET', `${HISTORY}/1`, { guest: 401, subscriber: 403, author: 403, editor: 200, administrator: 200 }],
  ['GET', `${HISTORY}/writers`, { guest: 401, subscriber: 403, author: 403, editor: 200, administrator: 200 }],
  ['GET', '/polydesk/v1/changes', { guest: 401, subscriber: 200, author: 200, editor: 200, administrator: 200 }],
  ['GET', '/polydesk/v1/events', { guest: 401, subscriber: 200, author: 200, editor: 200, administrator: 200 }],
  ['POST', `${HISTORY}/1/undo`, { guest: 401, subscriber: 403, author: 403, editor: 403, administrator: 200 }],
])('%s %s by role', (method, path, wanted) => {
  setMode(2);
  const found = Object.keys(wanted).map((who) => {
    const caller = who === 'guest' ? GUEST : bench.as(who as 'editor');
    return [who, bench.ask(method, path, undefined, caller).status];
  });
  expect(Object.fromEntries(found)).toEqual(wanted);
});

test('a secret is neither in the history nor in a conflict', async () => {
  const send = async (api_key: string): Promise<void> => {
    const body = { machine_translation_services: { mt_provider: { api_key, formality: 'prefer_more' } } };
    await bench.engine.ask({ method: 'POST', path: SETTINGS, body }, bench.admin);
  };
  await send('canary-1');
  await send('canary-2');
  const said = JSON.stringify([
    list().body,
    bench.ask('GET', `${HISTORY}/1`).body,
    bench.ask('POST', `${HISTORY}/1/undo`).body,
    list().body,
  ]);
  expect(said).not.toContain('canary');
  for (const id of bench.secrets.keys()) expect(said).not.toContain(id);
});

test('sentences name languages and terms as people read them, not as they are stored', () => {
  const made = bench.ask('POST', '/pll/v1/languages', { locale: 'en_US', name: 'A & B' });
  expect(made.body).toMatchObject({ name: 'A &amp; B', flag: expect.stringContaining('alt="A &amp; B"') });
  const [one, other] = ['C & D', '1 < 2'].map(
    (name) => (bench.ask('POST', '/wp/v2/tags', { name }).body as { id: number }).id,
  );
  bench.ask('POST', `/polydesk/v1/terms/${String(one)}/merge`, { into: other });
  const { body } = bench.ask('GET', '/polydesk/v1/history');
  const summaries = (body as { summary: string }[]).map(({ summary }) => summary);
  expect(summaries.slice(0, 4)).toEqual([
    'Merged “C & D” into “1 < 2”',
    'Added the tag “1 < 2”',
    'Added the tag “C & D”',
    'Added the language English',
  ]);
  bench.ask('POST', '/pll/v1/settings', { force_lang: 3 });
  expect(bench.ask('POST', '/pll/v1/settings', { domains: {} }).body).toMatchObject({
    code: 'pll_empty_domains',
    message: 'Give an address to each language; missing: A & B.',
  });
});

test('an entry describes its change by a code with parameters, including those of a batch and of an undo', () => {
  bench.ask('POST', '/pll/v1/languages', { locale: 'de_DE' });
  const requests = ['A', 'B'].map((title) => ({ method: 'POST', path: '/wp/v2/posts', body: { title, lang: 'de' } }));
  const { body } = bench.ask('POST', '/batch/v1', { requests });
  const ids = (body as { responses: { body: { id: number } }[] }).responses.map((one) => one.body.id);
  setMode(2);
  bench.ask('POST', `${HISTORY}/3/undo`);
  bench.ask('POST', `${HISTORY}/4/undo`);
  const changed = { code: 'settings.changed', params: { settings: ['force_lang'] } };
  const added = (at: number) => ({
    code: 'post.added',
    params: { type: 'post', item: { id: ids[at], title: 'AB'[at] } },
  });
  expect(list().body).toMatchObject([
    { summary: 'Redid “Changed URL format”', code: 'redo', params: { what: changed } },
    { summary: 'Undid “Changed URL format”', code: 'undo', params: { what: changed } },
    { summary: 'Changed URL format', ...changed },
    { summary: '2 changes: Added the post “A”, and more', code: 'batch', params: { parts: [added(0), added(1)] } },
    { summary: 'Added the language German', code: 'language.added', params: { lang: 'de', name: 'Deutsch' } },
  ]);
  bench.ask('POST', `${HISTORY}/2/undo`);
  expect(list({ limit: 1 }).body).toMatchObject([{ summary: 'Undid “2 changes: Added the post ‘A’, and more”' }]);
});

test('a search matches each word: of the sentence, the author, the token, or its meanings', () => {
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  bench.ask('POST', '/wp/v2/tags', { name: '100% "bikes"' });
  bench.ask('POST', `${HISTORY}/2/undo`);
  const found = (search: string, means?: Dict): unknown => ids(list({ search, ...(means && { means }) }).body);
  expect(found('french added language')).toEqual([1]);
  // The tag is in French.
  expect(found('french added')).toEqual([3, 2, 1]);
  expect(found('ADMIN')).toEqual([3, 2, 1]);
  expect(found('“100% bikes”')).toEqual([3, 2]);
  expect(found('"bikes')).toEqual([3, 2]);
  expect(found('undid added')).toEqual([3]);
  expect(found('langue')).toEqual([]);
  expect(found('langue', { w0: ['language.added'] })).toEqual([1]);
  expect(found('langue bikes', { w0: ['language.added', 'term.added'], w1: [] })).toEqual([3, 2]);
  expect(found('allemand', { w0: ['de'] })).toEqual([]);
  // Control: a code stands for itself alone, and names no other.
  expect(found('qqq', { w0: ['language.ad'] })).toEqual([]);
  expect(found('qqq', { w0: ['%'] })).toEqual([]);
  expect(list({ search: 'x', means: '5' }).status).toBe(400);
});

test('a search finds by names and values of the fields that were changed, and by titles', () => {
  const path = `/wp/v2/posts/${String((bench.ask('POST', '/wp/v2/posts', { title: 'Night' }).body as Dict)['id'])}`;
  bench.ask('POST', path, { excerpt: 'Over the black hills' });
  bench.ask('POST', path, { excerpt: 'Over the white hills' });
  bench.ask('POST', path, { slug: 'nacht' });
  const found = (search: string): unknown => ids(list({ search }).body);
  expect(found('excerpt')).toEqual([3, 2]);
  expect(found('black')).toEqual([3, 2]);
  expect(found('white excerpt')).toEqual([3]);
  expect(found('hills')).toEqual([2]);
  expect(found('nacht')).toEqual([4]);
  expect(found('night')).toEqual([4, 3, 2, 1]);
  expect(found('title')).toEqual([1]);
});

test('every author is available as a filter, also beyond the first page of the list', () => {
  const reader = createCaller({ name: 'eve', userId: 2, role: 'administrator', origin: 'token', token: 'deploy' });
  bench.ask('POST', SETTINGS, { force_lang: 2 }, reader);
  for (let i = 0; i < 60; i++) setMode((i % 2) + 2);
  const { body } = bench.ask('GET', `${HISTORY}/writers`);
  expect(body).toEqual([
    { author: 'admin', token: '' },
    { author: 'eve', token: 'deploy' },
  ]);
  expect(ids(list({ token: 'deploy' }).body)).toEqual([1]);
});

test('no secret is found', async () => {
  const body = { machine_translation_services: { mt_provider: { api_key: 'canary-1', formality: 'prefer_more' } } };
  await bench.engine.ask({ method: 'POST', path: SETTINGS, body }, bench.admin);
  expect(ids(list({ search: 'prefer_more' }).body)).toEqual([1]);
  for (const secret of ['canary', ...bench.secrets.keys()]) expect(ids(list({ search: secret }).body)).toEqual([]);
});
