import * as v from 'valibot';
import {
  checkedItems,
  countItems,
  findingCounts,
  ignore,
  ignoredFindings,
  siteFindings,
  withPlaces,
} from '../../domain/findings/findings.ts';
import { countFoundItems, foundItems } from '../../domain/findings/items.ts';
import { linkFindingsOf } from '../../domain/findings/of-links.ts';
import { checkedTexts } from '../../domain/findings/texts.ts';
import { languagesOf } from '../../domain/memory/answers.ts';
import { JobStarted } from '../../schema/site/job.ts';
import type { Site } from '../../site.ts';
import type { Json, RestRequest } from '../../types.ts';
import { pageHeaders } from '../../rest/paging.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import {
  CheckedTexts,
  CheckedTextsQuery,
  FindingCount,
  FindingCountsQuery,
  FindingsQuery,
  FoundItem,
  FoundItemsQuery,
  FixArgs,
  IgnoreArgs,
  IgnoredFinding,
  IgnoredQuery,
  LinkFindingsQuery,
  UnitFinding,
} from '../../schema/desk/findings.ts';

const mayUse = needs('edit_others', 'rest_forbidden', 'Only an editor can see what the checks find.');

interface Listed<T> {
  all: readonly T[];
  path: string;
  query: { page: number; per_page: number };
}

/** One page of a list, with the totals in the headers. */
function pageOf<T>(site: Site, request: RestRequest, { all, path, query: { page, per_page: perPage } }: Listed<T>) {
  const from = (page - 1) * perPage;
  const headers = pageHeaders(site, request, path, { total: all.length, page, perPage });
  return { body: all.slice(from, from + perPage), headers };
}

/** Findings of the checks of translations (`contract/extras.md`). */
export const findingRoutes = {
  '/polydesk/v1/findings': {
    GET: endpoint({
      summary: 'What the checks find in the translations of a language, totals in the headers.',
      args: FindingsQuery,
      answers: v.array(UnitFinding),
      traits: { inThread: true },
      permit: mayUse,
      run(site, query, { request }) {
        const all = siteFindings(site, query);
        const { body, headers } = pageOf(site, request, { all, path: '/polydesk/v1/findings', query });
        return { body: withPlaces(site, body), headers: { ...headers, 'X-Polydesk-Items': String(countItems(all)) } };
      },
    }),
  },
  '/polydesk/v1/findings/items': {
    GET: endpoint({
      summary: 'The translations in which the checks find something, totals in the headers.',
      args: FoundItemsQuery,
      answers: v.array(FoundItem),
      traits: { inThread: true },
      permit: mayUse,
      run(site, query, { request }) {
        if (query.lang !== undefined) languagesOf(site, { from: query.lang, to: query.lang });
        return pageOf(site, request, { all: foundItems(site, query), path: '/polydesk/v1/findings/items', query });
      },
    }),
  },
  '/polydesk/v1/findings/texts': {
    GET: endpoint({
      summary: 'The translations of a page of items with their sources, for a check of your own.',
      args: CheckedTextsQuery,
      answers: CheckedTexts,
      traits: { inThread: true },
      permit: mayUse,
      run: (site, query) => ({ body: checkedTexts(site, query) }),
    }),
  },
  '/polydesk/v1/findings/counts': {
    GET: endpoint({
      summary: 'How many findings of which check there are in which language.',
      args: FindingCountsQuery,
      answers: v.array(FindingCount),
      traits: { inThread: true },
      permit: mayUse,
      run(site, query) {
        if (query.lang !== undefined) languagesOf(site, { from: query.lang, to: query.lang });
        const body = findingCounts(site, query);
        const { checked, translations } = checkedItems(site, query.lang);
        const headers = {
          'X-Polydesk-Checked': String(checked),
          'X-Polydesk-Translations': String(translations),
          'X-Polydesk-Items': String(countFoundItems(site, query)),
        };
        return { body, headers };
      },
    }),
  },
  '/polydesk/v1/findings/fix': {
    POST: endpoint({
      summary: 'Does the safe fixes of a language, or those of one check or of some items, as a job.',
      args: FixArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can change many items at once.'),
      run(site, order) {
        languagesOf(site, { from: order.lang, to: order.lang });
        return { job: { kind: 'fix-findings', input: order as unknown as Json } };
      },
    }),
  },
  '/polydesk/v1/findings/links': {
    GET: endpoint({
      summary: 'What is found in the links of one translation, with what somebody ignores.',
      args: LinkFindingsQuery,
      answers: v.array(UnitFinding),
      traits: { inThread: true },
      permit: mayUse,
      run: (site, { kind, id }) => ({ body: withPlaces(site, linkFindingsOf(site, kind, id)) }),
    }),
  },
  '/polydesk/v1/findings/ignored': {
    GET: endpoint({
      summary: 'The findings of one item that somebody ignores.',
      args: IgnoredQuery,
      answers: v.array(IgnoredFinding),
      permit: mayUse,
      run: (site, { kind, id }) => ({ body: ignoredFindings(site, kind, id) }),
    }),
  },
  '/polydesk/v1/findings/ignore': {
    POST: endpoint({
      summary: 'Ignores a finding for as long as both texts stay as they are, or shows it again.',
      args: IgnoreArgs,
      answers: v.object({ ignored: v.boolean() }),
      traits: { batch: true },
      permit: mayUse,
      run: (site, asked) => ignore(site, asked),
    }),
  },
} satisfies RouteTable;
