import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBench } from '../support/engine.ts';
import { root } from './files.ts';

/** `/polydesk/v1/jobs/(?P<id>[\d]+)/file` as written in documents: `/jobs/{id}/file`. */
const written = (pattern: string): string =>
  pattern
    .replace('/polydesk/v1', '')
    .replaceAll(/\(\?P<(\w+)>(?:\[[^\]]*\][+*]?|[^()[\]])*\)/g, (_whole, name: string) => `{${name}}`);

test.each(['docs/contract/extras.md', 'docs/rest-api.md'])('%s names every route of polydesk/v1', (path) => {
  const routes = routesHere();
  expect(routes.length).toBeGreaterThan(30);
  // Variables are written as documents write them.
  expect(routes).toContain('/jobs/{id}/file');
  expect(routes).toContain('/drafts/{kind}/{id}');
  const text = readFileSync(join(root, path), 'utf8');
  expect(
    routes.filter((route) => !text.includes(`${route}\``)),
    `routes without a row in ${path}`,
  ).toEqual([]);
});

function routesHere(): string[] {
  const bench = openBench();
  try {
    const index = bench.ask('GET', '/polydesk/v1').body as { routes: Record<string, unknown> };
    return Object.keys(index.routes).map(written).filter(Boolean);
  } finally {
    bench.engine.close();
  }
}
