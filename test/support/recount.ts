import { all, sql } from '../../core/store/sql.ts';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import type { Dict } from '../../core/types.ts';
import type { Bench } from './engine.ts';

/** Returns the derived data as stored, and as recomputed from the content alone. */
export interface Recount {
  kept: Dict;
  counted: Dict;
}

/** Counts of posts and terms, totals of lists, search and coverage. */
export function recount(bench: Bench, words: readonly string[]): Recount {
  const parts = { ...tables(bench), totals: totals(bench), search: search(bench, words), coverage: coverage(bench) };
  const pick = (side: 0 | 1): Dict =>
    Object.fromEntries(Object.entries(parts).map(([name, both]) => [name, both[side]]));
  return {
    kept: { ...pick(0), findings: checkInvariants(bench.engine.site.db) },
    counted: { ...pick(1), findings: [] },
  };
}

type Both = readonly [kept: unknown, counted: unknown];

function tables({ engine }: Bench): Record<string, Both> {
  const { db } = engine.site;
  return {
    posts: [
      all(db, sql`SELECT type, status, language_id, n FROM post_counts WHERE n <> 0 ORDER BY 1, 2, 3`),
      all(
        db,
        sql`SELECT p.type, p.status, coalesce(i.language_id, 0) AS language_id, count(*) AS n FROM posts p
            LEFT JOIN item_languages i ON i.kind = 'post' AND i.item_id = p.id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      ),
    ],
    authors: [
      all(db, sql`SELECT author, type, status, language_id, n FROM author_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4`),
      all(
        db,
        sql`SELECT coalesce(p.author, 0) AS author, p.type, p.status, coalesce(i.language_id, 0) AS language_id, count(*) AS n
            FROM posts p LEFT JOIN item_languages i ON i.kind = 'post' AND i.item_id = p.id GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      ),
    ],
    terms: [
      all(db, sql`SELECT term_id, n FROM term_counts WHERE n <> 0 ORDER BY 1`),
      all(
        db,
        sql`SELECT t.term_id, count(*) AS n FROM post_terms t JOIN posts p ON p.id = t.post_id
            WHERE p.status = 'publish' GROUP BY 1 ORDER BY 1`,
      ),
    ],
  };
}

interface Row {
  id: number;
  type: string;
  status: string;
  lang: string;
  group_id: number | null;
  texts: string;
}

/** Every post with its language and its texts, from the tables of the content only. */
function rows({ engine }: Bench): Row[] {
  return all<Row>(
    engine.site.db,
    sql`SELECT p.id, p.type, p.status, coalesce(t.slug, '') AS lang, i.group_id,
          p.title || char(10) || p.excerpt || char(10) || p.content AS texts
        FROM posts p LEFT JOIN item_languages i ON i.kind = 'post' AND i.item_id = p.id
        LEFT JOIN terms t ON t.id = i.language_id ORDER BY p.id`,
  );
}

const CODES = ['en', 'fr', 'de'];

function totals(bench: Bench): Both {
  const items = rows(bench);
  const asked = ['publish', 'draft', 'private', 'trash'].flatMap((status) =>
    ['', ...CODES].map((lang) => ({ status, lang })),
  );
  const total = (query: Dict): number =>
    Number(
      bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, bench.admin).headers['X-WP-Total'] ?? 0,
    );
  const naive = ({ status, lang }: { status: string; lang: string }): number =>
    items.filter((one) => one.type === 'post' && one.status === status && (lang === '' || one.lang === lang)).length;
  return [asked.map(total), asked.map(naive)];
}

function search(bench: Bench, words: readonly string[]): Both {
  const items = rows(bench).filter(({ type, status }) => type === 'post' && status === 'publish');
  const found = (text: string, lang: string): number[] => {
    const query = { search: text, per_page: '100', lang, orderby: 'id', order: 'asc', _fields: 'id' };
    const { body } = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, bench.admin);
    return (body as { id: number }[]).map(({ id }) => id);
  };
  const naive = (text: string, lang: string): number[] => {
    const wanted = plain(text).replaceAll('"', '').split(' ');
    const fits = ({ texts }: Row): boolean => wanted.every((word) => plain(texts).includes(word));
    return items
      .filter((one) => (lang === '' || one.lang === lang) && fits(one))
      .map(({ id }) => id)
      .slice(0, 100);
  };
  const asked = words.flatMap((word) => [[word, ''] as const, [word, 'fr'] as const]);
  return [asked.map(([word, lang]) => found(word, lang)), asked.map(([word, lang]) => naive(word, lang))];
}

/** Small letters without accents, written anew: not the function the product uses. */
function plain(text: string): string {
  return text
    .toLocaleLowerCase('en')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .split('ß')
    .join('ss');
}

function coverage(bench: Bench): Both {
  const { body } = bench.engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/coverage', query: { kind: 'post', type: 'post' } },
    bench.admin,
  );
  const items = rows(bench).filter((one) => one.type === 'post' && one.lang !== '' && one.status !== 'trash');
  const groups = new Set(items.map(({ group_id }) => group_id)).size;
  const state = ({ id }: Row): string =>
    (bench.ask('GET', `/polydesk/v1/staleness/post/${id}`).body as { state: string }).state;
  const states = items.map((one) => ({ lang: one.lang, state: state(one) }));
  const languages = CODES.map((lang) => {
    const own = states.filter((one) => one.lang === lang);
    const of = (name: string): number => own.filter((one) => one.state === name).length;
    const known = ['source', 'translated', 'needs_update', 'partial', 'draft'].map((name) => [name, of(name)] as const);
    return [lang, { ...Object.fromEntries(known), missing: groups - own.length }] as const;
  });
  // What is left in the units is recounted by the property test of the states.
  const statesOf = ([code, counts]: [string, Dict]): [string, Dict] => {
    const { untranslated: _units, words: _words, words_missing: _missing, ...own } = counts;
    return [code, own];
  };
  const kept = (body as { groups: number; languages: Record<string, Dict> }[]).map((row) => ({
    groups: row.groups,
    languages: Object.fromEntries(Object.entries(row.languages).map(statesOf)),
  }));
  return [kept, [{ groups, languages: Object.fromEntries(languages) }]];
}
