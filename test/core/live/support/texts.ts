import type { Site } from '../../../../core/site.ts';

/** Everything visible in the items of a site, keyed independently of their numbers. */
export function textsOf({ db }: Site): unknown[] {
  return [
    ...db.prepare(`SELECT uuid, type, status, slug, title, content, excerpt FROM posts ORDER BY uuid`).all(),
    ...db.prepare(`SELECT uuid, taxonomy, slug, name, description FROM terms ORDER BY uuid`).all(),
    ...db
      .prepare(
        `SELECT p.uuid, t.uuid AS term FROM post_terms AS x JOIN posts AS p ON p.id = x.post_id JOIN terms AS t ON t.id = x.term_id ORDER BY 1, 2`,
      )
      .all(),
  ];
}
