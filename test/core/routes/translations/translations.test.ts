import { beforeEach, describe, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';
import { bodyOf } from '../../../support/engine.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR', 'ar']);
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const add = (base: string, body: Dict): number => must('POST', `/wp/v2/${base}`, body)['id'] as number;
const translate = (body: Dict) => bench.ask('POST', '/polydesk/v1/translations', body);

describe('a new translation', () => {
  test('of a post is an empty draft in the group, with the data of the item', () => {
    const tag = add('tags', { name: 'Sky', lang: 'en' });
    const ciel = add('tags', { name: 'Ciel', lang: 'fr', translations: { en: tag } });
    const en = add('posts', {
      title: 'Night',
      content: 'Dark',
      status: 'publish',
      lang: 'en',
      tags: [tag],
      sticky: true,
    });
    const answer = translate({ kind: 'post', id: en, lang: 'fr' });
    expect(answer.status).toBe(201);
    const made = bodyOf(answer);
    expect(made).toMatchObject({ kind: 'post', type: 'post', lang: 'fr', title: '', status: 'draft' });
    expect(must('GET', `/wp/v2/posts/${String(made['id'])}`)).toMatchObject({
      status: 'draft',
      tags: [ciel],
      sticky: true,
      translations: { en, fr: made['id'] },
    });
    expect(must('GET', `/polydesk/v1/staleness/post/${String(made['id'])}`)).toMatchObject({
      state: 'draft',
      source: { id: en },
      group: made['group'],
    });
  });

  test('without copying has no more than its language, and may have a title', () => {
    const en = add('posts', { title: 'Night', lang: 'en', sticky: true });
    const made = bodyOf(translate({ kind: 'post', id: en, lang: 'fr', copy: false, title: 'Nuit' }));
    expect(must('GET', `/wp/v2/posts/${String(made['id'])}`)).toMatchObject({
      title: { rendered: 'Nuit' },
      sticky: false,
      translations: { en },
    });
  });

  test('with the texts of its source is the whole of it, byte for byte; not by itself', () => {
    const content = '<!-- wp:image {"id":7} -->\n<figure><img src="/a.jpg" alt="Dark"/></figure>\n<!-- /wp:image -->';
    const en = add('posts', { title: 'Night & day', content, excerpt: 'Dark', lang: 'en' });
    const raw = (id: unknown) => must('GET', `/wp/v2/posts/${String(id)}`, { context: 'edit' });
    const made = bodyOf(translate({ kind: 'post', id: en, lang: 'fr', texts: 'source' }));
    const filled = { title: { raw: 'Night & day' }, content: { raw: content }, excerpt: { raw: 'Dark' } };
    expect(raw(made['id'])).toMatchObject({ ...filled, status: 'draft' });
    const empty = bodyOf(translate({ kind: 'post', id: en, lang: 'ar' }));
    expect(raw(empty['id'])).toMatchObject({ title: { raw: '' }, content: { raw: '' } });
    expect(translate({ kind: 'post', id: en, lang: 'fr', texts: 'source' })).toMatchObject({
      status: 409,
      body: { code: 'polydesk_translation_exists', data: { id: made['id'] } },
    });
    expect(translate({ kind: 'post', id: en, lang: 'ar', texts: 'all' }).status).toBe(400);
  });

  test('records its source in the history, and so does its confirmation', () => {
    const last = () =>
      (bench.ask('GET', '/polydesk/v1/history', { limit: '1' }).body as { summary: string }[])[0]?.summary;
    const post = add('posts', { title: 'Night', lang: 'en' });
    const made = bodyOf(translate({ kind: 'post', id: post, lang: 'fr', title: 'Nuit' }))['id'] as number;
    expect(last()).toBe('Started French translation of “Night”');
    must('PATCH', `/wp/v2/posts/${post}`, { content: 'Dark' });
    must('POST', `/polydesk/v1/staleness/post/${made}/confirm`, {});
    expect(last()).toBe('Confirmed the translation “Nuit”');
    translate({ kind: 'term', id: add('categories', { name: 'A & B', lang: 'en' }), lang: 'fr' });
    expect(last()).toBe('Started French translation of “A & B”');
    const plain = add('posts', { content: 'Dark', lang: 'en' });
    translate({ kind: 'post', id: plain, lang: 'fr' });
    expect(last()).toBe(`Started French translation of number ${plain}`);
  });

  test('of a term has its name, and its parent in the language', () => {
    const en = add('categories', { name: 'Sport', lang: 'en' });
    const fr = bodyOf(translate({ kind: 'term', id: en, lang: 'fr', title: 'Le sport' }))['id'];
    const child = add('categories', { name: 'A & B', lang: 'en', parent: en });
    const made = bodyOf(translate({ kind: 'term', id: child, lang: 'fr' }));
    expect(made).toMatchObject({ kind: 'term', type: 'category', title: 'A &amp; B', status: null });
    expect(must('GET', `/wp/v2/categories/${String(made['id'])}`)).toMatchObject({
      parent: fr,
      translations: { en: child },
    });
  });

  test('joins a group of several, and one undo takes it back', () => {
    const en = add('posts', { title: 'Night', lang: 'en' });
    const fr = bodyOf(translate({ kind: 'post', id: en, lang: 'fr' }))['id'];
    const answer = translate({ kind: 'post', id: fr, lang: 'ar' });
    const ar = bodyOf(answer)['id'];
    expect(must('GET', `/wp/v2/posts/${en}`)['translations']).toEqual({ en, fr, ar });
    must('POST', `/polydesk/v1/history/${answer.headers['X-Polydesk-Entry'] ?? ''}/undo`, {});
    expect(must('GET', `/wp/v2/posts/${en}`)['translations']).toEqual({ en, fr });
  });

  test.each<[string, (en: number) => Dict, number, string]>([
    ['into its own language', (id) => ({ kind: 'post', id, lang: 'en' }), 409, 'polydesk_translation_exists'],
    ['into none', (id) => ({ kind: 'post', id, lang: 'xx' }), 400, 'rest_invalid_param'],
    ['of nothing', () => ({ kind: 'post', id: 999, lang: 'fr' }), 404, 'polydesk_not_found'],
    ['of another kind', (id) => ({ kind: 'file', id, lang: 'fr' }), 400, 'rest_invalid_param'],
    ['without a language', (id) => ({ kind: 'post', id }), 400, 'rest_missing_callback_param'],
  ])('refused %s', (_name, body, status, code) => {
    const answer = translate(body(add('posts', { title: 'Night', lang: 'en' })));
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers).not.toHaveProperty('X-Polydesk-Entry');
  });

  test('is for administrators', () => {
    const id = add('posts', { title: 'Night', lang: 'en' });
    const ask = bench.ask('POST', '/polydesk/v1/translations', { kind: 'post', id, lang: 'fr' }, bench.as('editor'));
    expect(ask.status).toBe(403);
  });
});

describe('likely partners', () => {
  const links = (query: Dict): Dict[] => {
    const answer = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/links', query }, bench.admin);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as Dict[];
  };
  const fill = (): Record<string, number> => {
    const post = (lang: string, slug: string, title: string, date: string): number =>
      add('posts', { lang, slug, title, date: `2024-0${date}-01T00:00:00`, status: 'publish' });
    return {
      en: post('en', 'berlin', 'Berlin by night', '1'),
      slug: post('fr', 'berlin', 'Autre chose', '5'),
      title: post('fr', 'nuit', 'Berlin by nuit', '6'),
      date: post('fr', 'x', 'Été', '1'),
      other: post('fr', 'y', 'Zoo', '7'),
      ar: post('ar', 'berlin', 'Berlin', '1'),
    };
  };

  test('are sorted best first, each with the reason', () => {
    const ids = fill();
    const found = links({ kind: 'post', id: ids['en'], lang: 'fr' });
    expect(found.map(({ id, reason }) => [id, reason])).toEqual(
      ['slug', 'title', 'date', 'other'].map((reason) => [ids[reason], reason]),
    );
    expect(found[0]).toEqual({ id: ids['slug'], title: 'Autre chose', reason: 'slug', unlinks: [] });
  });

  test('name the items that lose a link', () => {
    const ids = fill();
    must('POST', `/wp/v2/posts/${ids['slug'] ?? 0}`, { translations: { ar: ids['ar'] } });
    must('POST', `/wp/v2/posts/${ids['en'] ?? 0}`, { translations: { fr: ids['other'] } });
    const found = links({ kind: 'post', id: ids['en'], lang: 'fr' });
    // Already linked, so last, although its slug is the same.
    expect(found.map(({ id }) => id)).toEqual([ids['title'], ids['date'], ids['slug']]);
    const other = { id: ids['other'], lang: 'fr', title: 'Zoo' };
    expect(found[0]?.['unlinks']).toEqual([other]);
    expect(found[2]?.['unlinks']).toEqual([{ id: ids['ar'], lang: 'ar', title: 'Berlin' }, other]);
  });

  test('can be searched', () => {
    const ids = fill();
    expect(links({ kind: 'post', id: ids['en'], lang: 'fr', search: 'zoo' }).map(({ id }) => id)).toEqual([
      ids['other'],
    ]);
    expect(links({ kind: 'post', id: ids['en'], lang: 'fr', search: 'nothing' })).toEqual([]);
  });

  test('of terms', () => {
    const en = add('tags', { name: 'Café', lang: 'en' });
    const zoo = add('tags', { name: 'Zoo', lang: 'fr' });
    const fr = add('tags', { name: 'Cafe', lang: 'fr' });
    expect(links({ kind: 'term', id: en, lang: 'fr' }).map(({ id, reason }) => [id, reason])).toEqual([
      [fr, 'slug'],
      [zoo, 'other'],
    ]);
    expect(links({ kind: 'term', id: en, lang: 'fr', search: 'zoo' }).map(({ id }) => id)).toEqual([zoo]);
  });

  test.each([
    [{ kind: 'post', id: 999, lang: 'fr' }, 404],
    [{ kind: 'post', id: 1, lang: 'fr' }, 404],
    [{ kind: 'post', lang: 'fr' }, 400],
  ])('asked with %j: %i', (query, status) => {
    expect(bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/links', query }, bench.admin).status).toBe(
      status,
    );
  });
});
