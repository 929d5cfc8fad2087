import * as v from 'valibot';
import { assertAwake } from '../../live/kinds.ts';
import { disconnectLive } from '../../live/connect.ts';
import { choose, takeApart } from '../../live/plan/choices.ts';
import { planItem } from '../../live/plan/item.ts';
import { planLines, planTypes } from '../../live/plan/plan.ts';
import { resolveLine } from '../../live/pull/resolve.ts';
import { drainLive } from '../../live/states.ts';
import { live, liveSite } from '../../domain/live/live.ts';
import { assertIdle, goOn, orderRun, runOf, endRun } from '../../domain/live/runs.ts';
import { trustLive } from '../../domain/access/trust.ts';
import { orderConnection } from '../../domain/live/order.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { CheckArgs, ConnectArgs, Live, Probe } from '../../schema/live/live.ts';
import { FilesArgs } from '../../schema/live/files.ts';
import {
  ChoicesArgs,
  ChosenLines,
  LineKey,
  PlanItem,
  PlanLine,
  PlanQuery,
  PlanType,
  PlanTypesQuery,
  PullArgs,
  ResolveArgs,
} from '../../schema/live/plan.ts';
import { ResumeRunArgs, Run, RunId, RunStarted } from '../../schema/live/run.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import { pushRoutes } from './pushes.ts';

const mayRead = needs('read_history', 'rest_forbidden', 'Only editors and administrators can see the live site.');
/** Sending data out is an explicit act in the app: a token of a tool cannot start it. */
const mayConnect = needs(
  'manage_server',
  'rest_forbidden',
  'A live site is talked to from the window and the command line only, not by a token.',
);

/** The live site that this one is a copy of (`contract/extras.md`, `/live`). */
export function liveRoutes(jobs: Jobs) {
  return { ...siteRoutes, ...orderRoutes, ...planRoutes, ...pushRoutes, ...runRoutes(jobs) } satisfies RouteTable;
}

const siteRoutes = {
  '/polydesk/v1/live': {
    GET: endpoint({
      summary: 'The live site this one is a copy of, and what differs; nothing is asked of it.',
      args: {},
      answers: Live,
      permit: mayRead,
      run(site) {
        drainLive(site);
        return { body: live(site) };
      },
    }),
    PUT: endpoint({
      summary: 'Asks a site what it can do, and makes it the live site of this one.',
      args: ConnectArgs,
      answers: Live,
      traits: { noTransaction: true, log: 'outcome' },
      permit: mayConnect,
      run(site, order, { request }) {
        assertIdle(site);
        return { outbound: orderConnection(site, 'live_connect', { ...order, sealed: request.sealed ?? [] }) };
      },
    }),
    DELETE: endpoint({
      summary: 'Ends the connection and forgets the password; both sites stay as they are.',
      args: {},
      answers: Live,
      traits: { noTransaction: true, forgets: true },
      permit: mayConnect,
      run(site) {
        assertIdle(site);
        trustLive(site, null);
        disconnectLive(site);
        return { body: live(site) };
      },
    }),
  },
  '/polydesk/v1/live/probe': {
    POST: endpoint({
      summary: 'Asks a site what it can do; stores nothing.',
      args: ConnectArgs,
      answers: Probe,
      traits: { noTransaction: true, log: 'outcome' },
      permit: mayConnect,
      run: (site, order, { request }) => ({
        outbound: orderConnection(site, 'live_probe', { ...order, sealed: request.sealed ?? [] }),
      }),
    }),
  },
} satisfies RouteTable;

const orderRoutes = {
  '/polydesk/v1/live/checks': {
    POST: endpoint({
      summary: 'Looks at what is there now, as a job; changes nothing on either side.',
      args: CheckArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { full, password }, { caller }) {
        assertAwake(site, password);
        const run = orderRun(site, { kind: 'check', input: { full }, author: caller.name });
        return { job: { kind: 'live-check', input: { run, secret: password } } };
      },
    }),
  },
  '/polydesk/v1/live/pulls': {
    POST: endpoint({
      summary: 'Takes over what is there, as a job: one entry of the history that can be undone.',
      args: PullArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { lines, except, groups }, { caller }) {
        const input = { ...(lines && { lines }), ...(except && { except }), ...(groups && { groups }) };
        const run = orderRun(site, { kind: 'pull', input: input as unknown as Json, author: caller.name });
        return { job: { kind: 'live-pull', input: { run, secret: '' } } };
      },
    }),
  },
  '/polydesk/v1/live/files': {
    POST: endpoint({
      summary:
        'Fetches files of media that lie on the live site, or on hosts that are named, as a job: one entry of the history that can be undone.',
      args: FilesArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { ids, hosts, password }, { caller }) {
        assertAwake(site, password);
        const input = { ...(ids && { ids }), ...(hosts && { hosts }) };
        const run = orderRun(site, { kind: 'files', input, author: caller.name });
        return { job: { kind: 'live-files', input: { run, secret: password } } };
      },
    }),
  },
} satisfies RouteTable;

const planRoutes = {
  '/polydesk/v1/live/plan': {
    GET: endpoint({
      summary: 'What differs between both sides, conflicts first; totals in the headers.',
      args: PlanQuery,
      answers: v.array(PlanLine),
      permit: mayRead,
      run(site, { page, per_page, ...filter }) {
        const { lines, total } = planLines(site, filter, { offset: (page - 1) * per_page, limit: per_page });
        const headers = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / per_page)) };
        return { body: lines, headers };
      },
    }),
  },
  '/polydesk/v1/live/plan/types': {
    GET: endpoint({
      summary: 'What differs, counted by type, in the order of the sidebar.',
      args: PlanTypesQuery,
      answers: v.array(PlanType),
      permit: mayRead,
      run: (site, filter) => ({ body: planTypes(site, filter) }),
    }),
  },
  '/polydesk/v1/live/plan/{key}': {
    GET: endpoint({
      summary: 'One line, field by field: what both sides had in common, what is here, what is there.',
      args: LineKey,
      answers: PlanItem,
      permit: mayRead,
      run: (site, { key }) => ({ body: planItem(site, key) }),
    }),
  },
  '/polydesk/v1/live/plan/{key}/resolve': {
    POST: endpoint({
      summary: 'Writes here what a person made of a conflict, and notes that what is there is known.',
      args: ResolveArgs,
      answers: Live,
      permit: mayConnect,
      run(site, { key, ...wanted }) {
        const summary = resolveLine(site, key, wanted);
        return { body: live(site), summary };
      },
    }),
  },
  '/polydesk/v1/live/choices': {
    PATCH: endpoint({
      summary: 'Notes what was decided of lines; nothing is written or sent.',
      args: ChoicesArgs,
      answers: ChosenLines,
      permit: mayConnect,
      run(site, { choices, apart }) {
        takeApart(site, apart);
        return { body: choose(site, choices) };
      },
    }),
  },
} satisfies RouteTable;

/** The kind of job that works on a run. */
const JOB_OF = { check: 'live-check', pull: 'live-pull', push: 'live-push', undo: 'live-push', files: 'live-files' };

function runRoutes(jobs: Jobs) {
  const ending = (state: 'paused' | 'stopped', summary: string) =>
    endpoint({
      summary,
      args: RunId,
      answers: Run,
      traits: { noTransaction: true },
      permit: mayConnect,
      run(site: Site, { id }: { id: number }) {
        const body = endRun(site, id, state);
        jobs.cancelRun(id);
        return { body };
      },
    });
  return {
    '/polydesk/v1/live/runs/{id}': {
      GET: endpoint({
        summary: 'How far a check, pull or push is, and its report.',
        args: RunId,
        answers: Run,
        permit: mayRead,
        run: (site, { id }) => ({ body: runOf(site, id) }),
      }),
    },
    '/polydesk/v1/live/runs/{id}/pause': {
      POST: ending('paused', 'Ends a run after its running step; it can go on later.'),
    },
    '/polydesk/v1/live/runs/{id}/stop': { POST: ending('stopped', 'Ends a run after its running step, for good.') },
    '/polydesk/v1/live/runs/{id}/resume': {
      POST: endpoint({
        summary: 'Goes on with a run that was paused, or cut off, as a job.',
        args: ResumeRunArgs,
        answers: RunStarted,
        traits: { log: 'outcome' },
        permit: mayConnect,
        run(site, { id, password }) {
          liveSite(site);
          const { kind } = goOn(site, id);
          if (kind !== 'pull') assertAwake(site, password);
          return { job: { kind: JOB_OF[kind], input: { run: id, secret: password } } };
        },
      }),
    },
  } satisfies RouteTable;
}
