import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GUEST } from '../../core/domain/access/capabilities.ts';
import { checkForeignKeys, checkInvariants } from '../../core/store/file/invariants.ts';
import { ROLES, type Caller, type RestRequest, type RestResponse } from '../../core/types.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { state } from './dump.ts';
import { operationsOf, requestsFor, type Sketch } from './operations.ts';
import { holds, TIME } from './seed.ts';

const bench = openBench();
const operations = operationsOf(bench);
const sketches = requestsFor(operations, 2);
// A batch validates all its items before the first one runs: only here can validated data not change meanwhile.
const writes = requestsFor(
  operations.filter(({ batch, method, path }) => batch && method !== 'GET' && !path.startsWith('/wp/v2')),
  2,
);
bench.engine.close();

interface Small extends Bench {
  callers: Record<Sketch['role'], Caller>;
}

/** A site with two languages and a category, where small ids mean something. */
function openSmall(): Small {
  const small = openBench();
  const roles = ROLES.map((role) => [role, role === 'administrator' ? small.admin : small.as(role)]);
  const callers = { ...Object.fromEntries(roles), guest: GUEST } as Small['callers'];
  for (const locale of ['en_US', 'fr_FR']) small.ask('POST', '/pll/v1/languages', { locale });
  small.ask('POST', '/wp/v2/categories', { name: 'News' });
  return { ...small, callers };
}

function send({ engine, callers }: Small, { role, method, path, query, body }: Sketch): RestResponse {
  const request: RestRequest = { method, path, query, ...(body && { body }) };
  // Random bodies may hold a credential: the check of the caller must refuse it, sealed or not.
  return engine.dispatch(structuredClone(request), callers[role]);
}

test(
  'a refused request changes nothing, whoever asks for whatever',
  () => {
    holds(
      fc.property(fc.array(sketches, { minLength: 20, maxLength: 40 }), (list) => {
        const small = openSmall();
        try {
          const { db } = small.engine.site;
          list.reduce((before, sketch) => expectQuietRefusal(small, sketch, before), state(db));
          expect([...checkForeignKeys(db), ...checkInvariants(db)]).toEqual([]);
        } finally {
          small.engine.close();
        }
      }),
      30,
    );
  },
  TIME,
);

/** Sends one request and answers the state after it, which is the one before when it was refused or only read. */
function expectQuietRefusal(small: Small, sketch: Sketch, before: string): string {
  const { status, headers } = send(small, sketch);
  const after = state(small.engine.site.db);
  // 501 is how the reference says that terms know no trash.
  const isFine = status < 500 || status === 501;
  const isQuiet = after === before && !('X-Polydesk-Entry' in headers);
  const mayChange = status < 400 && sketch.method !== 'GET';
  expect([JSON.stringify(sketch), isFine, isQuiet || mayChange]).toEqual([JSON.stringify(sketch), true, true]);
  return after;
}

test(
  'in a batch the refused items store nothing, and the others what they would alone',
  () => {
    holds(
      fc.property(fc.array(writes, { minLength: 1, maxLength: 12 }), (list) => {
        const [together, alone] = [openSmall(), openSmall()];
        try {
          const requests = list.map(({ method, path, body }) => ({ method, path, body }));
          const { status, body } = together.ask('POST', '/batch/v1', { requests });
          expect(status).toBe(207);
          const answers = (body as { responses: RestResponse[] }).responses;
          const single = list.map((sketch) => send(alone, { ...sketch, role: 'administrator' }));
          expect(answers.map((one) => one.status)).toEqual(single.map((one) => one.status));
          expect(content(together)).toEqual(content(alone));
        } finally {
          together.engine.close();
          alone.engine.close();
        }
      }),
      15,
    );
  },
  TIME,
);

/** Everything but what is made anew each time: UUIDs and moments. */
function content({ engine }: Bench): unknown {
  const rows = JSON.parse(state(engine.site.db)) as Record<string, unknown>;
  const volatile = /uuid|_at$|date|modified|site_id|entry|hash|guid/;
  return JSON.parse(JSON.stringify(rows, (key, value: unknown) => (volatile.test(key) ? undefined : value))) as unknown;
}
