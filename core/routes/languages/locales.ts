import * as v from 'valibot';
import { catalogue, searchCatalogue } from '../../domain/languages/catalog.ts';
import { CatalogueEntry } from '../../schema/languages/catalogue.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';

/** The language database (`interface.md` 3.3). Public: it discloses nothing about the site. */
export const localeRoutes = {
  '/polydesk/v1/locales': {
    GET: endpoint({
      summary: 'The locales to choose from when a language is added.',
      args: {
        search: v.optional(v.pipe(v.string(), v.description('Native or English name, locale or code.')), ''),
        limit: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000), v.description('How many at most.')),
          1000,
        ),
      },
      answers: v.array(CatalogueEntry),
      run: (_site, { search, limit }) => ({
        body: search.trim() === '' ? catalogue().slice(0, limit) : searchCatalogue(search, limit),
      }),
    }),
  },
} satisfies RouteTable;
