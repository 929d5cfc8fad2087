import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { checkInvariants } from '../../../core/store/file/invariants.ts';
import { writeBundle } from '../../../core/transfer/bundle/write.ts';
import { writeWxr } from '../../../core/transfer/wxr/write.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { invent, type Invented, type InventedPost } from './invented.ts';
import { writeInvented } from './wxr.ts';
import { importInto, temporaryFolder } from '../support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const BASES: Readonly<Record<string, string>> = {
  post: 'posts',
  page: 'pages',
  attachment: 'media',
  category: 'categories',
  post_tag: 'tags',
};
const base = (name: string): string => BASES[name] ?? name;

function reader({ engine, admin }: Bench): (path: string, query?: Dict) => Dict {
  return (path, query = {}) =>
    JSON.parse(JSON.stringify(bodyOf(engine.dispatch({ method: 'GET', path, query }, admin)))) as Dict;
}

/** The number here of something in the file. */
interface Numbers {
  post(id: number): number;
  term(id: number): number;
  user(login: string): number;
}

/** What every item must be, by what `content.md` 8 says. */
function expectedPosts({ posts }: Invented, numbers: Numbers): Map<number, Dict> {
  const known = new Set(posts.map(({ id }) => id));
  const images = new Set(posts.filter(({ type }) => type === 'attachment').map(({ id }) => id));
  const translated = new Set(posts.filter(({ lang }) => lang !== '').map(({ type }) => type));
  const groups = Map.groupBy(
    posts.filter(({ group }) => group >= 0),
    ({ group }) => group,
  );
  const here = (id: number, among: ReadonlySet<number>): number => (among.has(id) ? numbers.post(id) : 0);
  return new Map(
    posts.map((post) => {
      const members = post.group < 0 ? [post] : (groups.get(post.group) ?? [post]);
      const translations = Object.fromEntries(members.map(({ lang, id }) => [lang, numbers.post(id)]));
      return [
        numbers.post(post.id),
        {
          ...{
            id: numbers.post(post.id),
            type: post.type,
            status: post.status,
            slug: post.slug,
            date: post.date.replace(' ', 'T'),
          },
          ...{ modified: post.modified.replace(' ', 'T'), title: post.title },
          ...(!post.date_gmt.startsWith('0000') && { date_gmt: post.date_gmt.replace(' ', 'T') }),
          ...(post.type !== 'attachment' && { content: post.content, excerpt: post.excerpt, password: post.password }),
          ...{ author: numbers.user(post.author), comment_status: post.comment_status, menu_order: post.menu_order },
          ...(post.type !== 'attachment' && { featured_media: here(post.thumbnail, images) }),
          ...(post.type === 'attachment' && { post: here(post.parent, known) || null, alt_text: `Alt ${post.id}` }),
          ...(post.type === 'page' && { parent: here(post.parent, known), template: post.template }),
          ...(post.type === 'post' && { sticky: post.sticky, format: post.format || 'standard' }),
          ...(translated.has(post.type) && { lang: post.lang, translations: post.lang === '' ? {} : translations }),
          ...termsOf(post, numbers),
        },
      ];
    }),
  );
}

function termsOf(post: InventedPost, numbers: Numbers): Dict {
  const taxonomies = { post: ['category', 'post_tag', 'topic'], book: ['genre'] }[post.type] ?? [];
  return Object.fromEntries(
    taxonomies.map((name) => [
      base(name),
      post.terms
        .filter(({ taxonomy }) => taxonomy === name)
        .map(({ id }) => numbers.term(id))
        .sort((a, b) => a - b),
    ]),
  );
}

function shownPost(item: Dict, wanted: Dict): Dict {
  const raw = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
  const plain = (value: unknown): unknown =>
    Array.isArray(value) ? [...(value as number[])].sort((a, b) => a - b) : raw(value);
  const shown = { menu_order: wanted['menu_order'], ...item };
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, plain(shown[name as keyof typeof shown])]));
}

/** Each title ends with the number of its item in the file, each name of a term tells its place in the model. */
function numbersOf(bench: Bench, site: Invented, isKept: boolean): Numbers {
  const get = reader(bench);
  const everything = (path: string, query: Dict = {}): Dict[] => {
    const out: Dict[] = [];
    for (let page = 1; ; page += 1) {
      const found = get(path, { context: 'edit', per_page: '100', page: String(page), ...query }) as unknown as Dict[];
      out.push(...found);
      if (found.length < 100) return out;
    }
  };
  const users = new Map(everything('/wp/v2/users').map((user) => [user['username'], Number(user['id'])]));
  const user = (login: string): number => users.get(login) ?? -1;
  if (isKept) return { post: (id) => id, term: (id) => id, user };
  const status = 'publish,draft,pending,private,future,trash,inherit';
  const posts = new Map(
    [...new Set(site.posts.map(({ type }) => base(type)))]
      .flatMap((name) => everything(`/wp/v2/${name}`, { status: name === 'media' ? 'inherit' : status }))
      .map((item) => [Number(/\d+$/.exec(String((item['title'] as Dict)['raw']))?.[0]), Number(item['id'])]),
  );
  const names = [...new Set(site.terms.map(({ taxonomy }) => taxonomy))];
  const terms = new Map(
    names.flatMap((name) => everything(`/wp/v2/${base(name)}`)).map((term) => [nameOf(term), Number(term['id'])]),
  );
  const inFile = new Map(site.terms.map((term) => [term.id, nameOf({ ...term })]));
  return { post: (id) => posts.get(id) ?? -1, term: (id) => terms.get(inFile.get(id) ?? '') ?? -1, user };
}

function nameOf(term: Dict): string {
  return `${String(term['taxonomy'])} ${String(term['name'])}`;
}

/** Every item and every term through the interface. */
function compare(bench: Bench, site: Invented, isKept = true): void {
  const get = reader(bench);
  const numbers = numbersOf(bench, site, isKept);
  for (const [id, wanted] of expectedPosts(site, numbers)) {
    const item = get(`/wp/v2/${base(String(wanted['type']))}/${id}`, { context: 'edit' });
    expect(shownPost(item, wanted), `item ${id}`).toEqual(wanted);
  }
  for (const { taxonomy, slug, name, description, lang, group, ...term } of site.terms) {
    const [id, parent] = [numbers.term(term.id), term.parent > 0 ? numbers.term(term.parent) : 0];
    const members = site.terms.filter((one) => one.group === group && group > 0);
    const translations = Object.fromEntries(members.map((one) => [one.lang, numbers.term(one.id)]));
    const isTree = ['category', 'genre'].includes(taxonomy);
    const own = { id, taxonomy, slug, name, description };
    const wanted = { ...own, ...(isTree && { parent }), ...(lang !== '' && { lang, translations }) };
    const carriers = site.posts.filter(({ terms }) => terms.some((one) => one.id === term.id));
    const count = carriers.filter(({ status }) => status === 'publish').length;
    expect(get(`/wp/v2/${base(taxonomy)}/${id}`, { context: 'edit' }), `term ${id}`).toMatchObject({
      ...wanted,
      count,
    });
  }
}

function compareLanguages(bench: Bench, { languages }: Invented): void {
  const found = reader(bench)('/pll/v1/languages') as unknown as Dict[];
  const wanted = languages.map(({ code, name, id, expected }, at) => {
    return [code, { term_id: id, name, is_default: at === 0, ...expected }];
  });
  expect(Object.fromEntries(found.map((one) => [one['slug'], one]))).toMatchObject(Object.fromEntries(wanted));
}

test.each([1, 2, 3, 4])(
  'an invented export of 220 items is imported item by item as the contract requires (%d)',
  (seed) => {
    const [first, second] = [openBench(), openBench()];
    try {
      const site = invent(220, seed);
      const path = `${folder.path}/invented-${seed}.xml`;
      writeInvented(path, site, seed);
      importInto(first.engine.site, { path });
      expect(checkInvariants(first.engine.site.db)).toEqual([]);
      compareLanguages(first, site);
      compare(first, site);
      // And back: what a site without anything makes of our export, and our export of that.
      const out = `${folder.path}/out-${seed}.xml`;
      const again = `${folder.path}/again-${seed}.xml`;
      writeWxr(first.engine.site, out, { uuids: true });
      importInto(second.engine.site, { path: out });
      compareLanguages(second, site);
      compare(second, site);
      writeWxr(second.engine.site, again, { uuids: true });
      expect(readFileSync(again, 'utf8')).toBe(readFileSync(out, 'utf8'));
      for (const [name, bench] of [
        ['one', first],
        ['two', second],
      ] as const)
        writeBundle(bench.engine.site, `${folder.path}/${name}-${seed}.tar`, {});
      expect(
        readFileSync(`${folder.path}/two-${seed}.tar`).equals(readFileSync(`${folder.path}/one-${seed}.tar`)),
      ).toBe(true);
    } finally {
      first.engine.close();
      second.engine.close();
    }
  },
);

/** More than are stored, or put into an index, at once; `npm run test:long` takes 10,300. */
const MANY = Number(process.env['IMPORT_ITEMS'] ?? 2600);

test(`an invented export of ${MANY} items, the same`, () => {
  const bench = openBench();
  try {
    const site = invent(MANY, 99);
    const path = `${folder.path}/large.xml`;
    writeInvented(path, site, 99);
    importInto(bench.engine.site, { path });
    expect(checkInvariants(bench.engine.site.db)).toEqual([]);
    compareLanguages(bench, site);
    compare(bench, site);
  } finally {
    bench.engine.close();
  }
}, 120_000);

test('into a site whose numbers are taken: everything follows to the new ones, and undo leaves what was there', () => {
  const bench = openBench();
  try {
    for (let n = 0; n < 60; n += 1) {
      bench.ask('POST', '/wp/v2/posts', { title: `Mine no. ${n}.`, status: 'publish' });
      bench.ask('POST', '/wp/v2/tags', { name: `Mine ${n}` });
    }
    const mine = (): unknown => bench.ask('GET', '/wp/v2/posts').body;
    const before = JSON.stringify(mine());
    const site = invent(220, 5);
    const path = `${folder.path}/taken.xml`;
    writeInvented(path, site, 5);
    importInto(bench.engine.site, { path });
    expect(checkInvariants(bench.engine.site.db)).toEqual([]);
    expect(bench.ask('GET', '/wp/v2/posts/20').status).toBe(200);
    compare(bench, site, false);
    const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
    expect(bench.ask('POST', `/polydesk/v1/history/${entry?.id}/undo`, {}).status).toBe(202);
    // The files of the invented site lie in no folder of a month, as many do.
    expect(bench.ask('GET', '/polydesk/v1/jobs').body).toMatchObject([{ kind: 'undo', state: 'done' }]);
    expect(JSON.stringify(mine())).toBe(before);
  } finally {
    bench.engine.close();
  }
});

test('a file of one type alone: languages, groups and the languages of terms come from its items', () => {
  const bench = openBench();
  try {
    const whole = invent(220, 6);
    const posts = whole.posts.filter(({ type }) => type === 'post');
    const path = `${folder.path}/single.xml`;
    writeInvented(path, { languages: whole.languages, terms: [], posts }, 6, { isWhole: false });
    importInto(bench.engine.site, { path });
    const users = numbersOf(bench, whole, true).user;
    const get = reader(bench);
    const site = { ...whole, posts: posts.map((post) => ({ ...post, terms: [] })) };
    for (const [id, wanted] of expectedPosts(site, { post: (one) => one, term: () => 0, user: users })) {
      const { categories: _c, tags: _t, topic: _o, ...own } = wanted;
      expect(shownPost(get(`/wp/v2/posts/${id}`, { context: 'edit' }), own), `item ${id}`).toEqual(own);
    }
    const languages = get('/pll/v1/languages') as unknown as Dict[];
    expect(Object.fromEntries(languages.map((one) => [one['slug'], one['locale']]))).toEqual({
      ...{ zh: 'zh_CN', en: 'en_US', 'pt-br': 'pt_BR', ar: 'ar', de: 'de_DE' },
    });
    for (const term of get('/wp/v2/tags', { per_page: '100', lang: '' }) as unknown as Dict[]) {
      const carriers = posts.filter(({ terms }) => terms.some(({ slug }) => slug === term['slug']));
      const codes = new Set(carriers.map(({ lang }) => lang));
      expect(term['lang'], String(term['slug'])).toBe(codes.size === 1 ? [...codes][0] : '');
    }
  } finally {
    bench.engine.close();
  }
});
