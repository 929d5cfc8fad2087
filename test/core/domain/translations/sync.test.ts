import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SYNC_ITEMS, type SyncItem } from '../../../../core/schema/settings/settings.ts';
import type { Dict } from '../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

/** The rule table of `content.md` 6 over plain objects, without a database. */
const CODES = ['en', 'fr', 'ar'];
const FIELDS = [
  'comment_status',
  'ping_status',
  'menu_order',
  'date',
  'format',
  'sticky',
  'template',
  'parent',
] as const;

interface Item extends Dict {
  id: number;
  lang: string;
  group: number;
  /** Tags by name: "a-en" is the translation of "a-fr"; "b" exists in English and French only, "c" in English only. */
  tags: string[];
  meta: Dict;
}

const TAGS = ['a-en', 'a-fr', 'a-ar', 'b-en', 'b-fr', 'c-en'];

/** The tag of the same letter in a language. */
function tagIn(tag: string, lang: string): string | undefined {
  return TAGS.find((one) => one === `${tag.slice(0, 1)}-${lang}`);
}

function pushed(from: Item, to: Item, items: readonly SyncItem[]): Item {
  const out: Item = { ...to };
  const same = (item: SyncItem, field: string): void => {
    if (items.includes(item)) out[field] = from[field];
  };
  same('comment_status', 'comment_status');
  same('ping_status', 'ping_status');
  same('post_date', 'date');
  same('post_format', 'format');
  same('sticky_posts', 'sticky');
  same('_cms_page_template', 'template');
  same('_thumbnail_id', 'featured_media');
  same('post_meta', 'meta');
  if (items.includes('taxonomies')) {
    const mapped = from.tags.flatMap((tag) => tagIn(tag, to.lang) ?? []);
    const kept = to.tags.filter((tag) => tagIn(tag, from.lang) === undefined);
    out.tags = [...new Set([...mapped, ...kept])].sort();
  }
  return out;
}

const change = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    status: fc.constantFrom('draft', 'publish'),
    comment_status: fc.constantFrom('open', 'closed'),
    ping_status: fc.constantFrom('open', 'closed'),
    date: fc.constantFrom('2025-01-01T00:00:00', '2025-02-02T10:00:00'),
    format: fc.constantFrom('standard', 'aside', 'quote'),
    sticky: fc.boolean(),
    template: fc.constantFrom('', 'wide.php'),
    tags: fc.subarray(['a', 'b', 'c']),
    meta: fc.record({ mood: fc.constantFrom('', 'good', null) }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), post: fc.nat(5), change }),
  fc.record({ kind: fc.constant('settings' as const), sync: fc.subarray([...SYNC_ITEMS]) }),
  fc.record({ kind: fc.constant('link' as const), post: fc.nat(5), other: fc.nat(5) }),
);

test('after each save every translation has exactly the values of the rule table', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
      const bench = openBench({ contentModel: MODEL });
      try {
        play(bench, steps);
      } finally {
        bench.engine.close();
      }
    }),
    { numRuns: 30 },
  );
});

const MODEL = {
  page_templates: ['wide.php'],
  post_meta: [{ key: 'mood', type: 'string' as const, single: true, object_types: ['post'] }],
};

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(bench: Bench, steps: readonly Step[]): void {
  const { posts, tags } = prepare(bench);
  let sync: readonly SyncItem[] = [];
  for (const one of steps) {
    if (one.kind === 'settings') {
      sync = one.sync;
      expect(bench.ask('POST', '/pll/v1/settings', { sync: [...sync] }).status).toBe(200);
    } else if (one.kind === 'link') {
      const before = new Map(posts.map((id) => [id, shown(bench, id, tags)]));
      const [post = 0, other = 0] = [posts[one.post], posts[one.other]];
      const lang = before.get(other)?.lang ?? '';
      bench.ask('POST', `/pll/v1/settings`, { sync: [] });
      expect(bench.ask('POST', `/wp/v2/posts/${post}`, { translations: { [lang]: other } }).status).toBe(200);
      bench.ask('POST', `/pll/v1/settings`, { sync: [...sync] });
      for (const id of posts) expect(withoutGroup(shown(bench, id, tags))).toEqual(withoutGroup(before.get(id)));
    } else save(bench, { posts, tags, sync, post: posts[one.post] ?? 0, change: one.change });
  }
}

interface Save {
  posts: readonly number[];
  tags: ReadonlyMap<string, number>;
  sync: readonly SyncItem[];
  post: number;
  change: Dict;
}

/** The saved item is asked back; what its partners must hold follows from it alone. */
function save(bench: Bench, { posts, tags, sync, post, change: given }: Save): void {
  const before = posts.map((id) => shown(bench, id, tags));
  const own = before.find((item) => item.id === post);
  const letters = given['tags'] as string[] | undefined;
  const ids = letters?.flatMap((letter) => tags.get(tagIn(letter, own?.lang ?? '') ?? '') ?? []);
  const body = { ...given, ...(ids && { tags: ids }) };
  expect(bench.ask('POST', `/wp/v2/posts/${post}`, body).status).toBe(200);
  const saved = shown(bench, post, tags);
  for (const item of before) {
    if (item.id === post) continue;
    const isPartner = item.group === own?.group;
    expect(shown(bench, item.id, tags)).toEqual(isPartner ? pushed(saved, item, sync) : item);
  }
}

function withoutGroup(item: Item | undefined): Dict {
  const { group: _group, modified: _modified, ...rest } = item ?? ({} as Item);
  return rest;
}

/** What the service shows of a post, tags by name. */
function shown(bench: Bench, id: number, tags: ReadonlyMap<string, number>): Item {
  const body = bodyOf(bench.ask('GET', `/wp/v2/posts/${id}`));
  const names = new Map([...tags].map(([name, term]) => [term, name]));
  const fields = Object.fromEntries(FIELDS.filter((name) => name in body).map((name) => [name, body[name]]));
  return {
    ...fields,
    id,
    lang: String(body['lang']),
    group: Math.min(...Object.values(body['translations'] as Dict<number>)),
    modified: body['modified'],
    title: body['title'],
    status: body['status'],
    slug: body['slug'],
    featured_media: body['featured_media'],
    tags: (body['tags'] as number[]).map((term) => names.get(term) ?? '').sort(),
    meta: body['meta'] as Dict,
  };
}

/** Three languages, tags, and two posts in each language. */
function prepare(bench: Bench): { posts: number[]; tags: Map<string, number> } {
  for (const locale of ['en_US', 'fr_FR', 'ar']) bench.ask('POST', '/pll/v1/languages', { locale });
  const tags = new Map<string, number>();
  for (const tag of TAGS) {
    const [letter = '', lang = ''] = tag.split('-');
    const others = CODES.flatMap((code) => {
      const id = tags.get(`${letter}-${code}`);
      return id === undefined ? [] : [[code, id]];
    });
    const body = { name: tag, lang, translations: Object.fromEntries(others) as Dict };
    tags.set(tag, Number(bodyOf(bench.ask('POST', '/wp/v2/tags', body))['id']));
  }
  const posts = [0, 1].flatMap((round) =>
    CODES.map((lang) => {
      const body = { title: `${lang} ${round}`, lang, status: 'publish', date: `2026-01-0${round + 1}T00:00:00` };
      return Number(bodyOf(bench.ask('POST', '/wp/v2/posts', body))['id']);
    }),
  );
  return { posts, tags };
}
