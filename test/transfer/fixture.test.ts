import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dict } from '../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../support/engine.ts';
import { FIXTURE, importInto } from './support.ts';

interface Expected {
  languages: Dict[];
  posts: (Dict & { id: number; type: string; terms: Record<string, string[]> })[];
  terms: (Dict & { id: number; taxonomy: string })[];
}

const expected = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/site.expected.json'), 'utf8'),
) as Expected;
const BASES: Readonly<Record<string, string>> = {
  post: 'posts',
  page: 'pages',
  attachment: 'media',
  category: 'categories',
  post_tag: 'tags',
};

describe('the real export of the fixtures, read back through the interface', () => {
  let bench: Bench;
  beforeAll(() => {
    bench = openBench();
    importInto(bench.engine.site, { path: FIXTURE });
  });
  afterAll(() => bench.engine.close());

  // As sent over the wire: undefined values are absent.
  const get = (path: string, query: Dict = {}): Dict =>
    JSON.parse(JSON.stringify(bodyOf(bench.engine.dispatch({ method: 'GET', path, query }, bench.admin)))) as Dict;

  test('languages, but for their order, which no file carries', () => {
    const languages = get('/pll/v1/languages') as unknown as Dict[];
    const shown = languages.map((language) => ({
      ...only(language, Object.keys(expected.languages[0] ?? {})),
      term_group: 0,
    }));
    expect(shown).toEqual(expected.languages.map((language) => ({ ...language, term_group: 0 })));
  });

  test.each(expected.posts.map((post) => [post.type, post.id, post] as const))('%s %d', (type, id, wanted) => {
    const item = get(`/wp/v2/${BASES[type] ?? type}/${id}`, { context: 'edit' });
    const { terms, parent, ...fields } = wanted;
    const defaults = {
      sticky: false,
      format: 'standard',
      password: '',
      featured_media: 0,
      menu_order: 0,
      lang: '',
      translations: {},
    };
    const shown: Dict = { ...defaults, ...item, title: (item['title'] as Dict)['raw'] };
    expect(only(shown, Object.keys(fields))).toEqual(fields);
    expect(item[type === 'attachment' ? 'post' : 'parent'] ?? 0).toBe(parent);
    for (const [taxonomy, slugs] of Object.entries(terms)) {
      if (taxonomy === 'post_format') continue;
      const ids = item[BASES[taxonomy] ?? taxonomy] as number[];
      const own = ids.map((term) => get(`/wp/v2/${BASES[taxonomy] ?? taxonomy}/${term}`)['slug']);
      expect(own.sort()).toEqual([...slugs].sort());
    }
  });

  test.each(expected.terms.map((term) => [term.taxonomy, term.id, term] as const))('%s %d', (taxonomy, id, wanted) => {
    const term = get(`/wp/v2/${BASES[taxonomy] ?? taxonomy}/${id}`);
    expect(only({ parent: 0, lang: '', translations: {}, ...term }, Object.keys(wanted))).toEqual(wanted);
  });

  test('addresses are those of the real site', () => {
    const items = [
      ...readFileSync(FIXTURE, 'utf8').matchAll(/<item>[\s\S]*?<link>([^<]*)<[\s\S]*?<wp:post_id>(\d+)</g),
    ];
    expect(items).toHaveLength(expected.posts.length);
    for (const [, link, id] of items) {
      const type = expected.posts.find((post) => post.id === Number(id))?.type ?? '';
      const item = get(`/wp/v2/${BASES[type] ?? type}/${id}`);
      // Items that are not published have no permalink here, and no language in their address (content.md 2.2, 5.11).
      if (['publish', 'private', 'inherit'].includes(String(item['status']))) expect(item['link']).toBe(link);
    }
  });

  test('pictures keep their address and what is known of their versions', () => {
    const media = get('/wp/v2/media/1');
    expect(media['source_url']).toBe('https://multilingual.example/wp-content/uploads/2026/11/harbour.png');
    expect(media['alt_text']).toBe('A harbour');
    expect(media['media_details']).toMatchObject({
      width: 320,
      height: 200,
      file: '2026/11/harbour.png',
      sizes: { medium: { width: 300, height: 188, mime_type: 'image/png' } },
    });
  });

  test('it is one entry of the history, and a second import of the file changes nothing', () => {
    const entries = get('/polydesk/v1/history') as unknown as Dict[];
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ origin: 'import', author: 'admin' });
    const again = importInto(bench.engine.site, { path: FIXTURE });
    expect(get('/polydesk/v1/history')).toHaveLength(1);
    expect(again.posts).toMatchObject({ created: 0, updated: 0, skipped: 30, dropped: 0 });
    expect(again.terms).toMatchObject({ created: 0, updated: 0, skipped: 23 });
    expect(again.languages).toMatchObject({ created: 0, skipped: 3 });
  });
});

function only(value: Dict, names: readonly string[]): Dict {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
