import { assertAwake } from '../../live/kinds.ts';
import { orderPush, orderUndo } from '../../live/push/order.ts';
import { pushesOf, pushOf } from '../../live/push/report.ts';
import { reviewPush } from '../../live/plan/review.ts';
import { storedStep, takeStored } from '../../live/push/stored.ts';
import { undoLines } from '../../live/push/undo.ts';
import { live, liveSite } from '../../domain/live/live.ts';
import { assertIdle, goOn } from '../../domain/live/runs.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Live } from '../../schema/live/live.ts';
import { PushedLines } from '../../schema/live/plan.ts';
import {
  Push,
  PushArgs,
  Pushes,
  PushReview,
  ResumeArgs,
  StepId,
  StoredStep,
  UndoLines,
  UndoPushArgs,
} from '../../schema/live/push.ts';
import { RunId, RunStarted } from '../../schema/live/run.ts';

const mayRead = needs('read_history', 'rest_forbidden', 'Only editors and administrators can see the live site.');
/** Sending data out is an explicit act in the app: a token of a tool cannot start it. */
const mayConnect = needs(
  'manage_server',
  'rest_forbidden',
  'A live site is talked to from the window and the command line only, not by a token.',
);

/** Pushes to the live site (`contract/extras.md`, `/live/pushes`). */
export const pushRoutes = {
  '/polydesk/v1/live/pushes': {
    GET: endpoint({
      summary: 'What was pushed to the live site, newest first.',
      args: {},
      answers: Pushes,
      permit: mayRead,
      run: (site) => ({ body: pushesOf(site) }),
    }),
    POST: endpoint({
      summary: 'Sends what differs here to the live site, as a job; with `dry` asks everything and sends nothing.',
      args: PushArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { password, ...wish }, { caller }) {
        assertAwake(site, password);
        const run = orderPush(site, wish, caller.name);
        return { job: { kind: 'live-push', input: { run, secret: password } } };
      },
    }),
  },
  '/polydesk/v1/live/pushes/review': {
    POST: endpoint({
      summary: 'What a push would do, as far as it is known here; nothing is asked of the site, and nothing changed.',
      args: PushedLines,
      answers: PushReview,
      traits: { noTransaction: true, inThread: true },
      permit: mayRead,
      run: (site, wish) => ({ body: reviewPush(site, wish) }),
    }),
  },
  '/polydesk/v1/live/pushes/{id}': {
    GET: endpoint({
      summary: 'A push, step by step.',
      args: RunId,
      answers: Push,
      permit: mayRead,
      run: (site, { id }) => ({ body: pushOf(site, id) }),
    }),
  },
  '/polydesk/v1/live/pushes/{id}/steps/{seq}': {
    GET: endpoint({
      summary: 'What the site stored of a step of a push other than it was sent: as sent, and as stored.',
      args: StepId,
      answers: StoredStep,
      permit: mayRead,
      run: (site, { id, seq }) => ({ body: storedStep(site, id, seq) }),
    }),
  },
  '/polydesk/v1/live/pushes/{id}/steps/{seq}/take': {
    POST: endpoint({
      summary: 'Writes here what the site stored of a step of a push; the site is not asked.',
      args: StepId,
      answers: Live,
      permit: mayConnect,
      run(site, { id, seq }) {
        assertIdle(site);
        const summary = takeStored(site, id, seq);
        return { body: live(site), summary };
      },
    }),
  },
  '/polydesk/v1/live/pushes/{id}/resume': {
    POST: endpoint({
      summary: 'Goes on with a push that was paused or cut off, as a job: looks first what the site has stored.',
      args: ResumeArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { id, password }) {
        assertAwake(site, password);
        pushOf(site, id);
        goOn(site, id);
        return { job: { kind: 'live-push', input: { run: id, secret: password } } };
      },
    }),
  },
  '/polydesk/v1/live/pushes/{id}/undo': {
    GET: endpoint({
      summary: 'What an undo of a push would do with each of its lines; the site is not asked.',
      args: RunId,
      answers: UndoLines,
      permit: mayRead,
      run(site, { id }) {
        pushOf(site, id);
        return { body: undoLines(site, liveSite(site).id, id) };
      },
    }),
    POST: endpoint({
      summary: 'Takes a push back on the live site, where it still has what was stored, as a job.',
      args: UndoPushArgs,
      answers: RunStarted,
      traits: { log: 'outcome' },
      permit: mayConnect,
      run(site, { id, deletes, password }, { caller }) {
        assertAwake(site, password);
        const run = orderUndo(site, id, deletes, caller.name);
        return { job: { kind: 'live-push', input: { run, secret: password } } };
      },
    }),
  },
} satisfies RouteTable;
