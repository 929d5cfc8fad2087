import * as v from 'valibot';
import { createCategory, listCategories } from '../domain/terms.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Term } from '../schema/term.ts';

const { name, slug, description } = Term.entries;

/** `wp/v2/categories` in the form this milestone needs: list and create (`content.md` 3). */
export const categoriesRoute: Route = {
  namespace: 'wp/v2',
  path: '/categories',
  item: { title: 'category', schema: Term },
  nullIsAbsent: true,
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {
        page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Page of the list.')), 1),
        per_page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100), v.description('Terms on a page.')), 10),
        order: v.optional(v.pipe(v.picklist(['asc', 'desc']), v.description('Direction of the order.')), 'asc'),
        orderby: v.optional(v.pipe(v.picklist(['id', 'name', 'slug']), v.description('What the list is ordered by.')), 'name'),
        slug: v.optional(v.pipe(v.array(v.string()), v.description('Only terms with one of these slugs.'))),
      },
      batch: true,
      run(site, params) {
        const { items, total } = listCategories(site, params);
        return { body: items, headers: { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / params.per_page)) } };
      },
    }),
    endpoint({
      methods: ['POST'],
      args: { name, slug, description },
      batch: true,
      permit: needs('manage_terms', 'rest_cannot_create', 'You may not add categories.'),
      run(site, params) {
        const made = createCategory(site, params);
        return { status: 201, body: made, summary: `Added the category ${made.name}` };
      },
    }),
  ],
};
