// Terms of an item next to those of its source.
import { api } from '../../../lib/api/api.ts';
import { itemWrite } from '../../../lib/api/item-write.ts';
import type { ContentType } from '../../../lib/content-types.ts';
import { plainText } from '../../../matrix/rows.svelte.ts';
import { startVersion } from '../../../lib/start-version.ts';
import { together } from '../item.ts';
import type { Item } from '../item.ts';

export interface Term {
  id: number;
  name: string;
  lang: string;
  translations: Record<string, number>;
}

/** A term of the source and its counterpart in the language of the item; one of them may be missing. */
export interface MappedTerm {
  key: string;
  source: Term | undefined;
  target: Term | undefined;
  /** The item has it. */
  isSet: boolean;
}

export interface TaxonomyTerms {
  taxonomy: ContentType;
  terms: MappedTerm[];
}

/** Where to add a term: base of the taxonomy, and the item. */
export interface TermPlace {
  base: string;
  item: Item;
  lang: string;
}

/** Every taxonomy of the type, each term of the source with its translation. */
export async function mapTerms(of: {
  taxonomies: readonly ContentType[];
  source: Item | undefined;
  target: Item;
}): Promise<TaxonomyTerms[]> {
  return Promise.all(of.taxonomies.map(async (taxonomy) => ({ taxonomy, terms: await mapOf(taxonomy.base, of) })));
}

async function mapOf(base: string, { source, target }: { source: Item | undefined; target: Item }) {
  const ids = termsOf(target, base);
  const from = await readTerms(base, source ? termsOf(source, base) : []);
  const partners = from.flatMap(({ translations }) => translations[target.lang] ?? []);
  const there = new Map((await readTerms(base, [...new Set([...ids, ...partners])])).map((term) => [term.id, term]));
  const used = new Set<number>();
  const mapped = from.map((term): MappedTerm => {
    const partner = term.lang === target.lang ? term.id : (term.translations[target.lang] ?? 0);
    used.add(partner);
    return { key: `s${term.id}`, source: term, target: there.get(partner), isSet: ids.includes(partner) };
  });
  const own = ids.flatMap((id): MappedTerm[] => {
    const term = there.get(id);
    return term && !used.has(id) ? [{ key: `t${id}`, source: undefined, target: term, isSet: true }] : [];
  });
  return [...mapped, ...own];
}

/** Creates the translation of a term and adds it to the item, as one step. */
export async function createTerm(place: TermPlace, { source }: MappedTerm) {
  const made = await startVersion({ kind: 'term', id: source?.id ?? 0, lang: place.lang });
  const set = await addTerm(place, made.id);
  return { entry: set.entry ?? made.entry };
}

/** Adds a term to the item. */
export function addTerm(place: TermPlace, id: number) {
  const { path, body } = withTerm(place, id);
  return api.patch(path, body);
}

/** Links a term of the language as the translation of a term of the source, and adds it to the item, as one step. */
export function linkTerm(place: TermPlace, source: Term, id: number) {
  const { translations } = source;
  const fields = { translations: { ...translations, [place.lang]: id } };
  return together([itemWrite('term', source.id, { fields, over: { translations } }), withTerm(place, id)]);
}

function withTerm({ base, item }: TermPlace, id: number) {
  const ids = termsOf(item, base);
  return itemWrite('post', item.id, { fields: { [base]: [...new Set([...ids, id])] }, over: { [base]: ids } });
}

function termsOf(item: Item, base: string): number[] {
  const ids = item[base];
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** The terms with these ids, in this order. */
export async function readTerms(base: string, ids: readonly number[]): Promise<Term[]> {
  if (ids.length === 0) return [];
  const query = { include: ids.slice(0, 100).join(','), per_page: 100, _fields: 'id,name,lang,translations' };
  const list = await api.get<Term[]>(`/wp/v2/${base}`, query);
  const named = new Map(list.map((term) => [term.id, { ...term, name: plainText(term.name) }]));
  return ids.flatMap((id) => named.get(id) ?? []);
}
