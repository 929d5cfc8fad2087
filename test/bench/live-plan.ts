// `npm run bench -- live-plan [LINES]`: opening, paging and searching the plan of a large site, without a site to ask.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectLive } from '../../core/live/connect.ts';
import { pack } from '../../core/live/body.ts';
import type { SiteFacts } from '../../core/live/probe.ts';
import { putBody, putSeen } from '../../core/store/live/items.ts';
import { connectedSite } from '../../core/store/live/sites.ts';
import { putState } from '../../core/store/live/states.ts';
import { begin, commit } from '../../core/store/transaction.ts';
import { openBench, type Bench } from '../support/engine.ts';

const STATES = ['conflict', 'merged', 'there', 'new_there', 'deleted_there', 'here', 'new_here'] as const;
const LANGS = ['en', 'fr', 'de'] as const;

/** Measures each view of a plan of so many lines, the first and the second time. */
export function benchPlan(lines: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-plan-'));
  const here = openBench({ file: join(folder, 'site.polydesk') });
  try {
    fill(here, lines);
    const last = String(Math.ceil(lines / 100));
    const views: [name: string, path: string, query: Record<string, string>][] = [
      ['What is connected, with its counts', '', {}],
      ['First page', '/plan', {}],
      ['Last page', '/plan', { page: last }],
      ['What is to be pulled', '/plan', { direction: 'pull' }],
      ['Search', '/plan', { search: 'item 777' }],
      ['One type in one language', '/plan', { type: 'page', lang: 'en' }],
      ['Lines by type', '/plan/types', {}],
    ];
    for (const [name, path, query] of views) {
      const took = [1, 2].map(() => timeOf(here, `/polydesk/v1/live${path}`, query).toFixed(0));
      process.stdout.write(`${name.padEnd(44)}${took.join(' ms, then ')} ms (goal 1000)\n`);
    }
  } finally {
    here.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf({ engine, admin }: Bench, path: string, query: Record<string, string>): number {
  const from = performance.now();
  const { status, body } = engine.dispatch({ method: 'GET', path, query }, admin);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return performance.now() - from;
}

function fill({ engine: { site } }: Bench, lines: number): void {
  const url = 'https://bench.example';
  const types = ['post', 'page'].map((name) => ({ name, route: `/wp/v2/${name}s` }));
  const facts = { root: '/wp-json', mode: 'full', types, taxonomies: [], languages: [], user: { slug: 'admin' } };
  const address = { url, origin: url, host: 'bench.example' };
  connectLive(
    site,
    { address, network: 'public', facts: facts as unknown as SiteFacts },
    { user: 'admin', secret: 'secret', highest: 0 },
  );
  const live = connectedSite(site.db)?.id ?? 0;
  begin(site.db);
  for (let at = 0; at < lines; at++) {
    const key = { kind: 'post', uuid: randomUUID() } as const;
    const type = at % 3 === 0 ? 'page' : 'post';
    const body = putBody(site.db, pack({ type, fields: { content: `text ${at} `.repeat(100) }, unknown: [] }));
    putSeen(site.db, live, { ...key, type, body, found: 'there', modified: '2026-01-01T00:00:00' });
    putState(site.db, live, {
      ...{ ...key, type, state: STATES[at % 7] ?? 'here', lang: LANGS[at % 2] ?? 'en', item_id: 0 },
      ...{ title: `Item ${(at * 7919) % lines}`, fields: ['title', 'content'], here: `a${at}`, there: `b${at}` },
      ...{ twin: '', hindrance: null },
    });
  }
  commit(site.db);
}
