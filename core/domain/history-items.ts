import {
  languageIdByTwin,
  ownerOfMeta,
  postTypeById,
  taxonomyById,
  type Item,
  type Row,
  type RowImage,
} from '../store/journal.ts';
import type { ReadDb } from '../store/sql.ts';

/** What a row is part of. `main`: the row whose coming and going is that of the item. */
interface Part {
  kind: string;
  id: number | string;
  main?: boolean;
}

/** A row that an entry touched, with what the first and the last image say. */
interface Touched {
  tbl: string;
  key: (string | number)[];
  first: RowImage['op'];
  last: RowImage['op'];
  /** The whole row, when the entry deleted it. */
  deleted: Row | undefined;
}

/** Asks what a row was, in the tables or among the rows the entry deleted. */
interface Finder {
  postType(id: number): string | undefined;
  taxonomy(id: number): string | undefined;
  languageOfTwin(id: number): number | undefined;
  metaOwner(table: 'post_meta' | 'term_meta', touched: Touched): number | undefined;
}

/** What the images of one transaction touched, each item once. To be asked before the next write: it looks at the tables as they are. */
export function itemsOf(db: ReadDb, images: readonly RowImage[]): Item[] {
  const touched = touchedRows(images);
  const finder = finderFor(db, touched);
  const ops = new Map<string, Item | null>();
  for (const row of touched) {
    const part = PARTS[row.tbl]?.(row, finder);
    if (!part) continue;
    const name = `${part.kind} ${part.id}`;
    if (part.main && row.first === 'insert' && row.last === 'delete') ops.set(name, null);
    const known = ops.get(name);
    if (known === null) continue;
    const op = part.main ? opOf(row) : 'update';
    if (known && RANK[known.op] >= RANK[op]) continue;
    ops.set(name, { kind: part.kind, id: part.id, op });
  }
  return [...ops.values()].filter((item) => item !== null);
}

const RANK = { update: 0, create: 1, delete: 2 } as const;

/** Which item a row of each journalled table belongs to. */
const PARTS: Record<string, (row: Touched, find: Finder) => Part | undefined> = {
  settings: ({ key }) => ({ kind: 'settings', id: key[0]! }),
  options: ({ key }) => ({ kind: 'site', id: key[0]! }),
  site: () => ({ kind: 'site', id: 'defaults' }),
  users: ({ key }) => ({ kind: 'user', id: key[0]!, main: true }),
  user_descriptions: ({ key }) => ({ kind: 'user', id: key[0]! }),
  terms: ({ key }, find) => termPart(Number(key[0]), find, true),
  term_meta: (row, find) => termPart(find.metaOwner('term_meta', row), find),
  languages: ({ key }) => ({ kind: 'language', id: key[0]! }),
  posts: ({ key }, find) => postPart(Number(key[0]), find, true),
  post_meta: (row, find) => postPart(find.metaOwner('post_meta', row), find),
  post_terms: ({ key }, find) => postPart(Number(key[0]), find),
  groups: ({ key }) => ({ kind: 'group', id: key[0]!, main: true }),
  item_languages: ({ key }, find) =>
    key[0] === 'post' ? postPart(Number(key[1]), find) : termPart(Number(key[1]), find),
};

function postPart(id: number | undefined, find: Finder, main = false): Part | undefined {
  if (id === undefined) return undefined;
  return { kind: find.postType(id) === 'attachment' ? 'media' : 'post', id, main };
}

function termPart(id: number | undefined, find: Finder, main = false): Part | undefined {
  if (id === undefined) return undefined;
  const taxonomy = find.taxonomy(id);
  if (taxonomy === 'term_language') {
    const language = find.languageOfTwin(id);
    return language === undefined ? undefined : { kind: 'language', id: language };
  }
  return { kind: taxonomy === 'language' ? 'language' : 'term', id, main };
}

function opOf({ first, last }: Touched): Item['op'] {
  if (last === 'delete') return 'delete';
  return first === 'insert' ? 'create' : 'update';
}

function touchedRows(images: readonly RowImage[]): Touched[] {
  const rows = new Map<string, Touched>();
  for (const { tbl, key, op, old } of images) {
    const name = `${tbl} ${key}`;
    const known = rows.get(name);
    const deleted = op === 'delete' ? (JSON.parse(old ?? '{}') as Row) : undefined;
    if (known) Object.assign(known, { last: op, deleted });
    else rows.set(name, { tbl, key: JSON.parse(key) as (string | number)[], first: op, last: op, deleted });
  }
  return [...rows.values()];
}

function finderFor(db: ReadDb, touched: readonly Touched[]): Finder {
  const gone = new Map(
    touched.flatMap(({ tbl, key, deleted }) => (deleted ? [[`${tbl} ${key[0]}`, deleted] as const] : [])),
  );
  const twins = new Map(
    touched.flatMap(({ tbl, deleted }) =>
      deleted && tbl === 'languages' ? [[deleted['twin_id'], deleted['term_id']] as const] : [],
    ),
  );
  const text = (row: Row | undefined, name: string): string | undefined => (row ? String(row[name]) : undefined);
  return {
    postType: (id) => text(gone.get(`posts ${id}`), 'type') ?? postTypeById(db, id),
    taxonomy: (id) => text(gone.get(`terms ${id}`), 'taxonomy') ?? taxonomyById(db, id),
    languageOfTwin: (id) => languageIdByTwin(db, id) ?? numberOf(twins.get(id)),
    metaOwner: (table, { key, deleted }) =>
      deleted
        ? numberOf(deleted[table === 'post_meta' ? 'post_id' : 'term_id'])
        : ownerOfMeta(db, table, Number(key[0])),
  };
}

function numberOf(value: string | number | null | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
