import type { Site } from '../../../site.ts';
import { isPostSlugTaken, type PostRow } from '../../../store/content/posts.ts';
import type { PostType } from '../content-model.ts';
import { mayShareSlugs } from '../../site/server.ts';
import { freeSlug, readableSlug, sanitiseSlug } from '../slug.ts';
import type { ContentFacts } from '../content-facts.ts';

const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);
/** Smaller numbers as slugs would read as a month or a day, depending on the permalink part before the name. */
const DATE_PARTS: Readonly<Record<string, number>> = { '%year%': 13, '%monthnum%': 32 };

/** The item data its slug depends on. */
export interface SlugOwner {
  id: number;
  type: PostType;
  parent: number | null;
  language: number | null;
}

/** The locale for folding an item's accents (`content.md` 2.5). */
export function localeOf(facts: ContentFacts, language: number | null): string {
  return (language === null ? undefined : facts.languages.get(language)?.locale) ?? facts.locale;
}

/** The slug of an item, from the requested one or its title; "" if nothing remains. */
export function slugFrom(text: string, facts: ContentFacts, language: number | null): string {
  return sanitiseSlug(text, localeOf(facts, language));
}

/** The slug, or the first with suffix `-2`, `-3`, … that is free for this item and not reserved (`content.md` 2.5). */
export function uniquePostSlug(site: Site, facts: ContentFacts, owner: SlugOwner, slug: string): string {
  if (slug === '') return '';
  const { type, parent, id } = owner;
  const scope = {
    type: type.name,
    except: id,
    ...(type.hierarchical && { parent: parent ?? 0 }),
    // Shared between languages only if enabled (`content.md` 5.10).
    ...(mayShareSlugs(site) && { language: owner.language }),
  };
  return freeSlug(slug, (one) => isReserved(facts, type, one) || isPostSlugTaken(site.db, one, scope));
}

/** The slug an empty one would produce now, decoded (`content.md` 2.2, `generated_slug`). */
export function generatedSlug(site: Site, facts: ContentFacts, row: PostRow, type: PostType): string {
  const owner = { id: row.id, type, parent: row.parent, language: row.language_id };
  const made = slugFrom(row.title, facts, row.language_id) || String(row.id);
  return readableSlug(uniquePostSlug(site, facts, owner, made));
}

function isReserved(facts: ContentFacts, type: PostType, slug: string): boolean {
  if (RESERVED.has(slug)) return true;
  if (type.hierarchical) return type.name === 'page' && /^(?:page)?\d+$/.test(slug);
  return type.name === 'post' && /^\d+$/.test(slug) && readsAsDate(facts, Number(slug));
}

/** Whether a number as a slug would be parsed as part of a date. */
function readsAsDate(facts: ContentFacts, number: number): boolean {
  const parts = facts.permalinks.split('/').filter((part) => part !== '');
  const at = parts.indexOf('%postname%');
  if (at === 0) return true;
  return at > 0 && number < (DATE_PARTS[parts[at - 1] ?? ''] ?? 0);
}
