import { beforeEach, describe, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR', 'ar']);
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const post = (body: Dict): number =>
  must('POST', '/wp/v2/posts', { status: 'publish', title: 'One', ...body })['id'] as number;
const pair = (): { en: number; fr: number } => {
  const en = post({ lang: 'en', title: 'Night' });
  return { en, fr: post({ lang: 'fr', title: 'Nuit', translations: { en } }) };
};
const stale = (id: number, kind = 'post'): Dict => must('GET', `/polydesk/v1/staleness/${kind}/${id}`);
const stateOf = (id: number, kind = 'post'): unknown => stale(id, kind)['state'];
const groups = (query: Dict = {}): { rows: Dict[]; total: string | undefined } => {
  const answer = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/groups', query }, bench.admin);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { rows: answer.body as Dict[], total: answer.headers['X-WP-Total'] };
};
const coverageOf = (type: string): Dict | undefined =>
  (bench.ask('GET', '/polydesk/v1/coverage').body as Dict[]).find((one) => one['type'] === type);
const undoLast = (): void => {
  const [last] = bench.ask('GET', '/polydesk/v1/history').body as Dict[];
  must('POST', `/polydesk/v1/history/${String(last?.['id'])}/undo`, {});
};

describe('what makes a translation need an update, and what confirms it', () => {
  const edit = (id: number, change: Dict) => (): unknown => must('POST', `/wp/v2/posts/${id}`, change);
  test.each<[string, (ids: { en: number; fr: number }) => (() => unknown)[], string]>([
    ['linked', () => [], 'translated'],
    ['title of the source', ({ en }) => [edit(en, { title: 'Day' })], 'needs_update'],
    ['content of the source', ({ en }) => [edit(en, { content: 'Text' })], 'needs_update'],
    ['excerpt of the source', ({ en }) => [edit(en, { excerpt: 'Text' })], 'needs_update'],
    ['another field of the source', ({ en }) => [edit(en, { sticky: true })], 'translated'],
    ['changed and changed back', ({ en }) => [edit(en, { title: 'Day' }), edit(en, { title: 'Night' })], 'translated'],
    [
      'its own text saved after by a tool',
      ({ en, fr }) => [edit(en, { title: 'Day' }), edit(fr, { title: 'Jour' })],
      'needs_update',
    ],
    [
      'its status, slug and excerpt saved after',
      ({ en, fr }) => [
        edit(en, { title: 'Day' }),
        edit(fr, { status: 'private' }),
        edit(fr, { status: 'publish', slug: 'nuit-2', excerpt: 'Sombre' }),
      ],
      'needs_update',
    ],
    [
      'another field saved after',
      ({ en, fr }) => [edit(en, { title: 'Day' }), edit(fr, { sticky: true })],
      'needs_update',
    ],
    [
      'confirmed',
      ({ en, fr }) => [edit(en, { title: 'Day' }), () => must('POST', `/polydesk/v1/staleness/post/${fr}/confirm`, {})],
      'translated',
    ],
    ['a draft', ({ en, fr }) => [edit(fr, { status: 'draft' }), edit(en, { title: 'Day' })], 'draft'],
    ['in the trash', ({ fr }) => [() => must('DELETE', `/wp/v2/posts/${fr}`)], 'trash'],
    ['change of the source undone', ({ en }) => [edit(en, { title: 'Day' }), undoLast], 'translated'],
    [
      'confirmation undone',
      ({ en, fr }) => [
        edit(en, { title: 'Day' }),
        () => must('POST', `/polydesk/v1/staleness/post/${fr}/confirm`, {}),
        undoLast,
      ],
      'needs_update',
    ],
    [
      'a third version linked, named first',
      ({ en, fr }) => [edit(en, { title: 'Day' }), () => post({ lang: 'ar', translations: { ar: 0, en, fr } })],
      'needs_update',
    ],
  ])('%s', (_name, steps, expected) => {
    const ids = pair();
    for (const step of steps(ids)) step();
    expect(stateOf(ids.fr)).toBe(expected);
    if (stateOf(ids.fr) !== 'trash') expect(stateOf(ids.en)).toBe('source');
  });

  test('the changes are shown, and the confirmation is not of wp/v2', () => {
    const { en, fr } = pair();
    must('POST', `/wp/v2/posts/${en}`, { title: 'Day', content: 'Bright' });
    expect(stale(fr)).toMatchObject({
      kind: 'post',
      id: fr,
      source: { id: en, lang: 'en' },
      confirmed_at: expect.stringContaining('T') as string,
      changes: [
        { field: 'title', before: 'Night', after: 'Day' },
        { field: 'content', before: '', after: 'Bright' },
      ],
    });
    expect(must('GET', `/wp/v2/posts/${fr}`)).not.toHaveProperty('confirmed_at');
  });

  test('confirming twice is one change', () => {
    const { en, fr } = pair();
    must('POST', `/wp/v2/posts/${en}`, { title: 'Day' });
    const confirm = () => bench.ask('POST', `/polydesk/v1/staleness/post/${fr}/confirm`, {}).headers;
    expect(confirm()).toHaveProperty('X-Polydesk-Entry');
    expect(confirm()).not.toHaveProperty('X-Polydesk-Entry');
  });

  test('an edit of a translation can be undone after another one', () => {
    const { en, fr } = pair();
    must('POST', `/wp/v2/posts/${en}`, { title: 'Day' });
    const first = bench.ask('POST', `/wp/v2/posts/${fr}`, { title: 'Jour' }).headers['X-Polydesk-Entry'] ?? '';
    must('POST', `/wp/v2/posts/${fr}`, { content: 'Clair' });
    must('POST', `/polydesk/v1/history/${first}/undo`, { force: true });
    expect(stateOf(fr)).toBe('needs_update');
  });

  test('terms by name and description', () => {
    const term = (body: Dict): number => must('POST', '/wp/v2/tags', body)['id'] as number;
    const en = term({ name: 'Night', lang: 'en' });
    const fr = term({ name: 'Nuit', lang: 'fr', translations: { en } });
    expect(stateOf(fr, 'term')).toBe('translated');
    must('POST', `/wp/v2/tags/${en}`, { description: 'Dark' });
    expect(stale(fr, 'term')).toMatchObject({
      state: 'needs_update',
      changes: [{ field: 'description', before: '', after: 'Dark' }],
    });
    must('POST', `/wp/v2/tags/${fr}`, { description: 'Sombre' });
    expect(stateOf(fr, 'term')).toBe('needs_update');
    must('POST', `/polydesk/v1/staleness/term/${fr}/confirm`, {});
    expect(stateOf(fr, 'term')).toBe('translated');
  });

  test.each([
    ['post', 9999, 404],
    ['page', 1, 404],
  ])('no such item: %s %s', (kind, id, status) => {
    expect(bench.ask('GET', `/polydesk/v1/staleness/${kind}/${id}`).status).toBe(status);
  });
});

describe('the source of a group', () => {
  test('is the item in the default language, or the earliest, or the chosen one', () => {
    const fr = post({ lang: 'fr', title: 'Nuit' });
    const ar = post({ lang: 'ar', title: 'Layl', translations: { fr } });
    expect(stale(ar)['source']).toEqual({ id: fr, lang: 'fr' });
    const en = post({ lang: 'en', title: 'Night', translations: { fr, ar } });
    expect(stale(ar)['source']).toEqual({ id: en, lang: 'en' });
    const { group } = stale(ar);
    const answer = bench.ask('PATCH', `/polydesk/v1/groups/${String(group)}`, { source: ar });
    expect(answer.body).toMatchObject({
      group,
      source: ar,
      title: 'Layl',
      items: { en: { id: en, state: 'translated' } },
    });
    must('POST', `/wp/v2/posts/${ar}`, { content: 'New' });
    expect([stateOf(en), stateOf(fr), stateOf(ar)]).toEqual(['needs_update', 'needs_update', 'source']);
    undoLast();
    undoLast();
    must('DELETE', `/wp/v2/posts/${ar}`, { force: true });
    expect(stateOf(en)).toBe('source');
  });

  test('leaves with whoever leaves', () => {
    const { en, fr } = pair();
    must('PATCH', `/polydesk/v1/groups/${String(stale(fr)['group'])}`, { source: fr });
    must('POST', `/wp/v2/posts/${fr}`, { translations: {} });
    expect([stateOf(en), stateOf(fr)]).toEqual(['source', 'source']);
    undoLast();
    expect([stateOf(en), stateOf(fr)]).toEqual(['translated', 'source']);
  });

  test.each([
    ['another item', (other: number) => ({ source: other }), 400],
    ['nothing', () => ({}), 400],
  ])('refused: %s', (_name, body, status) => {
    const { fr } = pair();
    const other = post({ lang: 'en' });
    expect(bench.ask('PATCH', `/polydesk/v1/groups/${String(stale(fr)['group'])}`, body(other)).status).toBe(status);
  });
});

describe('the matrix', () => {
  const fill = (): Record<string, number> => {
    const { en, fr } = pair();
    const lone = post({ lang: 'en', title: 'Alone' });
    const old = pair();
    must('POST', `/wp/v2/posts/${old.en}`, { title: 'Newer' });
    const unfinished = pair();
    must('POST', `/wp/v2/posts/${unfinished.fr}`, { status: 'draft' });
    return { en, fr, lone, old: old.en, unfinished: unfinished.en };
  };
  const NONE = {
    source: 0,
    translated: 0,
    needs_update: 0,
    partial: 0,
    draft: 0,
    untranslated: 0,
    words: 0,
    words_missing: 0,
  };

  test('coverage counts items by state', () => {
    fill();
    expect(coverageOf('post')).toEqual({
      kind: 'post',
      type: 'post',
      groups: 4,
      work: { todo: 4, missing: 4, needs_update: 1, partial: 0, draft: 1, no_language: 0 },
      pending: 0,
      languages: {
        en: { ...NONE, source: 4, missing: 0 },
        fr: { ...NONE, translated: 1, needs_update: 1, draft: 1, missing: 1, words_missing: 1 },
        ar: { ...NONE, missing: 4, words_missing: 4 },
      },
    });
  });

  test.each<[string, Dict, string[]]>([
    ['all', {}, ['en', 'lone', 'old', 'unfinished']],
    ['missing in French', { lang: 'fr', state: 'missing' }, ['lone']],
    ['missing in Arabic', { lang: 'ar', state: 'missing' }, ['en', 'lone', 'old', 'unfinished']],
    ['missing somewhere', { state: 'missing' }, ['en', 'lone', 'old', 'unfinished']],
    ['something to do', { state: 'todo' }, ['en', 'lone', 'old', 'unfinished']],
    ['something to do in French', { lang: 'fr', state: 'todo' }, ['lone', 'old', 'unfinished']],
    ['something to do in English', { lang: 'en', state: 'todo' }, []],
    ['by author', { author: 1 }, ['en', 'lone', 'old', 'unfinished']],
    ['by a term nobody has', { term: 999 }, []],
    ['changed since', { modified_after: '2020-01-01T00:00:00Z' }, ['en', 'lone', 'old', 'unfinished']],
    ['changed since, none', { modified_after: '2999-01-01T00:00:00Z' }, []],
    ['needs an update', { state: 'needs_update' }, ['old']],
    ['needs an update in French', { lang: 'fr', state: 'needs_update' }, ['old']],
    ['needs an update in English', { lang: 'en', state: 'needs_update' }, []],
    ['draft', { state: 'draft' }, ['unfinished']],
    ['translated', { state: 'translated' }, ['en']],
    ['in French', { lang: 'fr' }, ['en', 'old', 'unfinished']],
    ['by status', { status: 'draft' }, ['unfinished']],
    ['by status in a language', { status: 'draft', lang: 'en' }, []],
    ['by text of any language', { search: 'nuit' }, ['en', 'old', 'unfinished']],
    ['by text and state', { search: 'nuit', lang: 'fr', state: 'draft' }, ['unfinished']],
  ])('groups: %s', (_name, query, names) => {
    const ids = fill();
    const list = groups(query);
    expect(list.rows.map((row) => row['source']).sort()).toEqual(names.map((name) => ids[name]).sort());
    expect(list.total).toBe(String(names.length));
    const byTitle = groups({ ...query, orderby: 'title' }).rows.map((row) => row['title'] as string);
    expect(byTitle).toEqual([...byTitle].sort());
  });

  test('posts without a language are rows of their own, and can be given one together', () => {
    fill();
    const alone = [post({ lang: 'ar', title: 'B' }), post({ lang: 'ar', title: 'A' })];
    const ar = (bench.ask('GET', '/pll/v1/languages').body as Dict[]).find((one) => one['slug'] === 'ar');
    must('DELETE', `/pll/v1/languages/${String(ar?.['term_id'])}`, { force: true });
    const without = groups({ state: 'no_language', orderby: 'title' });
    expect(without.total).toBe('2');
    expect(without.rows).toMatchObject([
      { group: 0, source: alone[1], title: 'A', items: {} },
      { group: 0, source: alone[0], title: 'B', items: {} },
    ]);
    expect(groups({ state: 'no_language', search: 'A' }).rows).toHaveLength(1);
    expect(coverageOf('post')?.['work']).toMatchObject({ no_language: 2 });
    must('POST', '/polydesk/v1/bulk', { action: 'language', filter: { state: 'no_language' }, lang: 'fr' });
    expect(groups({ state: 'no_language' }).total).toBe('0');
    expect(alone.map((id) => must('GET', `/wp/v2/posts/${id}`)['lang'])).toEqual(['fr', 'fr']);
  });

  test('a row holds its items', () => {
    const { en = 0, fr = 0 } = fill();
    const row = groups().rows.find((one) => one['source'] === en);
    const modified = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(row).toEqual({
      group: stale(en)['group'],
      kind: 'post',
      type: 'post',
      source: en,
      title: 'Night',
      modified,
      pending: false,
      items: {
        en: { id: en, title: 'Night', status: 'publish', state: 'source', untranslated: 0, modified },
        fr: { id: fr, title: 'Nuit', status: 'publish', state: 'translated', untranslated: 0, modified },
      },
    });
  });

  test('pages follow each other', () => {
    const ids = fill();
    const pages = [1, 2, 3, 4, 5].map((page) => groups({ page, per_page: 1, orderby: 'id' }).rows[0]?.['source']);
    expect(pages).toEqual([ids['en'], ids['lone'], ids['old'], ids['unfinished'], undefined]);
  });

  test.each([
    [{ type: 'attachment' }, 200],
    [{ type: 'revision' }, 400],
    [{ lang: 'xx' }, 400],
    [{ state: 'odd' }, 400],
    [{ kind: 'term' }, 200],
    [{ kind: 'term', search: 'x' }, 200],
  ])('asked with %j: %i', (query, status) => {
    expect(bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/groups', query }, bench.admin).status).toBe(
      status,
    );
  });

  test.each(['/coverage', '/groups', '/staleness/post/1'])('%s is for editors', (path) => {
    expect(bench.ask('GET', `/polydesk/v1${path}`, undefined, bench.as('author')).status).toBe(403);
    expect(bench.ask('GET', `/polydesk/v1${path}`, undefined, bench.as('editor')).status).not.toBe(403);
  });
});
