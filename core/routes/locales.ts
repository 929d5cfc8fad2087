import * as v from 'valibot';
import { catalogue, searchCatalogue } from '../domain/language-catalog.ts';
import { endpoint, type Route } from '../rest/route.ts';

/** `polydesk/v1/locales` [ours]: the language database, to add languages from (`interface.md` 3.3). Public: it says nothing of the site. */
export const localesRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/locales',
  endpoints: [
    endpoint({
      methods: ['GET'],
      args: {
        search: v.optional(v.pipe(v.string(), v.description('Native or English name, locale or code.')), ''),
        limit: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000), v.description('How many at most.')),
          1000,
        ),
      },
      run: (_site, { search, limit }) => ({
        body: search.trim() === '' ? catalogue().slice(0, limit) : searchCatalogue(search, limit),
      }),
    }),
  ],
};
