import { expect, test } from 'vitest';
import type { RestResponse } from '../../../core/types.ts';
import { echoEngine, open, sendRaw, start, until } from './help.ts';

/** Shorter than a client waits here, and longer than a busy machine stands still before it reads a request. */
const IDLE = 1000;
const LONGER = 2500;

/** A server whose reads of `/slow` are answered on demand. */
async function startSlow(idle: number) {
  const fake = echoEngine();
  const waiting: { answer(): void; fail(): void }[] = [];
  const { ask } = fake.engine;
  fake.engine.ask = (request, caller, how) => {
    if (!request.path.startsWith('/slow')) return ask(request, caller, how);
    how?.waits?.(() => undefined);
    return new Promise<RestResponse>((resolve, reject) => {
      waiting.push({
        answer: () => resolve({ status: 200, headers: { 'X-WP-Total': '7' }, body: 'late' }),
        fail: () => reject(new Error('broken')),
      });
    });
  };
  const server = await start({ limits: { idle } }, fake);
  return { ...server, waiting };
}

test('an answer that comes late is sent when it is there, and others are answered meanwhile', async () => {
  const { url, waiting } = await startSlow(7500);
  const late = fetch(`${url}/wp-json/slow`);
  expect(await until(() => waiting.length === 1)).toBe(true);
  expect((await fetch(`${url}/wp-json/quick`)).status).toBe(200);
  waiting[0]?.answer();
  const answer = await late;
  expect([answer.status, answer.headers.get('x-wp-total'), await answer.json()]).toEqual([200, '7', 'late']);
});

test('an error in the thread is one of ours, reported without its message', async () => {
  const { url, waiting } = await startSlow(7500);
  const late = fetch(`${url}/wp-json/slow`);
  expect(await until(() => waiting.length === 1)).toBe(true);
  waiting[0]?.fail();
  const answer = await late;
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('broken');
});

test('requests behind each other on one connection are answered in their order', async () => {
  const { port, waiting } = await startSlow(7500);
  const text = (path: string, more = ''): string =>
    `GET /wp-json${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${more}\r\n`;
  const answers = sendRaw(port, text('/slow') + text('/quick', 'Connection: close\r\n'));
  expect(await until(() => waiting.length === 1)).toBe(true);
  waiting[0]?.answer();
  const { text: all } = await answers;
  expect(all.indexOf('late')).toBeGreaterThan(0);
  expect(all.indexOf('/quick')).toBeGreaterThan(all.indexOf('late'));
});

test('a client waiting for a slow answer does not count as one that does not read', async () => {
  const { url, waiting } = await startSlow(IDLE);
  const late = fetch(`${url}/wp-json/slow`);
  expect(await until(() => waiting.length === 1)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, LONGER));
  waiting[0]?.answer();
  expect((await late).status).toBe(200);
});

test('nor does one waiting for a second answer on the same connection', async () => {
  const { port, waiting } = await startSlow(IDLE);
  const text = (more = ''): string => `GET /wp-json/slow HTTP/1.1\r\nHost: localhost:${port}\r\n${more}\r\n`;
  const answers = sendRaw(port, text() + text('Connection: close\r\n'));
  expect(await until(() => waiting.length === 1)).toBe(true);
  waiting[0]?.answer();
  expect(await until(() => waiting.length === 2)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, LONGER));
  waiting[1]?.answer();
  expect((await answers).text.split('late')).toHaveLength(3);
});

test('whoever is gone by then is not a fault', async () => {
  const { port, url, waiting } = await startSlow(7500);
  const socket = await open(port);
  socket.write(`GET /wp-json/slow HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  expect(await until(() => waiting.length === 1)).toBe(true);
  socket.destroy();
  waiting[0]?.answer();
  expect((await fetch(`${url}/wp-json/quick`)).status).toBe(200);
});
