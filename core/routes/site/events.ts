import * as v from 'valibot';
import { whereToFollow } from '../../domain/history/follow.ts';
import { checkParams } from '../../rest/params.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { ChangesQuery } from '../../schema/site/history.ts';
import { mayFollow } from './history.ts';
import { mayReadRequests } from './requests.ts';

const since = v.optional(ChangesQuery.since.wrapped);

/** The stream of changes (`contract/extras.md`). */
export const eventRoutes = {
  '/polydesk/v1/events': {
    GET: endpoint({
      summary: 'One event for each change, as text/event-stream: after Last-Event-ID or since, otherwise from now on.',
      args: {
        since,
        requests: v.optional(v.pipe(v.boolean(), v.description('Requests of the local server too.')), false),
      },
      traits: { streams: true, log: 'nothing' },
      permit: (site, params, call) =>
        mayFollow(site, params, call) ?? (params.requests ? mayReadRequests(site, params, call) : undefined),
      run(site, params, { request }) {
        const last = request.headers?.['last-event-id'];
        const sent = last ? (checkParams({ since }, { since: last }, false)['since'] as number) : params.since;
        return { stream: { since: whereToFollow(site, sent), requests: params.requests } };
      },
    }),
  },
} satisfies RouteTable;
