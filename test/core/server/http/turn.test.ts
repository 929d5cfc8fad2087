import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurn } from '../../../../core/server/http/turn.ts';
import { ADMIN, echoEngine, serveEngine } from '../help.ts';

test('without other clients an answer is sent immediately', () => {
  const sent: number[] = [];
  createTurn(() => false).send(() => sent.push(1));
  expect(sent).toEqual([1]);
});

test('answers of several clients are sent together at the end of the turn, in their order', async () => {
  const sent: number[] = [];
  const turn = createTurn(() => true);
  for (const one of [1, 2, 3]) {
    turn.begin();
    turn.send(() => sent.push(one));
  }
  expect(sent).toEqual([]);
  await setImmediate();
  expect(sent).toEqual([1, 2, 3]);
});

test.each([
  { passed: 0.5, waits: [] },
  { passed: 5, waits: [1, 2] },
])('what was answered $passed ms ago: sent before the next request is looked at: $waits', async ({ passed, waits }) => {
  const sent: number[] = [];
  let now = 0;
  const turn = createTurn(
    () => true,
    () => now,
  );
  turn.send(() => sent.push(1));
  turn.send(() => sent.push(2));
  now = passed;
  turn.begin();
  expect(sent).toEqual(waits);
  turn.send(() => sent.push(3));
  await setImmediate();
  expect(sent).toEqual([1, 2, 3]);
});

test('one client left while others were answered: they are', async () => {
  const sent: number[] = [];
  let connected = 2;
  const turn = createTurn(() => connected > 1);
  turn.send(() => sent.push(1));
  connected = 1;
  // It still waits for the previous request, although that has finished.
  turn.send(() => sent.push(2));
  expect(sent).toEqual([]);
  await setImmediate();
  expect(sent).toEqual([1, 2]);
});

test('concurrent clients, each with several pipelined requests, get their own answers in order', async () => {
  const { url } = await serveEngine(echoEngine().engine, () => ADMIN);
  const port = Number(new URL(url).port);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(names.map((name) => askThrice(port, name)));
  expect(answers).toEqual(names.map((name) => [`${name}0`, `${name}1`, `${name}2`]));
});

/** Three questions in one piece over a connection of its own, after which it ends; the names that came back. */
function askThrice(port: number, name: string): Promise<string[]> {
  const lines = [0, 1, 2].map((at) => [
    `GET /wp-json/echo?name=${name}${at} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Connection: ${at === 2 ? 'close' : 'keep-alive'}`,
  ]);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(lines.map((head) => `${head.join('\r\n')}\r\n\r\n`).join(''));
    });
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve([...text.matchAll(/"query":{"name":"(\w+)"}/g)].map(([, found = '']) => found)));
  });
}
