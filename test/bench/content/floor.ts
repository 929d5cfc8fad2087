// The floor of the content benchmark: node:http, the rows of the same file, JSON.stringify. What one would write for just this
// page: no parameter checks, no permissions, no rendering, texts as stored.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';

interface Row {
  id: number;
  [name: string]: unknown;
}

process.once('message', (file) => listen(file as string));

function listen(file: string): void {
  const db = new Database(file, { readonly: true });
  const page = openPage(db);
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost');
    const limit = Number(url.searchParams.get('per_page'));
    const { total, items } = page(url.searchParams.get('lang') ?? '', limit, `http://${req.headers.host}`);
    const body = Buffer.from(JSON.stringify(items));
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-WP-Total': total,
      'X-WP-TotalPages': Math.ceil(total / limit),
      'Content-Length': body.length,
    });
    res.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function openPage(
  db: Database.Database,
): (lang: string, limit: number, home: string) => { total: number; items: object[] } {
  const languages = db.prepare<[], { id: number; slug: string }>(
    "SELECT id, slug FROM terms WHERE taxonomy = 'language'",
  );
  const ids = new Map(languages.all().map(({ id, slug }) => [slug, id]));
  const codes = new Map([...ids].map(([slug, id]) => [id, slug]));
  const count = db
    .prepare<[number], number>(
      "SELECT n FROM post_counts WHERE type = 'post' AND status = 'publish' AND language_id = ?",
    )
    .pluck();
  const rows = db.prepare<[number, number], Row>(
    `SELECT * FROM posts WHERE type = 'post' AND status = 'publish' AND language_id = ? ORDER BY date DESC, id LIMIT ?`,
  );
  const terms = db.prepare<[string], { post_id: number; id: number; taxonomy: string; slug: string }>(
    `SELECT pt.post_id, t.id, t.taxonomy, t.slug FROM json_each(?) AS page
     CROSS JOIN post_terms AS pt ON pt.post_id = page.value CROSS JOIN terms AS t ON t.id = pt.term_id`,
  );
  const members = db.prepare<[string], { of: number; item_id: number; language_id: number }>(
    `SELECT own.item_id AS of, other.item_id, other.language_id FROM json_each(?) AS page
     CROSS JOIN item_languages AS own ON own.kind = 'post' AND own.item_id = page.value
     CROSS JOIN item_languages AS other ON other.kind = own.kind AND other.group_id = own.group_id`,
  );
  return (lang, limit, home) => {
    const language = ids.get(lang) ?? 0;
    const found = rows.all(language, limit);
    const list = JSON.stringify(found.map(({ id }) => id));
    const carried = Map.groupBy(terms.all(list), (one) => one.post_id);
    const groups = Map.groupBy(members.all(list), (one) => one.of);
    const items = found.map((row) => {
      const own = carried.get(row.id) ?? [];
      const translations = Object.fromEntries(
        (groups.get(row.id) ?? []).map(({ language_id, item_id }) => [codes.get(language_id), item_id]),
      );
      return itemOf(row, { own, translations, lang, home });
    });
    return { total: count.get(language) ?? 0, items };
  };
}

/** The fields that the product answers. */
function itemOf(
  row: Row,
  {
    own,
    translations,
    lang,
    home,
  }: { own: { id: number; taxonomy: string; slug: string }[]; translations: object; lang: string; home: string },
): object {
  const { id, date } = row;
  const of = (taxonomy: string): number[] => own.filter((term) => term.taxonomy === taxonomy).map((term) => term.id);
  const rest = `${home}/wp-json/wp/v2`;
  const link = (path: string, more: object = {}): object[] => [{ ...more, href: `${rest}/${path}` }];
  const embeddable = { embeddable: true };
  return {
    id,
    date,
    date_gmt: row['date_gmt'],
    guid: { rendered: row['guid'] },
    modified: row['modified'],
    modified_gmt: row['modified_gmt'],
    slug: row['slug'],
    status: row['status'],
    type: row['type'],
    link: `${home}/${String(date).slice(0, 10).replaceAll('-', '/')}/${String(row['slug'])}/`,
    title: { rendered: row['title'] },
    content: { rendered: row['content'], protected: row['password'] !== '' },
    excerpt: { rendered: row['excerpt'], protected: row['password'] !== '' },
    author: row['author'],
    featured_media: row['featured_media'],
    comment_status: row['comment_status'],
    ping_status: row['ping_status'],
    sticky: row['sticky'] === 1,
    template: row['template'],
    format: row['format'] === '' ? 'standard' : row['format'],
    meta: { footnotes: '' },
    categories: of('category'),
    tags: of('post_tag'),
    class_list: [
      `post-${id}`,
      'post',
      'type-post',
      'status-publish',
      'format-standard',
      'hentry',
      ...own.map((term) => `category-${term.slug}`),
    ],
    lang,
    translations,
    _links: {
      self: link(`posts/${id}`, { targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }),
      collection: link('posts'),
      about: link('types/post'),
      author: link(`users/${String(row['author'])}`, embeddable),
      replies: link(`comments?post=${id}`, embeddable),
      'version-history': link(`posts/${id}/revisions`, { count: 0 }),
      'wp:attachment': link(`media?parent=${id}`),
      'wp:term': [
        ...link(`categories?post=${id}`, { taxonomy: 'category', ...embeddable }),
        ...link(`tags?post=${id}`, { taxonomy: 'post_tag', ...embeddable }),
      ],
      curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
    },
  };
}
