import * as v from 'valibot';
import type { Meta } from './content-model.ts';
import { langInput, langItem, translationsInput, translationsItem } from './language-fields.ts';
import { langFilter, listParams, orderParam, slugParam } from './list-params.ts';
import { metaInput, metaItem } from './meta.ts';

const context = ['view', 'embed', 'edit'] as const;
const long = ['view', 'edit'] as const;
const integer = v.pipe(v.number(), v.integer());

/** What decides about the fields and parameters of a taxonomy. */
export interface TermShape {
  hierarchical: boolean;
  isTranslated: boolean;
  metas: readonly Meta[];
  /** Codes of the site's languages, asked for when they are needed. */
  codes: () => readonly string[];
}

/** A term of a taxonomy (`content.md` 3.2). */
export function termItem(shape: TermShape): v.GenericSchema {
  return v.object(
    fitting(shape, {
      id: v.pipe(integer, v.description('Number of the term.'), v.metadata({ context, readonly: true })),
      count: v.pipe(
        integer,
        v.description('Published items that carry the term.'),
        v.metadata({ context: long, readonly: true }),
      ),
      description: v.optional(
        v.pipe(v.string(), v.description('Description, as HTML.'), v.metadata({ context: long })),
      ),
      link: v.pipe(
        v.string(),
        v.description('Address of the term.'),
        v.metadata({ context, readonly: true, format: 'uri' }),
      ),
      name: v.pipe(v.string(), v.description('Name of the term.'), v.metadata({ context })),
      slug: v.optional(v.pipe(v.string(), v.description('Name of the term in addresses.'), v.metadata({ context }))),
      taxonomy: v.pipe(v.string(), v.description('Taxonomy of the term.'), v.metadata({ context, readonly: true })),
      parent: v.optional(
        v.pipe(integer, v.description('Number of the parent term; 0 for none.'), v.metadata({ context: long })),
      ),
      meta: metaItem(shape.metas, long),
      lang: langItem,
      translations: translationsItem,
    }),
  );
}

/** What a term may be given on update; on create the name is required (`content.md` 3.3). */
export function termInput(shape: TermShape) {
  return fitting(shape, {
    name: v.optional(v.pipe(v.string(), v.description('Name of the term.'))),
    slug: v.optional(
      v.pipe(v.string(), v.description('Name of the term in addresses; made from its name when empty.')),
    ),
    description: v.optional(v.pipe(v.string(), v.description('Description, as HTML.'))),
    // A flat taxonomy refuses a parent by a code of its own: its argument is not shown but looked for.
    parent: v.optional(v.pipe(integer, v.description('Number of the parent term; 0 for none.'))),
    meta: metaInput(shape.metas),
    lang: langInput(shape.codes),
    translations: translationsInput,
  });
}

/** Parameters of the list (`content.md` 3.1). */
export function termListParams(shape: TermShape) {
  return fitting(shape, {
    ...listParams,
    order: orderParam('asc'),
    orderby: v.optional(
      v.pipe(
        v.picklist(['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count']),
        v.description('What the list is ordered by.'),
      ),
      'name',
    ),
    hide_empty: v.optional(
      v.pipe(v.boolean(), v.description('Leave out terms that no published item carries.')),
      false,
    ),
    parent: v.optional(v.pipe(integer, v.description('Only children of this term; 0 for terms without parent.'))),
    post: v.optional(v.pipe(integer, v.description('Only terms of this item.'))),
    slug: slugParam,
    lang: langFilter,
  });
}

/** The entries a taxonomy has. Those that go are optional: to a handler they are never given. */
function fitting<E extends v.ObjectEntries>({ hierarchical, isTranslated }: TermShape, entries: E): E {
  const gone = new Set<string>();
  gone.add(hierarchical ? 'offset' : 'parent');
  if (!isTranslated) gone.add('lang').add('translations');
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !gone.has(name))) as E;
}
