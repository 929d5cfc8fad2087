import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { createJobs } from '../../../core/jobs/jobs.ts';
import { compileRoutes, matchPath } from '../../../core/rest/path.ts';
import { routes } from '../../../core/routes/index.ts';
import { operationsOf } from '../../fuzz/operations.ts';
import { openBench, type Bench } from '../../support/engine.ts';
import { fill, requestOf } from '../routes/rights-requests.ts';

/** Successful responses that violate the response schema of their endpoint: operation and position. */
function dishonest({ engine, admin }: Bench, folder: string, ids: ReturnType<typeof fill>): string[] {
  const jobs = createJobs(engine.site, { changed: () => undefined, log: () => undefined });
  const table = compileRoutes(
    routes(engine.site, () => table, jobs),
    'extended',
  );
  const own = operationsOf({
    ask: (method: string, path: string) => engine.dispatch({ method, path }, admin),
  } as Bench);
  // Of `wp/v2` the context of a request decides which fields there are.
  const checked = own.filter(({ method, path }) => /^\/(pll|polydesk)\/v1\/./.test(path) && method !== 'DELETE');
  expect(checked.length).toBeGreaterThan(50);
  return checked.flatMap((operation) => {
    const request = requestOf(operation, ids, folder);
    const { status, body } = engine.dispatch(request, admin);
    const endpoints = matchPath(table, request.path).flatMap(({ route }) => route.endpoints);
    const answers = endpoints.find(({ methods }) => (methods as readonly string[]).includes(operation.method))?.answers;
    if (status >= 400 || !answers || body === null) return [];
    const { issues = [] } = v.safeParse(answers, body);
    return issues.map((issue) => `${operation.method} ${operation.path}: ${v.getDotPath(issue)}: ${issue.message}`);
  });
}

test('every endpoint of our own answers according to its schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-answers-'));
  const bench = openBench();
  onTestFinished(() => {
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(dishonest(bench, folder, fill(bench, folder))).toEqual([]);
});
