// `npm run bench -- live-plan [LINES]`: opening, paging and searching the plan of a large site, without a site to ask.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectLive } from '../../core/live/connect.ts';
import { pack } from '../../core/live/body.ts';
import type { RestRequest } from '../../core/types.ts';
import type { SiteFacts } from '../../core/live/probe.ts';
import { putBody, putSeen } from '../../core/store/live/items.ts';
import { connectedSite } from '../../core/store/live/sites.ts';
import type { LineRule } from '../../core/schema/live/rule.ts';
import { putState, type NewState } from '../../core/store/live/states.ts';
import { begin, commit } from '../../core/store/transaction.ts';
import { openBench, type Bench } from '../support/engine.ts';

const STATES = ['conflict', 'merged', 'there', 'new_there', 'deleted_there', 'here', 'new_here'] as const;
const LANGS = ['en', 'fr', 'de'] as const;

/** Measures each view of a plan of so many lines, the first and the second time. */
export function benchPlan(lines: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bench-plan-'));
  const here = openBench({ file: join(folder, 'site.polydesk') });
  try {
    benchNoting(here, fill(here, lines));
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
      say(name, () => timeOf(here, { method: 'GET', path: `/polydesk/v1/live${path}`, query }));
    }
    const reviews: [name: string, rule: LineRule][] = [
      ['Review of a push of all', { groups: [] }],
      ['Review of one type in one language', { groups: [{ is_on: false }, { type: 'page', lang: 'en', is_on: true }] }],
      ['Review of what a search finds', { groups: [{ is_on: false }, { search: 'item 777', is_on: true }] }],
    ];
    for (const [name, rule] of reviews) {
      const path = '/polydesk/v1/live/pushes/review';
      say(name, () => timeOf(here, { method: 'POST', path, body: { ...rule } }));
    }
  } finally {
    here.engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function say(name: string, once: () => number): void {
  const took = [once(), once()].map((ms) => ms.toFixed(0));
  process.stdout.write(`${name.padEnd(44)}${took.join(' ms, then ')} ms (goal 1000)\n`);
}

function timeOf({ engine, admin }: Bench, request: RestRequest): number {
  const from = performance.now();
  const { status, body } = engine.dispatch(request, admin);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return performance.now() - from;
}

/** What the turn of a line costs as lines are noted: beside the same statement where it stays as it is. */
function benchNoting({ engine: { site } }: Bench, rows: readonly NewState[]): void {
  const live = connectedSite(site.db)?.id ?? 0;
  const each = (note: (row: NewState) => void): string => {
    const from = performance.now();
    begin(site.db);
    for (const row of rows) note(row);
    commit(site.db);
    return (((performance.now() - from) * 1000) / rows.length).toFixed(1);
  };
  const same = each((row) => void putState(site.db, live, row));
  const changed = each((row) => void putState(site.db, live, { ...row, there: `${row.there}.` }));
  process.stdout.write(`${'Noting a line'.padEnd(44)}${same} µs the same, ${changed} µs with a new turn\n`);
}

/** Makes a connected site with so many lines; returns them. */
function fill({ engine: { site } }: Bench, lines: number): NewState[] {
  const rows: NewState[] = [];
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
    const row: NewState = {
      ...{ ...key, type, state: STATES[at % 7] ?? 'here', lang: LANGS[at % 2] ?? 'en', item_id: 0 },
      ...{ title: `Item ${(at * 7919) % lines}`, fields: ['title', 'content'], here: `a${at}`, there: `b${at}` },
      ...{ twin: '', hindrance: null },
    };
    putState(site.db, live, row);
    rows.push(row);
  }
  commit(site.db);
  return rows;
}
