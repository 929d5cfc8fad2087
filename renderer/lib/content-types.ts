// What of a site has languages: its post types and taxonomies, as the sidebar and the matrix know them.
import { api } from './api/api.ts';
import { isMessage, t } from './messages/messages.svelte.ts';
import type { Read } from './api/answers.ts';

/** A translated post type or taxonomy. */
export interface ContentType {
  kind: 'post' | 'term';
  /** `post`, `category`. */
  type: string;
  /** Below `/wp/v2/`, and the address of its screen: `posts`. */
  base: string;
  /** As the site calls it; show `typeName`. */
  name: string;
  /** One item of it, as the site says; "" where it does not. Show `oneName`. */
  one: string;
  hierarchical: boolean;
  /** Of a post type. */
  taxonomies: readonly string[];
}

/** Media have their screen also where they have no languages, and so are not among the types. */
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
/** Numbers of items by state in one language. */
export type StateCounts = CoverageRow['languages'][string];

/** What counts towards how far a language is: nothing while the site has no more than its default categories. */
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

/** All of them, post types first, each kind in the order of the site. `rows`: those of the coverage, which name the types. */
export async function readTypes(rows: Promise<readonly CoverageRow[]>): Promise<ContentType[]> {
  const [coverage, types, taxonomies] = await Promise.all([
    rows,
    // The words of a type are among what only editors see.
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

/** What the type is called: in the interface language where everybody has it, else as the site says; in plain words where it only has a name. */
export function typeName({ type, name }: Pick<ContentType, 'type' | 'name'>): string {
  const key = `content.type.${type}`;
  if (isMessage(key)) return t(key);
  return name === type ? readable(name) : name;
}

/** What one item of the type is called: "Post"; as the site says where it does. Where nobody does, as the type. */
export function oneName(about: Pick<ContentType, 'type' | 'name' | 'one'>): string {
  const key = `content.type.one.${about.type}`;
  return isMessage(key) ? t(key) : about.one || typeName(about);
}

/** An export names a type as programs do: `travel_guide` is read as "Travel guide". */
function readable(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
