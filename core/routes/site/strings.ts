import * as v from 'valibot';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { SiteString, StringArgs } from '../../schema/site/strings.ts';
import { siteStrings, writeString } from '../../domain/site/strings.ts';

/** Texts outside of content (`contract/extras.md`). */
export const stringRoutes = {
  '/polydesk/v1/strings': {
    GET: endpoint({
      summary: 'Site title, tagline, and what themes and plugins registered, with their translations.',
      args: {},
      answers: v.array(SiteString),
      permit: needs('read_history', 'rest_forbidden', 'Only editors and administrators can see strings.'),
      run: (site) => ({ body: siteStrings(site) }),
    }),
    PATCH: endpoint({
      summary: 'Translates a string; "" takes a translation away.',
      args: StringArgs,
      answers: SiteString,
      traits: { batch: true },
      permit: needs('manage_options', 'rest_forbidden', 'Only administrators can edit strings.'),
      run(site, { source, translations }) {
        const body = writeString(site, source, translations);
        return { body, summary: { code: 'string.translated', params: { source: source.slice(0, 60) } } };
      },
    }),
  },
} satisfies RouteTable;
