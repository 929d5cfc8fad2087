import { inOrder, type Kinds } from '../schema/content/fields/field.ts';
import { POST_ROWS } from '../schema/content/fields/posts.ts';
import { TERM_NAMES } from '../schema/content/fields/terms.ts';
import type { Site } from '../site.ts';
import { mediaByIds } from '../store/content/media.ts';
import { metaOf } from '../store/content/meta.ts';
import { loginsOf } from '../store/content/names.ts';
import { termsOfPosts } from '../store/content/post-terms.ts';
import { postById, type PostRow } from '../store/content/posts.ts';
import { termById, type TermRow } from '../store/content/terms.ts';
import { fieldsOf, prepared, termIdsOf } from './apply/post-values.ts';
import { valuesOf } from './apply/values.ts';
import type { Plan } from './plan/plan.ts';
import type { PostRecord, TermRecord } from './records.ts';

/** A field here and in the file, as text. */
export interface FieldPair {
  field: string;
  mine: string;
  file: string;
}

/** Fields of a row that people compare, texts first; all others are derived or our own. */
const COMPARED = inOrder(
  POST_ROWS.filter(({ review }) => review),
  ['title', 'slug', 'excerpt', 'content'],
  ({ name }) => name,
);

/** Pairs the fields of an item of the file with the existing item; without one, there is nothing to compare. */
export function postPairs(
  site: Site,
  plan: Plan,
  { id, record, before }: { id: number; record: PostRecord; before: PostRow | undefined },
): FieldPair[] {
  const item = prepared(plan, record);
  const file = fieldsOf(plan, { id, record: item });
  const pairs: FieldPair[] = COMPARED.map(({ name, holds }) => {
    const shown = (value: string | number | null): string => shownField(site, holds, value);
    return { field: name, mine: before ? shown(before[name]) : '', file: shown(file[name]) };
  });
  const known = before ? [before.id] : [];
  pairs.push(authorPair(site, plan, { item, before }), ...altPairs(site, { item, known }));
  pairs.push(...taxonomyPairs(site, plan, { item, known }));
  const meta = metaOf(site.db, 'post', known);
  pairs.push(...metaPairs(meta, item.meta));
  return before ? pairs.map(maskPassword) : pairs.filter(({ file: value }) => value !== '').map(maskPassword);
}

function authorPair(
  { db }: Site,
  plan: Plan,
  { item, before }: { item: PostRecord; before: PostRow | undefined },
): FieldPair {
  const mine = before?.author ?? null;
  const login = mine === null ? '' : (loginsOf(db, [mine]).get(mine) ?? '');
  // An author mapped to another login here is the same author.
  return { field: 'author', mine: login, file: plan.users.idOf(item.author) === mine ? login : item.author };
}

function altPairs({ db }: Site, { item, known }: { item: PostRecord; known: readonly number[] }): FieldPair[] {
  if (!item.media) return [];
  const [mine] = mediaByIds(db, known).values();
  return [{ field: 'alt_text', mine: mine?.alt_text ?? '', file: item.media.alt_text }];
}

const TERM_COMPARED = inOrder(TERM_NAMES, ['name'], (name) => name);

/** Pairs the fields of a term of the file with the existing one. */
export function termPairs(
  site: Site,
  plan: Plan,
  { id, record, before }: { id: number; record: TermRecord; before: TermRow | undefined },
): FieldPair[] {
  const parent = plan.terms.parents.get(id) ?? null;
  const pairs = [
    ...TERM_COMPARED.map((name) =>
      name === 'parent'
        ? { field: name, mine: termName(site, before?.parent ?? null), file: termName(site, parent, record.parent) }
        : { field: name, mine: before?.[name] ?? '', file: record[name] },
    ),
    ...metaPairs(before ? metaOf(site.db, 'term', [before.id]) : [], record.meta),
  ];
  return before ? pairs : pairs.filter(({ file }) => file !== '');
}

function shownField(site: Site, holds: keyof Kinds, value: string | number | null): string {
  if (!value) return '';
  if (holds === 'parent' || holds === 'image') return postById(site.db, Number(value))?.title ?? `#${value}`;
  return String(value);
}

function termName(site: Site, id: number | null, slug = ''): string {
  return id === null ? '' : (termById(site.db, id)?.name ?? slug);
}

function taxonomyPairs(
  site: Site,
  plan: Plan,
  { item, known }: { item: PostRecord; known: readonly number[] },
): FieldPair[] {
  const mine = termsOfPosts(site.db, known);
  const file = termIdsOf(plan, item);
  const slugs = new Map(
    item.terms.map((term) => [`${term.taxonomy} ${plan.terms.resolve(term, item.lang)?.id ?? 0}`, term]),
  );
  return [...new Set([...mine, ...file].map(({ taxonomy }) => taxonomy))].map((taxonomy) => {
    const here = mine.filter((one) => one.taxonomy === taxonomy).map((one) => termName(site, one.id));
    const there = file
      .filter((one) => one.taxonomy === taxonomy)
      .map((one) => termName(site, one.id, slugs.get(`${taxonomy} ${one.id}`)?.slug ?? `#${one.id}`));
    return { field: taxonomy, mine: listOf(here), file: listOf(there) };
  });
}

function listOf(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ');
}

function metaPairs(
  mine: readonly { key: string; value: string }[],
  file: readonly { key: string; value: string }[],
): FieldPair[] {
  const keys = new Set([...mine, ...file].map(({ key }) => key));
  return [...keys].map((key) => {
    return { field: `meta.${key}`, mine: valuesOf(mine, key).join('\n'), file: valuesOf(file, key).join('\n') };
  });
}

/** Shows that a password differs, but not the password. */
function maskPassword({ field, mine, file }: FieldPair): FieldPair {
  if (field !== 'password') return { field, mine, file };
  const mask = (value: string): string => (value === '' ? '' : '••••••');
  return { field, mine: mask(mine), file: file === mine ? mask(mine) : `${mask(file)} ` };
}
