import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import type { Caller, Dict, RestRequest, RestResponse } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

/** 800 KB of tags. */
const TAGS = '<p><div>'.repeat(100_000);
/** Part of the processor time of an answer that the thread may take for which everybody waits. */
const MAIN = 0.5;
/** So many posts that what was made of them when they were written is not all in memory any more (`render.ts`). */
const POSTS = 7;
let folder = '';
let bench: Bench;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-texts-'));
  bench = openBench({ file: join(folder, 'site.polydesk') });
});

afterEach(() => {
  bench.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  status: number;
  body: Dict;
  /** It was answered by the thread of the reader. */
  isElsewhere: boolean;
  /** Part of the processor time of the program that this thread took, which nobody else can use meanwhile. */
  main: number;
}

/** Asks as the server does, or in another way. Processor time is the same on a machine that does other things. */
async function asked(
  request: RestRequest,
  caller: Caller,
  ask: (request: RestRequest, caller: Caller) => RestResponse | Promise<RestResponse> = (...who) =>
    bench.engine.ask(...who, { asJson: true }),
): Promise<Outcome> {
  const own = process.threadCpuUsage();
  const all = process.cpuUsage();
  const { status, body, json } = await ask(request, caller);
  const used = ({ user, system }: NodeJS.CpuUsage): number => user + system;
  const main = used(process.threadCpuUsage(own)) / used(process.cpuUsage(all));
  const read = json ? (JSON.parse(new TextDecoder().decode(json)) as Dict) : (body as Dict);
  return { status, body: read, isElsewhere: json !== undefined, main };
}

const post = (path: string, body: Dict): RestRequest => ({ method: 'POST', path, body });

test.each(['author', 'administrator'] as const)('markup of a %s is worked through elsewhere', async (role) => {
  const writer = bench.as(role);
  const entries = (): number => (bench.ask('GET', '/polydesk/v1/history').body as unknown[]).length;
  const before = entries();
  const content = `${role}${TAGS}`;
  const made = await asked(post('/wp/v2/posts', { title: 'Long', content, status: 'publish' }), writer);
  expect(made.status).toBe(201);
  expect(made.main).toBeLessThan(MAIN);
  const { id } = made.body as { id: number };
  const renamed = await asked(post(`/wp/v2/posts/${id}`, { content: `${content}!`, title: 'Longer' }), bench.admin);
  expect(renamed.status).toBe(200);
  expect(renamed.main).toBeLessThan(MAIN);
  const here = bench.ask('GET', `/wp/v2/posts/${id}`, undefined, bench.admin).body as Dict;
  expect((renamed.body as { content: Dict }).content['rendered']).toBe((here['content'] as Dict)['rendered']);
  // What was taken back left none.
  expect(entries()).toBe(before + 2);
});

test('a list of long texts is read elsewhere', { timeout: 300_000 }, async () => {
  for (let n = 1; n <= POSTS; n++)
    bench.ask('POST', '/wp/v2/posts', { title: 'x', content: `list ${n}${TAGS}`, status: 'publish', excerpt: 'x' });
  bench.engine.close();
  bench = openBench({ file: join(folder, 'site.polydesk') });
  const list = await asked({ method: 'GET', path: '/wp/v2/posts' }, GUEST);
  expect(list.status).toBe(200);
  expect(list.isElsewhere).toBe(true);
  expect(list.body).toEqual(bench.ask('GET', '/wp/v2/posts', undefined, GUEST).body);
});

test('control: dispatched directly it takes the time of the shared thread', async () => {
  const request = post('/wp/v2/posts', { title: 'x', content: `control${TAGS}`, status: 'publish' });
  const { status, isElsewhere, main } = await asked(request, bench.as('author'), bench.engine.dispatch);
  expect(status).toBe(201);
  expect(isElsewhere).toBe(false);
  expect(main).toBeGreaterThan(MAIN);
});
