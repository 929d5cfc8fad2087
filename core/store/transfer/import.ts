import type { MediaRecordValues } from '../../schema/content/fields/media.ts';
import { POST_HEAD_ROWS } from '../../schema/content/fields/posts.ts';
import { MEDIA_COLUMNS, mediaValues } from './import-media.ts';
import { manyOf, manyRows, type ManyRows } from '../many-rows.ts';
import { all, each, pluck, rawSql, run, sql, type ReadDb, type SqlValue, type WriteDb } from '../sql.ts';
import type { PostRow } from '../content/posts.ts';
import type { Kind } from '../translations/translations.ts';

/** The state of a site that an import needs to know before it begins. */
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

/** Whether an id is taken. */
export function isTaken(db: ReadDb, table: 'posts' | 'terms' | 'users', id: number): boolean {
  return pluck<number>(db, sql`SELECT 1 FROM ${rawSql(table)} WHERE id = ${id}`) === 1;
}

export function postByUuid(db: ReadDb, uuid: string): { id: number; type: string } | undefined {
  return all<{ id: number; type: string }>(db, sql`SELECT id, type FROM posts WHERE uuid = ${uuid}`)[0];
}

/** Ids of existing items or terms by their UUIDs. */
export function idsOfUuids(db: ReadDb, table: 'posts' | 'terms', uuids: readonly string[]): Map<string, number> {
  const rows = all<{ id: number; uuid: string }>(
    db,
    sql`SELECT id, uuid FROM ${rawSql(table)} WHERE uuid IN (SELECT value FROM json_each(${JSON.stringify(uuids)}))`,
  );
  return new Map(rows.map(({ id, uuid }) => [uuid, id]));
}

/** The id of an existing item or term by its UUID. */
export function idOfUuid(db: ReadDb, table: 'posts' | 'terms', uuid: string): number | undefined {
  return pluck<number>(db, sql`SELECT id FROM ${rawSql(table)} WHERE uuid = ${uuid}`);
}

export function termByUuid(db: ReadDb, uuid: string): { id: number; taxonomy: string } | undefined {
  return all<{ id: number; taxonomy: string }>(db, sql`SELECT id, taxonomy FROM terms WHERE uuid = ${uuid}`)[0];
}

/** What identifies an item to an import, besides its UUID. */
export interface KnownPost {
  id: number;
  type: string;
  date: string;
  guid: string;
  modified_gmt: string;
  parent: number | null;
  featured_media: number;
}

export function knownPost(db: ReadDb, id: number): KnownPost | undefined {
  const columns = sql`id, type, date, guid, modified_gmt, parent, featured_media`;
  return all<KnownPost>(db, sql`SELECT ${columns} FROM posts WHERE id = ${id}`)[0];
}

/** Items with the permanent identifier (`guid`) of their original site. */
export function postsWithGuid(db: ReadDb): IterableIterator<{ id: number; type: string; guid: string }> {
  return each(db, sql`SELECT id, type, guid FROM posts WHERE guid <> '' ORDER BY id`);
}

/** Items that may count as the same if a file has no UUIDs: equal title, date and type (`content.md` 8.2). */
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

/** Inserts new items with their dependent rows, many at a time, items first. */
export interface PostWriter {
  /**
   * An item with its id assigned. Its parent and the row of its language may follow in the same transaction.
   * @param head values of `POST_HEAD_ROWS`
   * @param texts those of the item, or their place in the staging file, which has to be lent to the site
   */
  post(own: PostOwn, head: readonly SqlValue[], texts: Pick<PostRow, 'content' | 'excerpt'> | number): void;
  term(post: number, term: number): void;
  meta(post: number, one: { key: string; value: string }): void;
  media(post: number, media: MediaRecordValues): void;
  /** Kept for the export: a list as JSON. */
  comments(post: number, comments: readonly unknown[]): void;
  flush(): void;
}

/** The columns of an item that the import decides. */
export type PostOwn = Pick<PostRow, 'id' | 'uuid' | 'type' | 'language_id'> & { title_folded: string };

const OWN: readonly (keyof PostOwn)[] = ['id', 'uuid', 'type', 'language_id', 'title_folded'];
const HEAD_COLUMNS = [...OWN, ...POST_HEAD_ROWS.map(({ name }) => name)];

export function createPostWriter(db: WriteDb): PostWriter {
  const posts = manyRows(db, 'posts', [...HEAD_COLUMNS, 'content', 'excerpt']);
  const staged = stagedPosts(db);
  const terms = manyRows(db, 'post_terms', ['post_id', 'term_id'], 'ON CONFLICT DO NOTHING');
  const meta = manyRows(db, 'post_meta', ['post_id', 'key', 'value']);
  const media = manyRows(db, 'media', ['post_id', ...MEDIA_COLUMNS]);
  const comments = manyRows(db, 'post_comments', ['post_id', 'comments']);
  const flush = (): void => {
    // Dependent rows after their item: otherwise SQLite would have to search for them when the item is inserted.
    for (const table of [posts, staged, terms, meta, media, comments]) table.flush();
  };
  const add = (table: ManyRows, values: readonly SqlValue[]): void => {
    if (table.add(values)) flush();
  };
  return {
    post(own, head, texts) {
      const values: SqlValue[] = [];
      for (const name of OWN) values.push(own[name]);
      for (const value of head) values.push(value);
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

/** Maximum number of items with buffered rows. */
const MANY_POSTS = 200;

/** Items whose texts are copied from file to file, without passing through JavaScript: the last value of a row is their place. */
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

interface UserFacts {
  email: string;
  name: string;
  first_name: string;
  last_name: string;
}

/** Fills in the missing data of a user; existing data stays. */
export function fillUser(db: WriteDb, id: number, { email, name, first_name, last_name }: UserFacts): void {
  run(
    db,
    sql`UPDATE users SET email = iif(email = '', ${email}, email), first_name = iif(first_name = '', ${first_name}, first_name),
          last_name = iif(last_name = '', ${last_name}, last_name), name = iif(name = login, ${name}, name) WHERE id = ${id}`,
  );
}

/** Sets the names of an author. */
export function setUserFacts(db: WriteDb, id: number, { email, name, first_name, last_name }: UserFacts): void {
  run(
    db,
    sql`UPDATE users SET email = ${email}, name = ${name}, first_name = ${first_name}, last_name = ${last_name}
        WHERE id = ${id}`,
  );
}

export function setTermUuid(db: WriteDb, id: number, uuid: string): void {
  run(db, sql`UPDATE terms SET uuid = ${uuid} WHERE id = ${id} AND uuid <> ${uuid}`);
}

/** Comments of an item, kept for the export: a list as JSON. */
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
 * Confirms every translation in a group created after `after` against the current text of its source, as found by
 * `sourceOfGroup`, for all groups together.
 */
export function confirmNewGroups(db: WriteDb, kind: Kind, of: { after: number; at: string }): void {
  const rank = sql`(i.language_id IS NOT (SELECT default_language_id FROM site)) * 1000000000000 + i.item_id`;
  // The other columns are those of the row with the lowest rank: SQLite guarantees this for a lone min().
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
