// A translation is sent in batches, one after another: they share one time limit, and stop when the client disconnects.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { commandLineToken } from '../../../core/domain/access/callers.ts';
import { startServer } from '../../../core/server/host/running.ts';
import { createDeepL } from '../../../core/translate/deepl.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { GOOD_KEY, playTranslator, type PlayedTranslator } from '../../support/translator.ts';

let service: PlayedTranslator;
beforeAll(async () => {
  service = await playTranslator();
});
beforeEach(() => Object.assign(service, { mood: 'leisurely', seen: [], brokenOff: 0 }));
afterAll(() => service.close());

/** Texts that go out in three parts: each is as much as the service takes at once. */
const THREE_PARTS = Array.from({ length: 30 }, () => 'word'.repeat(2480));
const ORDER = { from: 'en', to: 'fr', texts: THREE_PARTS };

async function benchWith(longestOutbound: number): Promise<Bench> {
  const provider = createDeepL({ version: '0.0.0', serverUrl: service.url, patience: 60_000 });
  const bench = openBench({ provider, longestOutbound });
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  const settings = { machine_translation_enabled: true };
  const services = { machine_translation_services: { mt_provider: { api_key: GOOD_KEY } } };
  await send(bench, '/pll/v1/settings', { ...settings, ...services });
  return bench;
}

async function send(bench: Bench, path: string, body: unknown) {
  return bench.engine.ask({ method: 'POST', path, body }, bench.admin);
}

test('each part in time, all together too late: reported, and no further part is sent', async () => {
  const bench = await benchWith(450);
  const before = bench.ask('GET', '/polydesk/v1/history').body;
  const answer = await send(bench, '/polydesk/v1/translate', ORDER);
  expect(answer.status).toBe(504);
  expect(bodyOf(answer)).toMatchObject({
    code: 'polydesk_mt_slow',
    message: expect.stringMatching(/took too long\. Nothing was changed/) as string,
  });
  await wait(700);
  expect(service.seen.length).toBeLessThan(3);
  expect(bench.ask('GET', '/polydesk/v1/history').body).toEqual(before);
  bench.engine.close();
});

test('control: with time enough all three parts are sent and come back', async () => {
  const bench = await benchWith(60_000);
  const answer = await send(bench, '/polydesk/v1/translate', ORDER);
  expect(answer.status).toBe(200);
  expect(service.seen).toHaveLength(3);
  expect(bodyOf(answer)['texts']).toHaveLength(30);
  bench.engine.close();
});

async function served(): Promise<{ bench: Bench; ask(signal?: AbortSignal): Promise<Response> }> {
  const bench = await benchWith(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-leaving-'));
  const running = await startServer(bench.engine, {
    port: 0,
    host: { env: { POLYDESK_DATA: folder, XDG_RUNTIME_DIR: folder }, platform: 'linux', home: folder },
    tokens: new Map([commandLineToken(bench.engine.site, 'abcdefghijklmnopqrstuvwx')]),
    note: () => undefined,
  });
  onTestFinished(async () => {
    await running.close();
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const headers = { authorization: 'Bearer abcdefghijklmnopqrstuvwx', 'content-type': 'application/json' };
  const body = JSON.stringify(ORDER);
  const url = `${running.url}/wp-json/polydesk/v1/translate`;
  return { bench, ask: (signal) => fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) }) };
}

test('a client that disconnects: the running request is aborted, and no further part is sent', async () => {
  const { ask } = await served();
  // The first part is under way for as long as this takes.
  service.mood = 'silent';
  const leaving = new AbortController();
  const asking = ask(leaving.signal).catch(() => 'left');
  await expect.poll(() => service.seen.length).toBe(1);
  leaving.abort();
  expect(await asking).toBe('left');
  await expect.poll(() => service.brokenOff).toBe(1);
  await wait(700);
  expect(service.seen).toHaveLength(1);
});

test('control: for a client that stays all parts are sent', async () => {
  const { ask } = await served();
  expect((await ask()).status).toBe(200);
  expect([service.seen.length, service.brokenOff]).toEqual([3, 0]);
});

test('a window closed meanwhile: the site closes immediately, and the request is aborted', async () => {
  const bench = await benchWith(60_000);
  service.mood = 'silent';
  const asking = send(bench, '/polydesk/v1/translate', ORDER).catch(() => undefined);
  await expect.poll(() => service.seen.length).toBe(1);
  bench.engine.close();
  await asking;
  await expect.poll(() => service.brokenOff).toBe(1);
  await wait(500);
  expect(service.seen).toHaveLength(1);
});
