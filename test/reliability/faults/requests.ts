import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { createEngine, type Engine } from '../../../core/engine/engine.ts';
import { RestError } from '../../../core/errors.ts';
import { openSite } from '../../../core/site.ts';
import type { RestRequest } from '../../../core/types.ts';

const caller = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
const noSecrets = {
  put: () => Promise.reject(new Error('There are none')),
  get: () => Promise.resolve(undefined),
  sweep: () => Promise.resolve(0),
};

/** An engine on a file. No disk space is reserved, so that "full" always comes from the disk itself. */
export function openEngine(file: string, reserve?: number): Engine {
  return createEngine(openSite(file, { version: '1.0.0', ...(reserve !== undefined && { reserve }) }), {
    secrets: noSecrets,
    log: () => undefined,
  });
}

/** Posts with more text than a page holds; `titles` are those of the posts it would make. */
export function postsRequest(titles: readonly string[]): RestRequest {
  const bodies = titles.map((title) => ({ title, status: 'publish', content: `${title} `.repeat(1500) }));
  if (bodies.length === 1) return { method: 'POST', path: '/wp/v2/posts', body: bodies[0] };
  return {
    method: 'POST',
    path: '/batch/v1',
    body: { requests: bodies.map((body) => ({ path: '/wp/v2/posts', body })) },
  };
}

/** One batch of twenty-five posts; says its status and, when it failed, why. */
export function askOneBatch(file: string, say: (line: string) => void): void {
  const engine = openEngine(file, 0);
  say('armed');
  const { status, code } = outcomeOf(engine, postsRequest(Array.from({ length: 25 }, (_, n) => `t${n}`)));
  say(code === undefined ? String(status) : `${status} ${code}`);
}

/** The status of an answer; of a batch that of its first item. */
export function statusOf(engine: Engine, request: RestRequest): number {
  return outcomeOf(engine, request).status;
}

function outcomeOf(engine: Engine, request: RestRequest): { status: number; code?: string } {
  try {
    const { status, body } = engine.dispatch(request, caller);
    if (status !== 207) return { status, ...(status >= 400 && { code: (body as { code: string }).code }) };
    return { status: (body as { responses: { status: number }[] }).responses[0]?.status ?? 500 };
  } catch (error) {
    return error instanceof RestError ? error : { status: 500 };
  }
}

/** Forty requests, each answered by a line: its status, and the titles it would store. `told`: what it says of a status. */
export function askFortyTimes(file: string, say: (line: string) => void, told: (status: number) => number): void {
  const engine = openEngine(file, 0);
  say('armed');
  for (let n = 1; n <= 40; n++) {
    const titles = n % 5 === 0 ? [] : n % 5 === 4 ? [`t${n}a`, `t${n}b`] : [`t${n}`];
    const setting = { method: 'POST', path: '/wp/v2/settings', body: { description: `s${n}` } };
    const status = statusOf(engine, titles.length === 0 ? setting : postsRequest(titles));
    say(`${told(status)} ${titles.join(' ')}`);
  }
  engine.close();
}
