import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBench, type Bench } from '../support/engine.ts';
import { counts, dump } from './dump.ts';
import { operationsOf, requestsFor, type Sketch } from './operations.ts';
import { holds, TIME } from './seed.ts';

const bench = openBench();
const operations = operationsOf(bench).filter(({ method, path }) => method !== 'GET' && path !== '/batch/v1');
const writes = requestsFor(operations, 0);
const batches = fc.array(
  requestsFor(
    operations.filter((one) => one.batch),
    0,
  ),
  { minLength: 2, maxLength: 6 },
);
bench.engine.close();

/** Not part of the site, so not undone: access and server options of this copy. */
const NOT_JOURNALLED = ['tokens', 'server_options'];

test(
  'writes undone one by one, newest first, leave the site as it was',
  () => {
    holds(
      fc.property(
        fc.array(fc.oneof({ weight: 5, arbitrary: writes }, batches), { minLength: 5, maxLength: 25 }),
        (list) => {
          const site = openBench();
          try {
            site.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
            const before = picture(site);
            const entries = list.flatMap((one) => write(site, one));
            for (const entry of entries.reverse()) {
              const { status, body } = site.ask('POST', `/polydesk/v1/history/${entry}/undo`, {});
              expect([status, status < 400 ? '' : body]).toEqual([200, '']);
            }
            expect(picture(site)).toEqual(before);
          } finally {
            site.engine.close();
          }
        },
      ),
      25,
    );
  },
  TIME,
);

function write({ ask }: Pick<Bench, 'ask'>, one: Sketch | Sketch[]): number[] {
  const requests = [one].flat();
  const { headers, status, body } = Array.isArray(one)
    ? ask('POST', '/batch/v1', { requests: requests.map(({ method, path, body }) => ({ method, path, body })) })
    : ask(one.method, one.path, one.body);
  if (status === 202) return entryOfJob({ ask }, (body as { job: number }).job);
  const entry = headers['X-Polydesk-Entry'];
  return entry === undefined ? [] : [Number(entry)];
}

/** On a site in memory a job is over when its request is answered. */
function entryOfJob({ ask }: Pick<Bench, 'ask'>, id: number): number[] {
  const { entry } = ask('GET', `/polydesk/v1/jobs/${id}`).body as { entry: number | null };
  return entry === null ? [] : [entry];
}

/** The tables of the user, what is counted of them, and what the API says of them. */
function picture({ engine, ask }: Bench): unknown {
  const answers = ['/pll/v1/languages', '/pll/v1/settings', '/wp/v2/settings'].map((path) => ask('GET', path).body);
  return { rows: dump(engine.site.db, NOT_JOURNALLED), counts: counts(engine.site.db), answers };
}
