import { MEDIA_COLUMNS, mediaValues, type ImportedMedia } from './import-media.ts';
import { manyOf, manyRows, type ManyRows } from './many-rows.ts';
import { all, pluck, run, sql, type ReadDb, type SqlValue, type WriteDb } from './sql.ts';
import type { PostRow } from './posts.ts';
import { foldName } from './terms.ts';
import type { Kind } from './translations.ts';

/** What a site holds, as far as an import has to know before it begins. */
export interface SiteState {
  posts: number;
  terms: number;
  languages: number;
  postSequence: number;
  termSequence: number;
  userSequence: number;
}

export function siteState(db: ReadDb): SiteState {
  const sequence = (name: string): number =>
    pluck<number>(db, sql`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${name}), 0)`) ?? 0;
  return {
    posts: pluck<number>(db, sql`SELECT count(*) FROM (SELECT 1 FROM posts LIMIT 1)`) ?? 0,
    terms: pluck<number>(db, sql`SELECT count(*) FROM (SELECT 1 FROM terms LIMIT 2)`) ?? 0,
    languages: pluck<number>(db, sql`SELECT count(*) FROM languages`) ?? 0,
    postSequence: sequence('posts'),
    termSequence: sequence('terms'),
    userSequence: sequence('users'),
  };
}

export function isPostId(db: ReadDb, id: number): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM posts WHERE id = ${id}`) === 1;
}

export function isTermId(db: ReadDb, id: number): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM terms WHERE id = ${id}`) === 1;
}

export function isUserId(db: ReadDb, id: number): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM users WHERE id = ${id}`) === 1;
}

export function postByUuid(db: ReadDb, uuid: string): { id: number; type: string } | undefined {
  return all<{ id: number; type: string }>(db, sql`SELECT id, type FROM posts WHERE uuid = ${uuid}`)[0];
}

export function termByUuid(db: ReadDb, uuid: string): { id: number; taxonomy: string } | undefined {
  return all<{ id: number; taxonomy: string }>(db, sql`SELECT id, taxonomy FROM terms WHERE uuid = ${uuid}`)[0];
}

/** Items that may count as the same when a file names no UUID: equal title, date and type (`content.md` 8.2). */
export function samePosts(
  db: ReadDb,
  post: { type: string; date: string; title: string },
): { id: number; language_id: number | null }[] {
  return all(
    db,
    sql`SELECT id, language_id FROM posts WHERE type = ${post.type} AND date = ${post.date} AND title = ${post.title}
          AND status IN (SELECT status FROM post_counts WHERE type = ${post.type}) ORDER BY id`,
  );
}

/** A term with its number decided. */
export function insertTermRow(
  db: WriteDb,
  term: {
    id: number;
    uuid: string;
    taxonomy: string;
    name: string;
    slug: string;
    description: string;
    parent: number | null;
  },
): void {
  const { id, uuid, taxonomy, name, slug, description, parent } = term;
  run(
    db,
    sql`INSERT INTO terms (id, uuid, taxonomy, name, slug, description, parent, name_folded)
        VALUES (${id}, ${uuid}, ${taxonomy}, ${name}, ${slug}, ${description}, ${parent}, ${foldName(name)})`,
  );
}

export function insertTermMetaRow(db: WriteDb, term: number, { key, value }: { key: string; value: string }): void {
  run(db, sql`INSERT INTO term_meta (term_id, key, value) VALUES (${term}, ${key}, ${value})`);
}

/** New items with what belongs to them, many at a time, items first. */
export interface PostWriter {
  /**
   * An item with its number decided. Its parent and the row of its language may come later in the same transaction.
   * @param texts those of the item, or where they stand in the staging file, which has to be lent to the site
   */
  post(own: PostOwn, fields: PostFields, texts: Pick<PostRow, 'content' | 'excerpt'> | number): void;
  term(post: number, term: number): void;
  meta(post: number, one: { key: string; value: string }): void;
  media(post: number, media: ImportedMedia): void;
  /** Kept for the way back: a list as JSON. */
  comments(post: number, comments: readonly unknown[]): void;
  flush(): void;
}

/** What an item is here. */
export type PostOwn = Pick<PostRow, 'id' | 'uuid' | 'type' | 'language_id'> & { title_folded: string };

/** What else stands in its row, without its long texts. */
export type PostFields = Omit<PostRow, 'content' | 'excerpt' | keyof PostOwn>;

const HEAD_COLUMNS = [
  ...(['id', 'uuid', 'type', 'language_id', 'title_folded', 'status', 'slug', 'title', 'date', 'date_gmt'] as const),
  ...(['floating', 'modified', 'modified_gmt', 'author', 'parent', 'menu_order', 'password', 'guid'] as const),
  ...(['comment_status', 'ping_status', 'template', 'format', 'sticky', 'featured_media', 'mime_type'] as const),
] as const;

/** Values of these columns, in their order: named one by one, as names that are looked up take time with every item. */
function headValues(own: PostOwn, fields: PostFields): SqlValue[] {
  return [
    own.id,
    own.uuid,
    own.type,
    own.language_id,
    own.title_folded,
    fields.status,
    fields.slug,
    fields.title,
    fields.date,
    fields.date_gmt,
    fields.floating,
    fields.modified,
    fields.modified_gmt,
    fields.author,
    fields.parent,
    fields.menu_order,
    fields.password,
    fields.guid,
    fields.comment_status,
    fields.ping_status,
    fields.template,
    fields.format,
    fields.sticky,
    fields.featured_media,
    fields.mime_type,
  ];
}

export function createPostWriter(db: WriteDb): PostWriter {
  const posts = manyRows(db, 'posts', [...HEAD_COLUMNS, 'content', 'excerpt']);
  const staged = stagedPosts(db);
  const terms = manyRows(db, 'post_terms', ['post_id', 'term_id'], 'ON CONFLICT DO NOTHING');
  const meta = manyRows(db, 'post_meta', ['post_id', 'key', 'value']);
  const media = manyRows(db, 'media', ['post_id', ...MEDIA_COLUMNS]);
  const comments = manyRows(db, 'post_comments', ['post_id', 'comments']);
  const flush = (): void => {
    // What belongs to an item after it: SQLite would look for it otherwise.
    for (const table of [posts, staged, terms, meta, media, comments]) table.flush();
  };
  const add = (table: ManyRows, values: readonly SqlValue[]): void => {
    if (table.add(values)) flush();
  };
  return {
    post(own, fields, texts) {
      const values = headValues(own, fields);
      if (typeof texts === 'number') {
        values.push(texts);
        return add(staged, values);
      }
      values.push(texts.content, texts.excerpt);
      add(posts, values);
    },
    term: (post, term) => add(terms, [post, term]),
    meta: (post, { key, value }) => add(meta, [post, key, value]),
    media: (post, one) => add(media, [post, ...mediaValues(one)]),
    comments: (post, list) => add(comments, [post, JSON.stringify(list)]),
    flush,
  };
}

/** Most items whose rows wait. */
const MANY_POSTS = 200;

/** Items whose texts go from file to file, never through us: the last value of a row says where they stand. */
function stagedPosts(db: WriteDb): ManyRows {
  const values = HEAD_COLUMNS.map((_name, at) => `v.column${at + 1}`).join(', ');
  return manyOf(db, {
    width: HEAD_COLUMNS.length + 1,
    most: MANY_POSTS,
    textOf: (rows) =>
      `INSERT INTO posts (${HEAD_COLUMNS.join(', ')}, content, excerpt) SELECT ${values}, t.content, t.excerpt
       FROM (VALUES ${rows}) AS v CROSS JOIN staged.texts AS t ON t.seq = v.column${HEAD_COLUMNS.length + 1}`,
  });
}

export function insertUserRow(
  db: WriteDb,
  user: {
    id: number;
    uuid: string;
    login: string;
    email: string;
    name: string;
    slug: string;
    first_name: string;
    last_name: string;
    at: string;
  },
): void {
  const { id, uuid, login, email, name, slug, first_name, last_name, at } = user;
  run(
    db,
    sql`INSERT INTO users (id, uuid, login, email, role, name, nickname, slug, first_name, last_name, registered_at)
        VALUES (${id}, ${uuid}, ${login}, ${email}, 'author', ${name}, ${name}, ${slug}, ${first_name}, ${last_name}, ${at})`,
  );
}

/** Fills what is not known of a user yet; what is known stays. */
export function fillUser(
  db: WriteDb,
  id: number,
  facts: { email: string; name: string; first_name: string; last_name: string },
): void {
  const { email, name, first_name, last_name } = facts;
  run(
    db,
    sql`UPDATE users SET email = iif(email = '', ${email}, email), first_name = iif(first_name = '', ${first_name}, first_name),
          last_name = iif(last_name = '', ${last_name}, last_name), name = iif(name = login, ${name}, name) WHERE id = ${id}`,
  );
}

export function setTermUuid(db: WriteDb, id: number, uuid: string): void {
  run(db, sql`UPDATE terms SET uuid = ${uuid} WHERE id = ${id} AND uuid <> ${uuid}`);
}

/** Comments of an item, kept for the way back: a list as JSON. */
export function setComments(db: WriteDb, post: number, comments: readonly unknown[]): void {
  if (comments.length === 0) run(db, sql`DELETE FROM post_comments WHERE post_id = ${post}`);
  else
    run(
      db,
      sql`INSERT INTO post_comments (post_id, comments) VALUES (${post}, ${JSON.stringify(comments)})
          ON CONFLICT DO UPDATE SET comments = excluded.comments WHERE comments <> excluded.comments`,
    );
}

export function highestGroup(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(max(id), 0) FROM groups`) ?? 0;
}

/**
 * Every translation in a group made after `after` is right for what its source says now: the source that `sourceOfGroup`
 * finds, for all groups at once.
 */
export function confirmNewGroups(db: WriteDb, kind: Kind, of: { after: number; at: string }): void {
  const rank = sql`(i.language_id IS NOT (SELECT default_language_id FROM site)) * 1000000000000 + i.item_id`;
  // The other columns are those of the row with the lowest rank: SQLite promises so for a lone min().
  const source = sql`
    SELECT i.item_id, min(${rank}) AS rank FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id
      LEFT JOIN posts AS p ON p.id = i.post_id
    WHERE i.group_id > ${of.after} AND g.kind = ${kind} AND p.status IS NOT 'trash'
    GROUP BY i.group_id HAVING count(*) > 1`;
  const texts =
    kind === 'post'
      ? sql`SELECT 'post', p.id, p.title, p.content, p.excerpt FROM (${source}) AS s JOIN posts AS p ON p.id = s.item_id`
      : sql`SELECT 'term', t.id, t.name, t.description, '' FROM (${source}) AS s JOIN terms AS t ON t.id = s.item_id`;
  const before = pluck<number>(db, sql`SELECT coalesce(max(id), 0) FROM source_texts`) ?? 0;
  run(db, sql`INSERT INTO source_texts (kind, item_id, title, content, excerpt) ${texts}`);
  run(
    db,
    sql`INSERT INTO confirmations (kind, item_id, source_id, text_id, confirmed_at)
        SELECT i.kind, i.item_id, s.item_id, s.id, ${of.at}
        FROM source_texts AS s JOIN item_languages AS own ON own.kind = s.kind AND own.item_id = s.item_id
        JOIN item_languages AS i ON i.group_id = own.group_id AND i.item_id <> s.item_id
        WHERE s.id > ${before} ON CONFLICT DO NOTHING`,
  );
}
