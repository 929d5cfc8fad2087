// What of a site has languages: its post types and taxonomies, as the sidebar and the matrix know them.
import { api } from './api.ts';
import { isMessage, t } from './messages/messages.svelte.ts';

/** A translated post type or taxonomy. */
export interface ContentType {
  kind: 'post' | 'term';
  /** `post`, `category`. */
  type: string;
  /** Below `/wp/v2/`, and the address of its screen: `posts`. */
  base: string;
  /** As the site calls it; show `typeName`. */
  name: string;
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
  hierarchical: false,
  taxonomies: [],
};

/** Numbers of items by state in one language. */
export type StateCounts = Record<'source' | 'translated' | 'needs_update' | 'draft' | 'missing', number>;

/** A row of `GET polydesk/v1/coverage`. */
export interface CoverageRow {
  kind: 'post' | 'term';
  type: string;
  groups: number;
  /** Groups with something left to do, and items without a language. */
  work: Record<'todo' | 'missing' | 'needs_update' | 'draft' | 'no_language', number>;
  languages: Record<string, StateCounts>;
}

interface Described {
  slug: string;
  name: string;
  rest_base: string;
  hierarchical: boolean;
  taxonomies?: string[];
}

/** All of them, post types first, each kind in the order of the site. `rows`: those of the coverage, which name the types. */
export async function readTypes(rows: Promise<readonly CoverageRow[]>): Promise<ContentType[]> {
  const [coverage, types, taxonomies] = await Promise.all([
    rows,
    api.get<Record<string, Described>>('/wp/v2/types'),
    api.get<Record<string, Described>>('/wp/v2/taxonomies'),
  ]);
  return coverage.flatMap(({ kind, type }) => {
    const found = (kind === 'post' ? types : taxonomies)[type];
    if (!found) return [];
    const { name, rest_base: base, hierarchical } = found;
    return [{ kind, type, base, name, hierarchical, taxonomies: found.taxonomies ?? [] }];
  });
}

/** What the type is called: in the interface language where everybody has it, else as the site says; in plain words where it only has a name. */
export function typeName({ type, name }: Pick<ContentType, 'type' | 'name'>): string {
  const key = `content.type.${type}`;
  if (isMessage(key)) return t(key);
  return name === type ? readable(name) : name;
}

/** An export names a type as programs do: `travel_guide` is read as "Travel guide". */
function readable(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
