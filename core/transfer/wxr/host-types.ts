/**
 * Types of the host itself, never registered here: their items are stored only for export (`content.md` 8.2). `polydesk` shows
 * none of them.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const HOST_POST_TYPES = words(`
  nav_menu_item revision wp_block wp_template wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face
  custom_css customize_changeset oembed_cache user_request polylang_mo
`);

export const HOST_TAXONOMIES = words(`
  nav_menu link_category wp_theme wp_template_part_area wp_pattern_category
`);

/** Taxonomies that encode languages and groups in the file; they have no terms of their own here. */
export const LANGUAGE_TAXONOMIES = words('language term_language post_translations term_translations');

/** Post formats other than the standard one (`content.md` 2.1). */
export const FORMATS = words('aside chat gallery link image quote status video audio');

/** Valid names of types and taxonomies; others cannot be stored. */
export const TYPE_NAME = /^[\w.-]{1,64}$/;
export const TAXONOMY_NAME = /^[\w-]{1,32}$/;
