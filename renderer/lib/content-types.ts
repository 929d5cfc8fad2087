// The translatable content of a site: its post types and taxonomies, for the sidebar and the matrix.
import { api } from './api/api.ts';
import { isMessage, t } from './messages/messages.svelte.ts';
import type { Read } from './api/answers.ts';

/** A translated post type or taxonomy. */
export interface ContentType {
  kind: 'post' | 'term';
  /** `post`, `category`. */
  type: string;
  /** Path below `/wp/v2/`, and the address of its screen: `posts`. */
  base: string;
  /** The name given by the site; for display use `typeName`. */
  name: string;
  /** Singular name given by the site; "" if none. For display use `oneName`. */
  one: string;
  hierarchical: boolean;
  /** For post types only. */
  taxonomies: readonly string[];
}

/** Media have a screen even if they are not translatable, and so are not among the types. */
export const MEDIA: ContentType = {
  kind: 'post',
  type: 'attachment',
  base: 'media',
  name: 'Media',
  one: '',
  hierarchical: false,
  taxonomies: [],
};

/** A row of `GET polydesk/v1/coverage`. */
export type CoverageRow = Read<'/polydesk/v1/coverage'>[number];
/** Item counts by state in one language. */
export type StateCounts = CoverageRow['languages'][string];

/** The rows that count towards a language's coverage: none while the site has only its default categories. */
export function countedCoverage<Row extends CoverageRow>(rows: readonly Row[]): readonly Row[] {
  return rows.some(({ type, groups }) => groups > (type === 'category' ? 1 : 0)) ? rows : [];
}

interface Described {
  slug: string;
  name: string;
  rest_base: string;
  hierarchical: boolean;
  labels?: { singular_name?: string };
  taxonomies?: string[];
}

/** All content types, post types first, each kind in site order. `rows`: the coverage rows, which list the types. */
export async function readTypes(rows: Promise<readonly CoverageRow[]>): Promise<ContentType[]> {
  const [coverage, types, taxonomies] = await Promise.all([
    rows,
    // The labels of a type are only in the edit context.
    api.get<Record<string, Described>>('/wp/v2/types', { context: 'edit' }),
    api.get<Record<string, Described>>('/wp/v2/taxonomies', { context: 'edit' }),
  ]);
  return coverage.flatMap(({ kind, type }) => {
    const found = (kind === 'post' ? types : taxonomies)[type];
    if (!found) return [];
    const { name, rest_base: base, hierarchical, labels, taxonomies: own = [] } = found;
    return [{ kind, type, base, name, one: labels?.singular_name ?? '', hierarchical, taxonomies: own }];
  });
}

/**
 * The display name of a type: translated for built-in types, otherwise as given by the site, with a bare identifier made
 * readable.
 */
export function typeName({ type, name }: Pick<ContentType, 'type' | 'name'>): string {
  const key = `content.type.${type}`;
  if (isMessage(key)) return t(key);
  return name === type ? readable(name) : name;
}

/** The singular display name of a type: "Post"; the site's own if it has one, else the type name. */
export function oneName(about: Pick<ContentType, 'type' | 'name' | 'one'>): string {
  const key = `content.type.one.${about.type}`;
  return isMessage(key) ? t(key) : about.one || typeName(about);
}

/** An export may name a type by its identifier: `travel_guide` becomes "Travel guide". */
function readable(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
