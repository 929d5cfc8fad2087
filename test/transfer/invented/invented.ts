import { writePhp } from '../../../core/domain/content/php.ts';

/** A language of a generated site, and its expected result. */
export interface InventedLanguage {
  code: string;
  name: string;
  id: number;
  facts: ReadonlyMap<string, string | boolean>;
  expected: { locale: string; is_rtl: boolean; flag_code: string };
}

export interface InventedTerm {
  id: number;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
  /** 0: none. */
  parent: number;
  /** "" for none. */
  lang: string;
  group: number;
}

export interface InventedPost {
  id: number;
  type: string;
  status: string;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  date: string;
  date_gmt: string;
  modified: string;
  author: string;
  /** As the file says: it may name nothing. */
  parent: number;
  thumbnail: number;
  menu_order: number;
  password: string;
  sticky: boolean;
  format: string;
  template: string;
  comment_status: 'open' | 'closed';
  lang: string;
  /** -1: none. */
  group: number;
  terms: InventedTerm[];
  meta: [key: string, value: string][];
  comments: number;
}

export interface Invented {
  languages: InventedLanguage[];
  terms: InventedTerm[];
  posts: InventedPost[];
}

/** The same numbers for the same seed, below `n`. */
export function createDice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * n);
  };
}

const TEXTS = [
  'Tom &amp; Jerry &lt;3',
  'ends ]]> within, and ]]]]> twice, ]',
  '<!-- wp:paragraph -->\n<p>"Quoted" — ünïcödé</p>\n<!-- /wp:paragraph -->',
  'مرحبا بالعالم',
  '日本語 😀 𝄞',
  'line one\nline two\n\n\tindented  ',
  'a:1:{s:1:"x";i:1;}',
  '[gallery ids="1,2,3"] %20 & raw <b>markup</b>',
];
const STATUSES = ['publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'];
const FORMATS = ['', '', '', 'aside', 'gallery', 'quote'];
const AUTHORS = ['admin', 'Marie', 'jürgen', 'o.neil@example.org', 'unlisted'];
/** What differs from the default language: its own name, a hyphen in the code, no flag in the file, one nobody knows, the other direction. */
const LANGUAGES: [
  code: string,
  name: string,
  facts: [string, string | boolean][],
  expected: InventedLanguage['expected'],
][] = [
  [
    'zh',
    '中文 (中国)',
    [
      ['locale', 'zh_CN'],
      ['rtl', false],
      ['flag_code', 'cn'],
    ],
    { locale: 'zh_CN', is_rtl: false, flag_code: 'cn' },
  ],
  [
    'en',
    'English',
    [
      ['locale', 'en_GB'],
      ['rtl', false],
      ['flag_code', 'gb'],
    ],
    { locale: 'en_GB', is_rtl: false, flag_code: 'gb' },
  ],
  [
    'pt-br',
    'Português',
    [
      ['locale', 'pt_BR'],
      ['rtl', false],
    ],
    { locale: 'pt_BR', is_rtl: false, flag_code: 'br' },
  ],
  [
    'ar',
    'العربية',
    [
      ['locale', 'ar'],
      ['rtl', true],
      ['flag_code', 'arab'],
    ],
    { locale: 'ar', is_rtl: true, flag_code: 'arab' },
  ],
  [
    'de',
    'Deutsch',
    [
      ['locale', 'de_DE'],
      ['rtl', false],
      ['flag_code', 'atlantis'],
    ],
    { locale: 'de_DE', is_rtl: false, flag_code: '' },
  ],
];

/** A site as people make it: five languages, terms in trees, items of all types, orders and states. */
export function invent(items: number, seed: number): Invented {
  const dice = createDice(seed);
  const languages = LANGUAGES.map(([code, name, facts, expected], at) => ({
    ...{ code, name, id: 3 + at * 7, facts: new Map(facts), expected },
  }));
  const terms = inventTerms(languages, dice);
  return { languages, terms, posts: inventPosts({ languages, terms }, items, dice) };
}

function inventTerms(languages: readonly InventedLanguage[], dice: (n: number) => number): InventedTerm[] {
  const terms: InventedTerm[] = [];
  for (const taxonomy of ['category', 'post_tag', 'genre'])
    for (let n = 0; n < 12; n += 1) {
      const group = terms.length + 1;
      const isWhole = n === 0 || dice(3) > 0;
      const codes = languages.map(({ code }) => code).filter(() => isWhole || dice(2) > 0);
      for (const lang of codes) terms.push(inventTerm({ taxonomy, n, lang, group }, terms, dice));
    }
  const last = terms.at(-1)?.id ?? 0;
  const bare = { taxonomy: 'topic', description: '', parent: 0, lang: '', group: 0 };
  for (let n = 1; n < 5; n += 1) terms.push({ ...bare, id: last + n, slug: `topic-${n}`, name: `Topic ${n}` });
  return terms;
}

function inventTerm(
  { taxonomy, n, lang, group }: { taxonomy: string; n: number; lang: string; group: number },
  before: readonly InventedTerm[],
  dice: (n: number) => number,
): InventedTerm {
  const parents = before.filter((one) => one.taxonomy === taxonomy && one.lang === lang);
  const parent = taxonomy === 'post_tag' || dice(2) === 0 ? undefined : parents[dice(parents.length)];
  const arabic = encodeURIComponent(`مثال-${taxonomy}-${n}`).toLowerCase();
  // One name in addresses in all languages now and then, as the paid edition allows.
  const slug = n % 4 === 1 ? `${taxonomy}-${n}` : lang === 'ar' ? arabic : `${taxonomy}-${n}-${lang}`;
  return {
    ...{ id: (before.at(-1)?.id ?? 100) + 1 + dice(3), taxonomy, slug, name: `R&amp;D ${n} ${lang}` },
    description: dice(3) === 0 ? (TEXTS[dice(TEXTS.length)] ?? '').trim() : '',
    ...{ parent: parent?.id ?? 0, lang, group },
  };
}

const TYPES = ['post', 'post', 'post', 'page', 'book', 'attachment', 'note'];

function inventPosts(
  { languages, terms }: Pick<Invented, 'languages' | 'terms'>,
  items: number,
  dice: (n: number) => number,
): InventedPost[] {
  const posts: InventedPost[] = [];
  let id = 10;
  for (let group = 0; posts.length < items; group += 1) {
    const type = TYPES[dice(TYPES.length)] ?? 'post';
    const isAlone = type === 'note' || dice(4) === 0;
    const codes = languages.map(({ code }) => code).filter(() => dice(3) > 0);
    for (const code of isAlone ? [type === 'note' || dice(5) === 0 ? '' : (codes[0] ?? 'en')] : codes) {
      if (posts.length === items) break;
      posts.push(
        inventPost(
          { id: (id += 1 + dice(2)), type, lang: code, group: isAlone || codes.length < 2 ? -1 : group },
          terms,
          dice,
        ),
      );
    }
  }
  // Only now: parents and images may come later in the file.
  const images = posts.filter(({ type }) => type === 'attachment');
  for (const post of posts) {
    if (post.type !== 'attachment' && dice(2) === 0) post.thumbnail = images[dice(images.length)]?.id ?? 0;
    if (dice(40) === 0) post.thumbnail = 900_000_000 + dice(1000);
    const parents = posts.filter(
      (one) => (post.type === 'attachment' ? one.type === 'post' : one.type === post.type) && one.id !== post.id,
    );
    if (['page', 'attachment'].includes(post.type) && dice(2) === 0)
      post.parent = parents[dice(parents.length)]?.id ?? 0;
  }
  breakRings(posts);
  return posts;
}

function inventPost(
  about: Pick<InventedPost, 'id' | 'type' | 'lang' | 'group'>,
  terms: readonly InventedTerm[],
  dice: (n: number) => number,
): InventedPost {
  const { id, type, lang } = about;
  const any = (): string => TEXTS[dice(TEXTS.length)] ?? '';
  const isMedia = type === 'attachment';
  const status = isMedia ? 'inherit' : (STATUSES[dice(STATUSES.length)] ?? 'publish');
  const at = Date.UTC(status === 'future' ? 2035 : 2024, dice(12), 1 + dice(28), dice(24), dice(60), dice(60));
  const offset = new Date(at).getUTCMonth() > 2 && new Date(at).getUTCMonth() < 9 ? 2 : 1;
  const text = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  const allowed = { post: ['category', 'post_tag', 'topic'], book: ['genre'] }[type] ?? [];
  const fitting = terms.filter(
    (term) => allowed.includes(term.taxonomy) && (term.lang === lang || term.taxonomy === 'topic'),
  );
  const own = new Map(
    Array.from({ length: fitting.length > 0 ? dice(4) : 0 }, () => fitting[dice(fitting.length)]).map((term) => [
      term?.id,
      term,
    ]),
  );
  const isDraft = ['draft', 'pending'].includes(status);
  return {
    ...about,
    status,
    slug:
      isDraft && dice(2) === 0 ? '' : `${type}-${dice(3) === 0 ? 'same' : id}${status === 'trash' ? '__trashed' : ''}`,
    title: `${any()} ${id}`,
    content: `${any()} ${any()}`,
    excerpt: dice(3) === 0 ? any() : '',
    date: text(at),
    date_gmt: isDraft ? '0000-00-00 00:00:00' : text(at - offset * 3_600_000),
    modified: text(at + dice(1_000_000) * 1000),
    author: AUTHORS[dice(AUTHORS.length)] ?? 'admin',
    parent: 0,
    thumbnail: 0,
    menu_order: dice(5),
    password: dice(12) === 0 ? 'päss & "word"' : '',
    sticky: type === 'post' && dice(10) === 0,
    format: type === 'post' ? (FORMATS[dice(FORMATS.length)] ?? '') : '',
    template: type === 'page' && dice(3) === 0 ? 'templates/wide.php' : '',
    comment_status: dice(2) === 0 ? 'open' : 'closed',
    terms: [...own.values()].filter((term) => term !== undefined),
    meta: [
      ['rating', String(dice(6))],
      ['tags', 'one'],
      ['tags', 'two'],
      ['_private', any()],
      ['list', writePhp(new Map([[0, any()]]))],
    ],
    comments: dice(10) === 0 ? 2 : 0,
  };
}

/** A parent that is its own ancestor is another matter, with tests of its own. */
function breakRings(posts: readonly InventedPost[]): void {
  const byId = new Map(posts.map((post) => [post.id, post]));
  for (const post of posts) {
    const seen = new Set<number>();
    for (let at = byId.get(post.id); at && at.parent > 0; at = byId.get(at.parent)) {
      if (seen.has(at.id)) at.parent = 0;
      seen.add(at.id);
    }
  }
}
