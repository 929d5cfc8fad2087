import type { Meta } from '../../schema/content/content-model.ts';

/** A post type of a site, built-in or custom. Field names as in the API (`content.md` 4, types). */
export interface PostType {
  readonly name: string;
  readonly rest_base: string;
  readonly label: string;
  readonly labels?: { readonly singular_name?: string | undefined } | undefined;
  readonly hierarchical: boolean;
  readonly supports: readonly string[];
  readonly taxonomies: readonly string[];
  readonly has_archive: boolean;
  readonly custom: boolean;
}

/** A taxonomy of a site, built-in or custom (`content.md` 4, taxonomies). */
export interface Taxonomy {
  readonly name: string;
  readonly rest_base: string;
  readonly label: string;
  readonly labels?: { readonly singular_name?: string | undefined } | undefined;
  readonly hierarchical: boolean;
  readonly object_types: readonly string[];
  readonly custom: boolean;
}

/** The post types every site has (`content.md` 4). */
export const POST_TYPES: readonly PostType[] = [
  {
    name: 'post',
    rest_base: 'posts',
    label: 'Posts',
    hierarchical: false,
    taxonomies: ['category', 'post_tag'],
    has_archive: false,
    custom: false,
    supports: [
      'title',
      'editor',
      'author',
      'thumbnail',
      'excerpt',
      'trackbacks',
      'custom-fields',
      'comments',
      'revisions',
      'post-formats',
    ],
  },
  {
    name: 'page',
    rest_base: 'pages',
    label: 'Pages',
    hierarchical: true,
    taxonomies: [],
    has_archive: false,
    custom: false,
    supports: ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'],
  },
  {
    name: 'attachment',
    rest_base: 'media',
    label: 'Media',
    hierarchical: false,
    taxonomies: [],
    has_archive: false,
    custom: false,
    supports: ['title', 'author', 'comments'],
  },
];

/** The taxonomies every site has. The two language taxonomies are not among them: they are never exposed (`content.md` 4). */
export const TAXONOMIES: readonly Taxonomy[] = [
  {
    name: 'category',
    rest_base: 'categories',
    label: 'Categories',
    hierarchical: true,
    object_types: ['post'],
    custom: false,
  },
  { name: 'post_tag', rest_base: 'tags', label: 'Tags', hierarchical: false, object_types: ['post'], custom: false },
];

/** Meta that posts and pages have without registration (`content.md` 2.2). */
export const POST_META: readonly Meta[] = [
  { key: 'footnotes', type: 'string', single: true, default: '', object_types: ['post', 'page'] },
];
