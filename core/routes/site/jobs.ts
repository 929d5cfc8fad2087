import * as v from 'valibot';
import { refusal } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { JOB_KINDS } from '../../jobs/kinds.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type Endpoint, type RouteTable } from '../../rest/route.ts';
import {
  ApplyArgs,
  ItemKey,
  ItemsQuery,
  Job,
  JobId,
  JobStarted,
  ReviewItem,
  ReviewLine,
} from '../../schema/site/job.ts';
import { field, item } from '../../schema/wire/answer-field.ts';
import type { Caller, Json } from '../../types.ts';

const maySee = needs('edit_others', 'rest_forbidden', 'Only an editor can see jobs.');

/** What editors may start they may follow and end; everything else is for administrators. */
function mayUse(jobs: Jobs): NonNullable<Endpoint['permit']> {
  return (_site, params, { caller }) =>
    caller.can('manage_options') || (caller.can('edit_others') && jobs.isForEditors(Number(params['id'])))
      ? undefined
      : refusal(caller, 'rest_forbidden', 'Only an administrator can see and end this job.');
}

const shownTo = (caller: Caller, jobs: Jobs): Job[] =>
  jobs.list().filter(({ id }) => caller.can('manage_options') || jobs.isForEditors(id));

const kind = v.picklist(JOB_KINDS.map(({ name }) => name));
const ShownJob = item('job', { ...Job.entries, kind: field(kind, 'What the job does.') });

/**
 * Work that continues after its request was answered (`contract/extras.md`). None of these takes part in a transaction, so that a
 * job can be inspected and cancelled while it writes.
 */
export function jobRoutes(jobs: Jobs) {
  return {
    '/polydesk/v1/jobs': {
      GET: endpoint({
        summary: 'Jobs, newest first; an editor sees those that editors may start.',
        args: {},
        answers: v.array(ShownJob),
        permit: maySee,
        run: (_site, _params, { caller }) => ({ body: shownTo(caller, jobs) }),
      }),
    },
    '/polydesk/v1/jobs/{id}': {
      GET: endpoint({
        summary: 'How far a job is, and its report.',
        args: JobId,
        answers: ShownJob,
        permit: mayUse(jobs),
        run: (_site, { id }) => ({ body: jobs.get(id) }),
      }),
      DELETE: endpoint({
        summary: 'Cancels a job; one that is over stays as it is.',
        args: JobId,
        answers: ShownJob,
        traits: { noTransaction: true },
        permit: mayUse(jobs),
        run: (_site, { id }) => ({ body: jobs.cancel(id) }),
      }),
    },
    '/polydesk/v1/jobs/{id}/apply': {
      POST: endpoint({
        summary: 'Applies a finished preview, as another job.',
        args: ApplyArgs,
        answers: JobStarted,
        traits: { noTransaction: true },
        permit: mayUse(jobs),
        run: (_site, { id, choices }) => ({ job: jobs.orderToApply(id, choices as Json) }),
      }),
    },
    '/polydesk/v1/jobs/{id}/file': {
      GET: endpoint({
        summary: 'The file a job has made, as a download.',
        args: JobId,
        traits: { givesFile: true },
        permit: mayUse(jobs),
        run: (_site, { id }) => ({ file: jobs.file(id) }),
      }),
    },
    ...reviewRoutes(jobs),
  } satisfies RouteTable;
}

/** What a finished preview found. */
function reviewRoutes(jobs: Jobs) {
  return {
    '/polydesk/v1/jobs/{id}/items': {
      GET: endpoint({
        summary: 'What a finished preview would do, item by item; totals in the headers.',
        args: ItemsQuery,
        answers: v.array(ReviewLine),
        permit: mayUse(jobs),
        run(_site, { id, page, per_page, ...filter }) {
          const { rows, total } = jobs.items(id, { ...filter, offset: (page - 1) * per_page, limit: per_page });
          const headers = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / per_page)) };
          return { body: rows, headers };
        },
      }),
    },
    '/polydesk/v1/jobs/{id}/items/{key}': {
      GET: endpoint({
        summary: 'One of them, field by field: what is here, and what the file says.',
        args: ItemKey,
        answers: ReviewItem,
        permit: mayUse(jobs),
        run: (_site, { id, key }) => ({ body: jobs.item(id, key) }),
      }),
    },
  } satisfies RouteTable;
}
