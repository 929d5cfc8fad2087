// Both sides of a manual test: a new local site file, and a real WordPress that may be changed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Dict } from '../../core/types.ts';
import { openBench } from '../support/engine.ts';

export interface Answer {
  status: number;
  body: Dict;
}

/** publish: make things public; others: edit what others wrote, make terms and pages; unfiltered: write any HTML. */
export type Right = 'publish' | 'others' | 'unfiltered';

export interface Sides {
  /** Part of every name, so that a site can be used again. */
  mark: string;
  mode: string;
  hasCompanion: boolean;
  /** Whether the user may change languages there. */
  mayManage: boolean;
  /** Whether this user may do what a scenario does; without it the scenario is left out. */
  may(what: Right): boolean;
  /** The status of what is made: contributors hand in, everybody else publishes. */
  status: 'publish' | 'pending';
  /** A request here; throws for an error. */
  here(method: string, path: string, body?: Dict, query?: Dict): Promise<Dict>;
  /** A request there as somebody else would send it; throws for an error. */
  there(method: string, path: string, body?: Dict): Promise<Dict>;
  run(path: '/checks' | '/pulls' | '/pushes', body?: Dict): Promise<Dict>;
  /** Checks all of it and pulls. */
  pull(): Promise<void>;
  /** Pushes everything; the steps that are not done. */
  push(body?: Dict): Promise<string[]>;
  undo(body?: Dict): Promise<string[]>;
  /** What differs, as "state title: fields". */
  plan(): Promise<string[]>;
  choose(title: string, choice: unknown): Promise<void>;
  /** The number there of an item that was pushed or pulled, by its number here. */
  remote(kind: 'post' | 'term', id: number): number;
  /** The number here of an item of the live site. */
  local(kind: 'post' | 'term', id: number): number;
  key(title: string): Promise<string>;
  is(name: string, found: unknown, wanted: unknown): void;
  say(text: string): void;
  close(): number;
}

/** Both sides are equal at its beginning and at its end. */
export type Scenario = (sides: Sides) => Promise<void>;

/** Connects a new site here to the one at an address. */
export async function openSides(url: string, user: string, password: string): Promise<Sides> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-live-'));
  const bench = openBench({ file: join(folder, 'site.polydesk'), homeUrl: 'http://127.0.0.1:24180' });
  const { db } = bench.engine.site;
  const mark = Date.now().toString(36);
  let faults = 0;

  async function here(method: string, path: string, body?: Dict, query?: Dict): Promise<Dict> {
    const request = { method, path, ...(body && { body }), ...(query && { query: query as Record<string, string> }) };
    const answer = await bench.engine.ask(request, bench.admin);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Dict;
  }
  async function there(method: string, path: string, body?: Dict): Promise<Dict> {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const answer = await globalThis.fetch(`${url}/wp-json${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text) as Dict;
  }
  async function work(path: string, body: Dict): Promise<Dict> {
    const { job } = (await here('POST', `/polydesk/v1/live${path}`, body)) as { job: number };
    for (;;) {
      const now = await here('GET', `/polydesk/v1/jobs/${job}`);
      if (now['state'] === 'failed') throw new Error(`${path}: ${JSON.stringify(now)}`);
      if (now['state'] !== 'queued' && now['state'] !== 'running') return now;
      await setTimeout(20);
    }
  }
  const lines = async (): Promise<{ state: string; title: string; key: string; fields: string[] }[]> =>
    (await here('GET', '/polydesk/v1/live/plan', undefined, { per_page: '200' })) as never;
  async function keyOf(title: string): Promise<string> {
    const found = (await lines()).find((one) => one.title === title);
    if (!found) throw new Error(`No line is called ${title}: ${JSON.stringify(await lines())}`);
    return found.key;
  }
  async function stepsLeft(): Promise<string[]> {
    const [run] = (await here('GET', '/polydesk/v1/live/pushes')) as unknown as { id: number }[];
    const { steps } = (await here('GET', `/polydesk/v1/live/pushes/${run?.id}`)) as {
      steps: { state: string; action: string; code: string; title: string; params: Dict; altered: string[] }[];
    };
    return steps
      .filter(({ state, code }) => state !== 'done' || (code !== '' && code !== 'gone_already'))
      .map(({ state, action, code, title, ...more }) => {
        process.stdout.write(`     ${state} ${title}: ${JSON.stringify(more)}\n`);
        return `${state} ${action} ${code} ${title.replace(mark, '').trim()}`;
      });
  }
  const uuidOf = (kind: string, id: number): string =>
    (db.prepare(`SELECT uuid FROM ${kind}s WHERE id = ?`).get(id) as { uuid: string } | undefined)?.uuid ?? '';

  await here('PUT', '/polydesk/v1/live', { url, user, password });
  const { site } = (await here('GET', '/polydesk/v1/live')) as {
    site: {
      mode: string;
      companion: boolean;
      roles: string[];
      may: { content: boolean; settings: boolean; unfiltered: boolean };
    };
  };
  const isContributor = site.roles.includes('contributor');
  const rights = { publish: !isContributor, others: site.may.content, unfiltered: site.may.unfiltered };
  return {
    may: (what) => rights[what],
    status: isContributor ? 'pending' : 'publish',
    ...{ mark, here, there, mode: site.mode, hasCompanion: site.companion, mayManage: site.may.settings },
    run: (path, body = {}) => work(path, body),
    async pull() {
      await work('/checks', { full: true });
      await work('/pulls', {});
    },
    async push(body = {}) {
      await work('/pushes', body);
      return stepsLeft();
    },
    async undo(body = {}) {
      const [run] = (await here('GET', '/polydesk/v1/live/pushes')) as unknown as { id: number }[];
      await work(`/pushes/${run?.id}/undo`, body);
      return stepsLeft();
    },
    plan: async () =>
      (await lines()).map(({ state, title, fields }) => `${state} ${title.replace(mark, '').trim()}: ${fields.join()}`),
    key: keyOf,
    async choose(title, choice) {
      await here('PATCH', '/polydesk/v1/live/choices', { choices: { [await keyOf(title)]: choice } });
    },
    remote(kind, id) {
      const row = db
        .prepare('SELECT max(remote_id) AS id FROM live_ids WHERE kind = ? AND uuid = ?')
        .get(kind, uuidOf(kind, id)) as { id: number | null };
      return row.id ?? 0;
    },
    local(kind, id) {
      const row = db
        .prepare(
          `SELECT i.id FROM ${kind}s AS i JOIN live_ids AS l ON l.uuid = i.uuid WHERE l.kind = ? AND remote_id = ?`,
        )
        .get(kind, id) as { id: number } | undefined;
      return row?.id ?? 0;
    },
    is(name, found, wanted) {
      const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
      if (a !== b) faults += 1;
      process.stdout.write(`${a === b ? `ok   ${name}` : `DIFF ${name}:\n     found  ${a}\n     wanted ${b}`}\n`);
    },
    say: (text) => void process.stdout.write(`     ${text}\n`),
    close() {
      bench.engine.close();
      rmSync(folder, { recursive: true, force: true });
      return faults;
    },
  };
}
