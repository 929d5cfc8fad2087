import * as v from 'valibot';
import type { Meta } from './content-model.ts';
import { langInput, langItem, translationsInput, translationsItem } from '../languages/language-fields.ts';
import { langFilter, listParams, orderParam, slugParam } from '../wire/list-params.ts';
import { ALL, FULL, integer } from './fields/field.ts';
import { TERM_FIELDS } from './fields/terms.ts';
import { metaInput, metaItem } from './meta.ts';

/** What determines the fields and parameters of a taxonomy. */
export interface TermShape {
  /** Name of the taxonomy. */
  name: string;
  hierarchical: boolean;
  isTranslated: boolean;
  metas: readonly Meta[];
  /** Codes of the site's languages, evaluated when needed. */
  codes: () => readonly string[];
}

/** A term of a taxonomy (`content.md` 3.2). */
export function termItem(shape: TermShape): v.GenericSchema {
  return v.object(
    fitting(shape, {
      id: v.pipe(integer, v.description('Number of the term.'), v.metadata({ context: ALL, readonly: true })),
      count: v.pipe(
        integer,
        v.description('Published items that carry the term.'),
        v.metadata({ context: FULL, readonly: true }),
      ),
      description: v.optional(stored('description')),
      link: v.pipe(
        v.string(),
        v.description('Address of the term.'),
        v.metadata({ context: ALL, readonly: true, format: 'uri' }),
      ),
      name: stored('name'),
      slug: v.optional(stored('slug')),
      taxonomy: v.pipe(
        v.picklist([shape.name]),
        v.description('Taxonomy of the term.'),
        v.metadata({ context: ALL, readonly: true }),
      ),
      parent: v.optional(stored('parent')),
      meta: metaItem(shape.metas, FULL),
      lang: langItem,
      translations: translationsItem,
    }),
  );
}

/** A stored field in answers. */
function stored(name: keyof typeof TERM_FIELDS): v.GenericSchema {
  const { schema, text, context } = TERM_FIELDS[name].rest;
  return v.pipe(schema, v.description(text), v.metadata({ context }));
}

/** The fields of a term that can be set on update; on create the name is required (`content.md` 3.3). */
export function termInput(shape: TermShape) {
  return fitting(shape, {
    name: v.optional(v.pipe(v.string(), v.description('Name of the term.'))),
    slug: v.optional(
      v.pipe(v.string(), v.description('Name of the term in addresses; made from its name when empty.')),
    ),
    description: v.optional(v.pipe(v.string(), v.description('Description, as HTML.'))),
    // A flat taxonomy refuses a parent with a specific error code: its argument is not shown but checked.
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

/** The entries that a taxonomy has. The removable ones are optional: a handler never receives them. */
function fitting<E extends v.ObjectEntries>({ hierarchical, isTranslated }: TermShape, entries: E): E {
  const gone = new Set<string>();
  gone.add(hierarchical ? 'offset' : 'parent');
  if (!isTranslated) gone.add('lang').add('translations');
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !gone.has(name))) as E;
}
