import type { Jobs } from '../jobs/jobs.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { ApplyArgs, ItemKey, ItemsQuery, Job, JobId } from '../schema/job.ts';
import type { Json } from '../types.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can see and end jobs.');

const item = { title: 'job', schema: Job };
const namespace = 'polydesk/v1';

/**
 * `polydesk/v1/jobs` (`contract/extras.md`): work that goes on after its request was answered. None of these takes part in a
 * transaction, so that a job can be looked at and ended while it writes.
 */
export function jobRoutes(jobs: Jobs): readonly Route[] {
  return [listRoute(jobs), jobRoute(jobs), applyRoute(jobs), fileRoute(jobs), itemsRoute(jobs), itemRoute(jobs)];
}

/** Newest first. */
function listRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs',
    item,
    endpoints: [
      endpoint({ methods: ['GET'], args: {}, list: true, permit: mayManage, run: () => ({ body: jobs.list() }) }),
    ],
  };
}

/** DELETE cancels; what is over stays as it is. */
function jobRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs/(?P<id>[\\d]+)',
    item,
    endpoints: [
      endpoint({ methods: ['GET'], args: JobId, permit: mayManage, run: (_site, { id }) => ({ body: jobs.get(id) }) }),
      endpoint({
        methods: ['DELETE'],
        args: JobId,
        outside: true,
        permit: mayManage,
        run: (_site, { id }) => ({ body: jobs.cancel(id) }),
      }),
    ],
  };
}

/** Applies a finished preview: another job. */
function applyRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs/(?P<id>[\\d]+)/apply',
    item,
    endpoints: [
      endpoint({
        methods: ['POST'],
        args: ApplyArgs,
        outside: true,
        permit: mayManage,
        run: (_site, { id, choices }) => ({ body: null, job: jobs.orderToApply(id, choices as Json) }),
      }),
    ],
  };
}

/** The file a job has made, as a download. */
function fileRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs/(?P<id>[\\d]+)/file',
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: JobId,
        permit: mayManage,
        run: (_site, { id }) => ({ body: null, file: jobs.file(id) }),
      }),
    ],
  };
}

/** What a finished preview would do, item by item; totals in the headers. */
function itemsRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs/(?P<id>[\\d]+)/items',
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: ItemsQuery,
        permit: mayManage,
        run(_site, { id, page, per_page, ...filter }) {
          const { rows, total } = jobs.items(id, { ...filter, offset: (page - 1) * per_page, limit: per_page });
          const headers = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / per_page)) };
          return { body: rows, headers };
        },
      }),
    ],
  };
}

/** One of them, field by field: what is here, and what the file says. */
function itemRoute(jobs: Jobs): Route {
  return {
    namespace,
    path: '/jobs/(?P<id>[\\d]+)/items/(?P<key>[a-z][\\d]+)',
    endpoints: [
      endpoint({
        methods: ['GET'],
        args: ItemKey,
        permit: mayManage,
        run: (_site, { id, key }) => ({ body: jobs.item(id, key) }),
      }),
    ],
  };
}
