import { closeSync, openSync, writeSync } from 'node:fs';
import { writePhp } from '../../../core/domain/content/php.ts';
import { createDice, type Invented, type InventedPost, type InventedTerm } from './invented.ts';

const HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/7.1" created="2026-11-21 07:39" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>Invented &amp; odd</title>
	<link>https://invented.example</link>
	<description>Nobody made this site</description>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://invented.example</wp:base_site_url>
	<wp:base_blog_url>https://invented.example</wp:base_blog_url>
`;

/** Text as the real site writes it. */
export function cdata(text: string | number): string {
  return `<![CDATA[${String(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function element(name: string, text: string | number): string {
  return `\t\t<${name}>${cdata(text)}</${name}>\n`;
}

/** Writes the site as an export whose parts stand in an order nobody would choose: children first, languages last. */
export function writeInvented(path: string, site: Invented, seed: number, { isWhole = true } = {}): void {
  const { languages, posts } = site;
  const file = openSync(path, 'w');
  const write = (text: string): void => void writeSync(file, text);
  const dice = createDice(seed);
  write(HEAD);
  for (const [n, login] of ['admin', 'Marie', 'jürgen', 'o.neil@example.org'].entries())
    write(
      `\t<wp:author><wp:author_id>${n + 1}</wp:author_id>${element('wp:author_login', login)}${element('wp:author_email', `a${n}@example.org`)}${element('wp:author_display_name', login)}</wp:author>\n`,
    );
  if (isWhole) for (const text of termTexts(site, dice)) write(text);
  for (const post of shuffled(posts, dice)) write(itemText(post, languages));
  if (isWhole) posts.slice(0, 3).forEach((post, n) => write(menuItem(8_000_000 + n, post)));
  write('</channel>\n</rss>\n');
  closeSync(file);
}

/** Terms, groups and, last of all, languages. */
function* termTexts({ languages, terms, posts }: Invented, dice: (n: number) => number): IterableIterator<string> {
  for (const term of shuffled(terms, dice)) yield termText(term, terms);
  yield* termGroups(terms, dice);
  yield* postGroups(posts, dice);
  for (const { code, name, id, facts } of shuffled(languages, dice)) {
    const pair = new Map([
      [0, 'Site'],
      [1, `Site ${code}`],
    ]);
    const own = { id, taxonomy: 'language', slug: code, name, description: writePhp(new Map(facts)) };
    yield wpTerm(own, [['_pll_strings_translations', writePhp(new Map([[0, pair]]))]]);
    yield wpTerm({ id: id + 1, taxonomy: 'term_language', slug: `pll_${code}`, name, description: '' });
  }
  yield wpTerm({ id: 9000, taxonomy: 'nav_menu', slug: 'main', name: 'Main', description: '' });
}

interface Bare {
  id: number;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
}

function wpTerm({ id, taxonomy, slug, name, description }: Bare, meta: [string, string][] = [], parent = ''): string {
  const fields = `${element('wp:term_taxonomy', taxonomy)}${element('wp:term_slug', slug)}${element('wp:term_parent', parent)}${element('wp:term_name', name)}`;
  const about = description === '' ? '' : element('wp:term_description', description);
  const more = meta.map(
    ([key, value]) =>
      `\t\t<wp:termmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:termmeta>\n`,
  );
  return `\t<wp:term>\n\t\t<wp:term_id>${id}</wp:term_id>\n${fields}${about}${more.join('')}\t</wp:term>\n`;
}

function termText(term: InventedTerm, all: readonly InventedTerm[]): string {
  const { id, taxonomy, slug, name, description } = term;
  const parent = all.find((one) => one.id === term.parent)?.slug ?? '';
  const about = (field: string): string => (description === '' ? '' : element(field, description));
  if (taxonomy === 'category')
    return `\t<wp:category>\n\t\t<wp:term_id>${id}</wp:term_id>\n${element('wp:category_nicename', slug)}${element('wp:category_parent', parent)}${element('wp:cat_name', name)}${about('wp:category_description')}\t</wp:category>\n`;
  if (taxonomy === 'post_tag')
    return `\t<wp:tag>\n\t\t<wp:term_id>${id}</wp:term_id>\n${element('wp:tag_slug', slug)}${element('wp:tag_name', name)}${about('wp:tag_description')}\t</wp:tag>\n`;
  return wpTerm(term, [['colour', 'blue']], parent);
}

/** The true groups, some with numbers as texts; beside them leftovers of two kinds, which lose. */
function termGroups(terms: readonly InventedTerm[], dice: (n: number) => number): string[] {
  const groups = Map.groupBy(
    terms.filter(({ lang }) => lang !== ''),
    ({ group }) => group,
  );
  const text = (id: number, slug: string, members: readonly [string, number | string][]): string =>
    wpTerm({ id, taxonomy: 'term_translations', slug, name: slug, description: writePhp(new Map(members)) });
  return [...groups].flatMap(([n, members]) => {
    const isText = dice(2) === 0;
    const own = members.map(({ lang, id }) => [lang, isText ? String(id) : id] as [string, string | number]);
    const right = text(100_000 + n, `pll_t${n}`, [
      ...own,
      ...(dice(5) === 0 ? ([['xx', 777_777]] as [string, number][]) : []),
    ]);
    const [first, second] = members;
    const stale =
      dice(3) === 0 && first && second && members.length > 1
        ? [text(50_000 + n, `pll_s${n}`, [['en', second.id]])]
        : [];
    const older =
      dice(3) === 0 && first && members.length === 1
        ? [text(50_000 + n, `pll_s${n}`, [[first.lang === 'en' ? 'ar' : 'en', first.id]])]
        : [];
    return shuffled([right, ...stale, ...older], dice);
  });
}

/** Some name items that are not in the file, some claim items of others, some have no members at all. */
function postGroups(posts: readonly InventedPost[], dice: (n: number) => number): string[] {
  const groups = Map.groupBy(
    posts.filter(({ group }) => group >= 0),
    ({ group }) => group,
  );
  const others = posts.filter(({ group }) => group >= 0);
  const out = [...groups].map(([n, members]) => {
    const map = new Map<string, number | string>(members.map(({ lang, id }) => [lang, id]));
    if (dice(4) === 0 && !map.has('fr')) map.set('fr', 700_000_000 + n);
    const stranger = others[dice(others.length)];
    // An item that names a group of its own is not moved by what another one claims.
    if (dice(6) === 0 && stranger && stranger.group !== n && !map.has(stranger.lang))
      map.set(stranger.lang, stranger.id);
    return wpTerm({
      id: 200_000 + n,
      taxonomy: 'post_translations',
      slug: `pll_g${n}`,
      name: `pll_g${n}`,
      description: writePhp(map),
    });
  });
  const empty = wpTerm({
    id: 199_999,
    taxonomy: 'post_translations',
    slug: 'pll_gone',
    name: 'pll_gone',
    description: writePhp(
      new Map([
        ['en', 700_000_001],
        ['de', 700_000_002],
      ]),
    ),
  });
  return shuffled([...out, empty], dice);
}

function itemText(post: InventedPost, languages: Invented['languages']): string {
  const gmt = post.date_gmt;
  const meta = [
    ...post.meta,
    ...(post.thumbnail > 0 ? [['_thumbnail_id', String(post.thumbnail)] as const] : []),
    ...(post.template === '' ? [] : [['_wp_page_template', post.template] as const]),
  ];
  const categories = post.terms.map(
    ({ taxonomy, slug, name }) => `\t\t<category domain="${taxonomy}" nicename="${slug}">${cdata(name)}</category>\n`,
  );
  if (post.format !== '')
    categories.push(
      `\t\t<category domain="post_format" nicename="post-format-${post.format}">${cdata('Format')}</category>\n`,
    );
  if (post.lang !== '')
    categories.push(
      `\t\t<category domain="language" nicename="${post.lang}">${cdata(languages.find(({ code }) => code === post.lang)?.name ?? '')}</category>\n`,
    );
  if (post.group >= 0)
    categories.push(
      `\t\t<category domain="post_translations" nicename="pll_g${post.group}">${cdata(`pll_g${post.group}`)}</category>\n`,
    );
  const media =
    post.type === 'attachment'
      ? element('wp:attachment_url', `https://invented.example/wp-content/uploads/2024/p${post.id}.png`)
      : '';
  if (media !== '')
    meta.push(['_wp_attached_file', `2024/p${post.id}.png`], ['_wp_attachment_image_alt', `Alt ${post.id}`]);
  const comments = Array.from(
    { length: post.comments },
    (_, n) =>
      `\t\t<wp:comment><wp:comment_id>${post.id * 10 + n}</wp:comment_id>${element('wp:comment_author', 'A & B')}${element('wp:comment_content', 'Well ]]> said')}<wp:comment_parent>0</wp:comment_parent></wp:comment>\n`,
  );
  return `\t<item>
		<title>${cdata(post.title)}</title>
		<link>https://invented.example/?p=${post.id}&amp;x=1</link>
		<dc:creator>${cdata(post.author)}</dc:creator>
		<guid isPermaLink="false">https://invented.example/?p=${post.id}&#038;y=2</guid>
		<description></description>
${element('content:encoded', post.content)}${element('excerpt:encoded', post.excerpt)}		<wp:post_id>${post.id}</wp:post_id>
${element('wp:post_date', post.date)}${element('wp:post_date_gmt', gmt)}${element('wp:post_modified', post.modified)}${element('wp:post_modified_gmt', post.modified)}${element('wp:comment_status', post.comment_status)}${element('wp:ping_status', 'closed')}${element('wp:post_name', post.slug)}${element('wp:status', post.status)}		<wp:post_parent>${post.parent}</wp:post_parent>
		<wp:menu_order>${post.menu_order}</wp:menu_order>
${element('wp:post_type', post.type)}${element('wp:post_password', post.password)}		<wp:is_sticky>${post.sticky ? 1 : 0}</wp:is_sticky>
${media}${categories.join('')}${meta.map(([key, value]) => `\t\t<wp:postmeta>\n${element('wp:meta_key', key)}${element('wp:meta_value', value)}\t\t</wp:postmeta>\n`).join('')}${comments.join('')}\t</item>\n`;
}

function menuItem(id: number, to: InventedPost): string {
  const meta = {
    _menu_item_type: 'post_type',
    _menu_item_menu_item_parent: '0',
    _menu_item_object_id: String(to.id),
    _menu_item_object: to.type,
  };
  return `\t<item><title></title><dc:creator>${cdata('admin')}</dc:creator><guid>x</guid><wp:post_id>${id}</wp:post_id>${element('wp:post_date', '2024-01-01 00:00:00')}${element('wp:post_date_gmt', '2024-01-01 00:00:00')}${element('wp:post_name', String(id))}${element('wp:status', 'publish')}<wp:post_parent>0</wp:post_parent>${element('wp:post_type', 'nav_menu_item')}<category domain="nav_menu" nicename="main">${cdata('Main')}</category>${Object.entries(
    meta,
  )
    .map(
      ([key, value]) => `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:postmeta>`,
    )
    .join('')}</item>\n`;
}

function shuffled<T>(list: readonly T[], dice: (n: number) => number): T[] {
  const out = [...list];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = dice(at + 1);
    [out[at], out[other]] = [out[other] as T, out[at] as T];
  }
  return out;
}
