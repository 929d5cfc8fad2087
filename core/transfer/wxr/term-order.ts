import { foldForSearch } from '../../domain/content/posts/search-index.ts';
import type { TermRow } from '../../store/content/terms.ts';
import type { Warning } from '../report.ts';

type OrderedTerm = Pick<TermRow, 'id' | 'taxonomy' | 'parent' | 'slug' | 'name'>;

/** Folds a name like the database collation of a real site: ignores case, accents and trailing blanks. */
export const collated = (text: string): string => foldForSearch(text.replaceAll('\u00a0', ' ').trimEnd());

/**
 * Sorts terms so that the real importer creates each of them (`live-wordpress.md` 6): it mistakes a term for an existing one
 * whose name equals its slug, so a term must come before those named like its slug. Otherwise parents come before their children,
 * then lower numbers first. Conflicts that no order can solve are reported.
 */
export function importOrder<T extends OrderedTerm>(terms: readonly T[], note: (warning: Warning) => void): T[] {
  const sorted = [...terms].sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  const levels = levelsOf(sorted, note);
  noteSharedSlugs(sorted, note);
  return sorted.sort((a, b) => rank(a) - rank(b) || (levels.get(a) ?? 0) - (levels.get(b) ?? 0) || a.id - b.id);
}

function rank({ taxonomy }: OrderedTerm): number {
  return Math.max(0, ['category', 'post_tag'].indexOf(taxonomy) + 1) || 3;
}

/** What must precede a term: terms that its name would hide, and its parent. */
interface Place<T> {
  term: T;
  level: number;
  hides: Place<T>[];
  children: Place<T>[];
  /** Number of terms it would hide that are not placed yet. */
  hidden: number;
  waitsForParent: boolean;
  isPlaced: boolean;
}

/** The level of each term: below everything that must precede it. */
function levelsOf<T extends OrderedTerm>(terms: readonly T[], note: (warning: Warning) => void): Map<T, number> {
  const places = placesOf(terms);
  const ready = places.filter(isReady);
  const place = (one: Place<T>): void => {
    one.isPlaced = true;
    const below = (next: Place<T>): void => {
      // A term placed early to break a cycle keeps its level.
      if (next.isPlaced) return;
      next.level = Math.max(next.level, one.level + 1);
      if (isReady(next)) ready.push(next);
    };
    for (const next of one.hides) {
      next.hidden -= 1;
      below(next);
    }
    for (const next of one.children) {
      next.waitsForParent = false;
      below(next);
    }
  };
  const rest = new Set(places);
  while (rest.size > 0) {
    for (const one of ready.splice(0)) if (rest.delete(one)) place(one);
    if (ready.length === 0 && rest.size > 0) ready.push(cut(rest, note));
  }
  return new Map(places.map(({ term, level }) => [term, level]));
}

function isReady({ hidden, waitsForParent }: Place<unknown>): boolean {
  return hidden === 0 && !waitsForParent;
}

function placesOf<T extends OrderedTerm>(terms: readonly T[]): Place<T>[] {
  const empty = { level: 0, hidden: 0, waitsForParent: false, isPlaced: false };
  const places = terms.map((term): Place<T> => ({ term, ...empty, hides: [], children: [] }));
  const byId = new Map(places.map((one) => [one.term.id, one]));
  const bySlug = Map.groupBy(places, ({ term }) => `${term.taxonomy} ${collated(term.slug)}`);
  for (const one of places) {
    const above = one.term.parent === null ? undefined : byId.get(one.term.parent);
    above?.children.push(one);
    one.waitsForParent = above !== undefined;
    for (const other of bySlug.get(`${one.term.taxonomy} ${collated(one.term.name)}`) ?? []) {
      if (other === one) continue;
      other.hides.push(one);
      one.hidden += 1;
    }
  }
  return places;
}

/** Breaks a cycle: a term without its parent is better than a lost one. */
function cut<T extends OrderedTerm>(rest: ReadonlySet<Place<T>>, note: (warning: Warning) => void): Place<T> {
  const all = [...rest];
  const child = all.find(({ hidden }) => hidden === 0);
  const one = child ?? all[0];
  if (!one) throw new Error('There is nothing left to be cut');
  const { name, slug } = one.term;
  if (child) {
    const text = `The term "${name}" (${slug}) comes before its parent, whose name is its slug: set its parent by hand.`;
    note({ line: 0, code: 'export_parent', text, params: { name, slug } });
    return one;
  }
  const text = `The importer takes the term with the slug "${collated(name)}" for "${name}": rename one of them before the export.`;
  note({ line: 0, code: 'export_name', text, params: { name, slug: collated(name) } });
  return one;
}

/** On a real site a slug is unique within a taxonomy. */
function noteSharedSlugs(terms: readonly OrderedTerm[], note: (warning: Warning) => void): void {
  for (const [first, ...others] of Map.groupBy(terms, ({ taxonomy, slug }) => `${taxonomy} ${slug}`).values()) {
    if (!first || others.length === 0) continue;
    const { slug, taxonomy } = first;
    const count = others.length + 1;
    const text = `${count} terms (${taxonomy}) have the slug "${slug}": the importer makes one of them. Give each a slug of its own before the export.`;
    note({ line: 0, code: 'export_slug', text, params: { count, taxonomy, slug } });
  }
}
