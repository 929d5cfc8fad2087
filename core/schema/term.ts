import * as v from 'valibot';

const context = ['view', 'embed', 'edit'] as const;
const integer = v.pipe(v.number(), v.integer());

/** A term of any taxonomy (`content.md` 3.2). */
export const Term = v.object({
  id: v.pipe(integer, v.description('Number of the term.'), v.metadata({ context, readonly: true })),
  count: v.pipe(integer, v.description('Published items that carry the term.'), v.metadata({ context: ['view', 'edit'], readonly: true })),
  description: v.optional(v.pipe(v.string(), v.description('Description, as HTML.'), v.metadata({ context: ['view', 'edit'] }))),
  link: v.pipe(v.string(), v.description('Address of the term.'), v.metadata({ context, readonly: true, format: 'uri' })),
  name: v.pipe(v.string(), v.description('Name of the term.'), v.metadata({ context })),
  slug: v.optional(v.pipe(v.string(), v.description('Name of the term in addresses.'), v.metadata({ context }))),
  taxonomy: v.pipe(v.string(), v.description('Taxonomy of the term.'), v.metadata({ context, readonly: true })),
  parent: v.optional(v.pipe(integer, v.description('Number of the parent term.'), v.metadata({ context: ['view', 'edit'] }))),
});
