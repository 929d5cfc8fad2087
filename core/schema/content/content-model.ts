import * as v from 'valibot';

/** The types of values a registered meta key may have (`contract/README.md`, content model). */
export const META_TYPES = ['string', 'integer', 'number', 'boolean'] as const;

const Label = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.description('Name as people read it. When left out: the technical name.'),
);
const Labels = v.pipe(
  v.strictObject({
    singular_name: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('Name of one item.'))),
  }),
  v.description('More words for the type.'),
);
const RestBase = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_][a-z0-9_-]{0,49}$/),
  v.description('Last part of the address below wp/v2. When left out: the technical name.'),
);
const Hierarchical = v.pipe(v.boolean(), v.description('Whether items can have a parent.'));
const PostTypeName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,19}$/));
const TaxonomyName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,31}$/));

/** A custom post type, as written. */
export const CustomPostType = v.strictObject({
  name: v.pipe(PostTypeName, v.description('Technical name: lower-case letters, digits, "_" and "-", at most 20.')),
  rest_base: v.optional(RestBase),
  label: v.optional(Label),
  labels: v.optional(Labels),
  hierarchical: v.optional(Hierarchical, false),
  supports: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,39}$/))),
      v.description('Parts an item has: title, editor, excerpt, thumbnail and so on.'),
    ),
    ['title', 'editor'],
  ),
  taxonomies: v.optional(v.pipe(v.array(TaxonomyName), v.description('Taxonomies of this type.')), []),
  has_archive: v.optional(
    v.pipe(v.boolean(), v.description('Whether the site lists the items of this type on a page of its own.')),
    false,
  ),
});

/** A custom taxonomy, as written. */
export const CustomTaxonomy = v.strictObject({
  name: v.pipe(TaxonomyName, v.description('Technical name: lower-case letters, digits, "_" and "-", at most 32.')),
  rest_base: v.optional(RestBase),
  label: v.optional(Label),
  labels: v.optional(Labels),
  hierarchical: v.optional(Hierarchical, false),
  object_types: v.optional(v.pipe(v.array(PostTypeName), v.description('Post types that use this taxonomy.')), []),
});

/** A registered meta key. `default` has the type named in `type`; the domain checks it, because no schema can. */
export const RegisteredMeta = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^\S(?:.*\S)?$/), v.maxLength(255), v.description('Name of the field.')),
  type: v.pipe(v.picklist(META_TYPES), v.description('Kind of its value.')),
  single: v.optional(v.pipe(v.boolean(), v.description('One value, or a list of values.')), true),
  default: v.optional(
    v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.description('Value of an item that has none of its own.')),
  ),
  object_types: v.pipe(
    v.array(v.string()),
    v.minLength(1),
    v.description('Post types (post_meta) or taxonomies (term_meta) that have this field.'),
  ),
});

/** What a site adds to the built-in types: `GET` and `PUT polydesk/v1/content-model` (`contract/extras.md`). Every part may be left out. */
export const ContentModelSchema = v.strictObject({
  post_types: v.optional(v.pipe(v.array(CustomPostType), v.description('Custom post types.')), []),
  taxonomies: v.optional(v.pipe(v.array(CustomTaxonomy), v.description('Custom taxonomies.')), []),
  post_meta: v.optional(
    v.pipe(v.array(RegisteredMeta), v.description('Meta fields of posts, pages, media and custom types.')),
    [],
  ),
  term_meta: v.optional(v.pipe(v.array(RegisteredMeta), v.description('Meta fields of terms.')), []),
  page_templates: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]{0,199}$/))),
      v.description('Templates an item may choose.'),
    ),
    [],
  ),
});

export type ContentModel = v.InferOutput<typeof ContentModelSchema>;
export type Meta = v.InferOutput<typeof RegisteredMeta>;
