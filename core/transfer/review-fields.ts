import type { Site } from '../site.ts';
import { metaOfPosts } from '../store/post-meta.ts';
import { termsOfPosts } from '../store/post-terms.ts';
import { postById, type PostRow } from '../store/posts.ts';
import { metaOfTerms } from '../store/term-meta.ts';
import { termById, type TermRow } from '../store/terms.ts';
import { fieldsOf, prepared, termIdsOf, type Fields } from './apply-posts.ts';
import { valuesOf } from './apply-values.ts';
import type { Plan } from './plan/plan.ts';
import type { PostRecord, TermRecord } from './records.ts';

/** A field as it is here and as the file has it, as text. */
export interface FieldPair {
  field: string;
  mine: string;
  file: string;
}

/** Fields of a row that a person compares, in this order; the others follow from them or are our own. */
const COMPARED: readonly (keyof Fields)[] = [
  'title',
  'slug',
  'excerpt',
  'content',
  'status',
  'date',
  'parent',
  'featured_media',
  'menu_order',
  'template',
  'format',
  'sticky',
  'comment_status',
  'ping_status',
  'password',
];

/** An item of the file beside the one it is here; without one, what is there to compare is empty. */
export function postPairs(
  site: Site,
  plan: Plan,
  { id, record, before }: { id: number; record: PostRecord; before: PostRow | undefined },
): FieldPair[] {
  const item = prepared(plan, record);
  const file = fieldsOf(plan, { id, record: item });
  const pairs: FieldPair[] = COMPARED.map((field) => {
    const shown = (value: string | number | null | undefined): string => shownField(site, field, value);
    return { field, mine: before ? shown(before[field]) : '', file: shown(file[field]) };
  });
  const known = before ? [before.id] : [];
  pairs.push(...taxonomyPairs(site, plan, { item, known }));
  const meta = metaOfPosts(site.db, known);
  pairs.push(...metaPairs(meta, item.meta));
  return before ? pairs.map(maskPassword) : pairs.filter(({ file: value }) => value !== '').map(maskPassword);
}

/** A term of the file beside the one it is here. */
export function termPairs(
  site: Site,
  plan: Plan,
  { id, record, before }: { id: number; record: TermRecord; before: TermRow | undefined },
): FieldPair[] {
  const parent = plan.terms.parents.get(id) ?? null;
  const pairs = [
    { field: 'name', mine: before?.name ?? '', file: record.name },
    { field: 'slug', mine: before?.slug ?? '', file: record.slug },
    { field: 'description', mine: before?.description ?? '', file: record.description },
    { field: 'parent', mine: termName(site, before?.parent ?? null), file: termName(site, parent, record.parent) },
    ...metaPairs(before ? metaOfTerms(site.db, [before.id]) : [], record.meta),
  ];
  return before ? pairs : pairs.filter(({ file }) => file !== '');
}

function shownField(site: Site, field: string, value: string | number | null | undefined): string {
  if (field === 'parent' || field === 'featured_media') {
    const id = Number(value ?? 0);
    return id === 0 ? '' : (postById(site.db, id)?.title ?? `#${id}`);
  }
  if (field === 'sticky' || field === 'menu_order') return value ? String(value) : '';
  return String(value ?? '');
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

/** That it differs may be seen, what it is not. */
function maskPassword({ field, mine, file }: FieldPair): FieldPair {
  if (field !== 'password') return { field, mine, file };
  const mask = (value: string): string => (value === '' ? '' : '••••••');
  return { field, mine: mask(mine), file: file === mine ? mask(mine) : `${mask(file)} ` };
}
