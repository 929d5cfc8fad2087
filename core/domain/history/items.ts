import type { Item, RowImage } from '../../store/journal/journal.ts';
import {
  languageOfTwin,
  lastKnown,
  termNow,
  termsNow,
  valuesNow,
  type RowRef,
  type TermNow,
} from '../../store/rows.ts';
import type { ReadDb } from '../../store/sql.ts';

/** The item a row belongs to, in the user's terms. `main`: the row whose creation and deletion is that of the item. */
export interface Part {
  kind: string;
  id: number | string;
  main?: boolean;
}

/** The two journalled columns of the site row, and where they are shown. */
export const SITE_PARTS: Readonly<Record<string, Part>> = {
  default_language_id: { kind: 'settings', id: 'default_lang' },
  default_category_id: { kind: 'site', id: 'default_category' },
};

/** The item a row of a journalled table belongs to; undefined for the site row, which belongs to two. */
export function partOf(db: ReadDb, tbl: string, key: string): Part | undefined {
  return PARTS[tbl]?.(keyIn(key), asker(db));
}

/** The items touched by the images of one entry, each once. Processed as a stream: an import has a million. */
export function itemsOf(db: ReadDb, images: Iterable<RowImage>): Item[] {
  const touched: Touched[] = [];
  const byKind = new Map<string, Map<number | string, Touched>>();
  const touch = ({ kind, id }: Part): Touched => {
    const same = byKind.get(kind) ?? new Map<number | string, Touched>();
    if (same.size === 0) byKind.set(kind, same);
    const known = same.get(id);
    if (known) return known;
    const fresh: Touched = { item: { kind, id, op: 'update' }, first: undefined, last: undefined };
    same.set(id, fresh);
    touched.push(fresh);
    return fresh;
  };
  const ask = asker(db);
  const few = Array.isArray(images) && images.length <= FEW;
  for (const { image, key } of few ? (images as RowImage[]).map(keyed) : lookedUp(images, ask)) {
    for (const part of sitePartsOf(image)) touch(part);
    const part = PARTS[image.tbl]?.(key, ask);
    if (!part) continue;
    const found = touch(part);
    if (!part.main) continue;
    found.first ??= image.op;
    found.last = image.op;
  }
  return touched.flatMap(({ item, first, last }) => {
    // Created and deleted in one entry: invisible.
    if (first === 'insert' && last === 'delete') return [];
    item.op = last === 'delete' ? 'delete' : first === 'insert' ? 'create' : 'update';
    return [item];
  });
}

/** An item, with the first and last operation on its main row. */
interface Touched {
  item: Item;
  first: Op | undefined;
  last: Op | undefined;
}

type Op = RowImage['op'];
type Key = readonly [id: string | number, second: string | number];

/** Item lookups in the file, cached for consecutive rows. */
interface Asker {
  post(id: Id): Omit<Part, 'main'> | undefined;
  term(id: Id): (Part & { isTwin: boolean }) | undefined;
  /** The item that the row with this ID belongs to. */
  owner(table: string, row: string | number, column: string): Id;
  /** Prefetches the lookups for these images in one query. */
  lookUp(images: readonly Keyed[]): void;
}

type Id = string | number | null | undefined;

/** Maximum cache size: the rows of one item are close together. */
const MOST_KEPT = 50_000;
/** Batch size of prefetched images, and the minimum that is worth a batch. */
const AT_ONCE = 1000;
const FEW = 8;

/** An image and the key of its row. */
interface Keyed {
  image: RowImage;
  key: Key;
}

function keyed(image: RowImage): Keyed {
  return { image, key: keyIn(image.key) };
}

/** Yields the same images, after prefetching their items. */
function* lookedUp(images: Iterable<RowImage>, ask: Asker): IterableIterator<Keyed> {
  let some: Keyed[] = [];
  for (const image of images) {
    if (some.push(keyed(image)) < AT_ONCE) continue;
    ask.lookUp(some);
    yield* some;
    some = [];
  }
  if (some.length > FEW) ask.lookUp(some);
  yield* some;
}

/** The values of a key. Most are a single number, parsed without JSON. */
function keyIn(text: string): Key {
  const number = Number(text.slice(1, -1));
  return (Number.isSafeInteger(number) && text !== '[]' ? [number] : JSON.parse(text)) as Key;
}

function kindOfPost(type: Id): string {
  return type === 'attachment' ? 'media' : 'post';
}

function asker(db: ReadDb): Asker {
  const posts = new Map<number, string>();
  const terms = new Map<number, (Part & { isTwin: boolean }) | undefined>();
  let owners = new Map<number, Id>();
  const kept = <K, V>(known: Map<K, V>, key: K, make: () => V): V => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as V;
    if (known.size >= MOST_KEPT) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
  return {
    post: (id) =>
      typeof id === 'number'
        ? { kind: kept(posts, id, () => kindOfPost(lastKnown(db, 'posts', id, 'type'))), id }
        : undefined,
    term: (id) => (typeof id === 'number' ? kept(terms, id, () => termPart(db, id, termNow(db, id))) : undefined),
    owner: (table, row, column) =>
      (table === 'post_meta' ? owners.get(Number(row)) : undefined) ?? lastKnown(db, table, Number(row), column),
    lookUp(images) {
      const idsOf = (name: string): number[] =>
        images.flatMap(({ image, key }) => (image.tbl === name ? [Number(key[0])] : []));
      const metas = idsOf('post_meta');
      owners = metas.length > 0 ? valuesNow(db, { table: 'post_meta', name: 'post_id' }, metas) : new Map<number, Id>();
      const ids = new Set([...idsOf('posts'), ...owners.values()]);
      const unknown = [...ids].filter((id) => typeof id === 'number' && !posts.has(id)) as number[];
      if (posts.size + unknown.length >= MOST_KEPT) posts.clear();
      if (unknown.length > 0)
        for (const [id, type] of valuesNow(db, { table: 'posts', name: 'type' }, unknown))
          posts.set(id, kindOfPost(type));
      const some = idsOf('terms').filter((id) => !terms.has(id));
      if (terms.size + some.length >= MOST_KEPT) terms.clear();
      if (some.length > 0) for (const now of termsNow(db, some)) terms.set(now.id, termPart(db, now.id, now));
    },
  };
}

/** A language is identified by its term, and includes its twin. */
function termPart(
  db: ReadDb,
  id: number,
  now: Omit<TermNow, 'id'> | undefined,
): (Part & { isTwin: boolean }) | undefined {
  const taxonomy = now?.taxonomy ?? lastKnown(db, 'terms', id, 'taxonomy');
  if (taxonomy !== 'term_language') return { kind: taxonomy === 'language' ? 'language' : 'term', id, isTwin: false };
  const language = now?.language ?? languageOfTwin(db, id);
  return language === undefined ? undefined : { kind: 'language', id: language, isTwin: true };
}

/** The item a row of each table belongs to, by its key. */
const PARTS: Record<string, (key: Key, ask: Asker) => Part | undefined> = {
  settings: ([name]) => ({ kind: 'settings', id: name }),
  options: ([name]) => ({ kind: 'site', id: name }),
  users: ([id]) => ({ kind: 'user', id, main: true }),
  user_descriptions: ([id]) => ({ kind: 'user', id }),
  terms: ([id], ask) => {
    const part = ask.term(id);
    return part && { ...part, main: !part.isTwin };
  },
  term_meta: ([id], ask) => ask.term(ask.owner('term_meta', id, 'term_id')),
  languages: ([id]) => ({ kind: 'language', id }),
  posts: ([id], ask) => {
    const part = ask.post(id);
    return part && { ...part, main: true };
  },
  post_meta: ([id], ask) => ask.post(ask.owner('post_meta', id, 'post_id')),
  post_comments: ([post], ask) => ask.post(post),
  media: ([post], ask) => ask.post(post),
  post_terms: ([post], ask) => ask.post(post),
  groups: ([id]) => ({ kind: 'group', id, main: true }),
  item_languages: ([kind, id], ask) => (kind === 'post' ? ask.post(id) : ask.term(id)),
  confirmations: ([kind, id], ask) => (kind === 'post' ? ask.post(id) : ask.term(id)),
  unit_marks: ([kind, id], ask) => (kind === 'post' ? ask.post(id) : ask.term(id)),
  ignored_findings: ([kind, id], ask) => (kind === 'post' ? ask.post(id) : ask.term(id)),
  glossary_concepts: ([id]) => ({ kind: 'glossary', id, main: true }),
  glossary_words: ([id], ask) => ({ kind: 'glossary', id: ask.owner('glossary_words', id, 'concept_id') ?? 0 }),
  memory_books: ([id]) => ({ kind: 'memory', id, main: true }),
  memory_entries: ([id], ask) => ({ kind: 'memory', id: ask.owner('memory_entries', id, 'book_id') ?? 0 }),
};

function sitePartsOf(image: RowImage): Part[] {
  if (image.tbl !== 'site' || image.op !== 'update') return [];
  return Object.keys(JSON.parse(image.old ?? '{}') as object).flatMap((name) => SITE_PARTS[name] ?? []);
}

/** The first rows of an entry, in the order they were first touched: more are never displayed. */
export function firstTouchedRows(images: Iterable<RowImage>, most: number): RowRef[] {
  const rows = new Map<string, RowRef>();
  for (const { tbl, key } of images) {
    rows.set(`${tbl} ${key}`, { tbl, key });
    if (rows.size === most) break;
  }
  return [...rows.values()];
}

/** A row touched by an entry, with its images in order. */
export interface TouchedRow extends RowRef {
  images: RowImage[];
}

/** Columns changed by the updates of an entry. */
export function changedColumns({ images }: TouchedRow): Set<string> {
  const updates = images.filter(({ op }) => op === 'update');
  return new Set(updates.flatMap(({ old }) => Object.keys(JSON.parse(old ?? '{}') as object)));
}
