// Machine translation: from a request of the interface to a stand-in for the service on this computer, and back.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeepL } from '../../../core/translate/deepl.ts';
import { standIn } from '../../../core/translate/create.ts';
import type { RestResponse } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { GOOD_KEY, playTranslator, type Mood, type PlayedTranslator } from '../../support/translator.ts';

let service: PlayedTranslator;
let bench: Bench;
/** Gives up soon: for the silent service alone, as any answer may take longer on a loaded machine. */
let hasty: Bench;
beforeAll(async () => {
  service = await playTranslator();
  [bench, hasty] = await Promise.all([benchWith(), benchWith({ patience: 1000 })]);
});
beforeEach(() => {
  service.mood = 'well';
  service.seen = [];
});
afterAll(async () => {
  for (const { engine } of [bench, hasty]) engine.close();
  await service.close();
});

async function benchWith(limits: { patience?: number } = {}): Promise<Bench> {
  const made = openBench({ provider: createDeepL({ version: '0.0.0', serverUrl: service.url, ...limits }) });
  for (const locale of ['en_US', 'fr_FR', 'pt_BR', 'de_DE_formal', 'tlh'])
    made.ask('POST', '/pll/v1/languages', { locale, ...(locale.length > 5 && { slug: 'dx' }) });
  const services = { mt_provider: { api_key: GOOD_KEY } };
  const body = { machine_translation_enabled: true, machine_translation_services: services };
  await made.engine.ask({ method: 'POST', path: '/pll/v1/settings', body }, made.admin);
  return made;
}

async function send(path: string, body: unknown, caller = bench.admin): Promise<RestResponse> {
  return bench.engine.ask({ method: 'POST', path, body }, caller);
}
const set = (body: unknown) => send('/pll/v1/settings', body);
const ask = (texts: string[], languages = {}) =>
  send('/polydesk/v1/translate', { from: 'en', to: 'fr', texts, ...languages });
const LINKED = 'Ride <g id="0">slowly</g> &amp; <n id="1">npm start</n>.<x id="2"/>';

test('texts come back with their marks, and only texts and languages were sent', async () => {
  const { status, body } = await ask([LINKED, 'Bells']);
  expect(status).toBe(200);
  expect(body).toEqual({
    from: 'en',
    to: 'fr',
    provider: 'DeepL',
    characters: 29,
    texts: [LINKED, 'Bells'].map((text) => ({ text: `FR: ${text}`, code: '', message: '' })),
  });
  const [sent] = service.seen;
  expect(sent?.key).toBe(GOOD_KEY);
  expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
    source_lang: 'en',
    target_lang: 'fr',
    tag_handling: 'xml',
  });
});

test.each([
  ['pt', 'pt-BR', null],
  ['dx', 'de', 'prefer_more'],
])('to %s the service is asked for %s, in the tone %s', async (to, target, formality) => {
  await ask(['Bells'], { to });
  expect(service.seen[0]?.form.get('target_lang')).toBe(target);
  expect(service.seen[0]?.form.get('formality')).toBe(formality);
});

test('the tone of the settings goes along', async () => {
  await set({ machine_translation_services: { mt_provider: { formality: 'prefer_less' } } });
  await ask(['Bells'], { to: 'dx' });
  expect(service.seen[0]?.form.get('formality')).toBe('prefer_less');
  await set({ machine_translation_services: { mt_provider: { formality: 'default' } } });
});

test.each<[Mood, number, string]>([
  ['wrong key', 502, 'polydesk_mt_key'],
  ['used up', 502, 'polydesk_mt_quota'],
  ['busy', 503, 'polydesk_mt_busy'],
  ['fault', 502, 'polydesk_mt_failed'],
  ['no JSON', 502, 'polydesk_mt_failed'],
  ['few texts', 502, 'polydesk_mt_failed'],
  ['elsewhere', 502, 'polydesk_mt_failed'],
  ['silent', 504, 'polydesk_mt_slow'],
])('a service that is or answers "%s": %i %s, once, and not a word of what it said', async (mood, status, code) => {
  service.mood = mood;
  const { engine, admin } = mood === 'silent' ? hasty : bench;
  const body = { from: 'en', to: 'fr', texts: ['Canary text'] };
  const answer = await engine.ask({ method: 'POST', path: '/polydesk/v1/translate', body }, admin);
  expect({ status: answer.status, code: bodyOf(answer)['code'] }).toEqual({ status, code });
  expect(JSON.stringify(answer)).not.toMatch(/canary/i);
  expect(service.seen).toHaveLength(1);
  expect(service.elsewhere).toBe(0);
});

test('a service that cannot be reached', async () => {
  const gone = createDeepL({ version: '0', serverUrl: 'http://127.0.0.1:9' });
  await expect(gone.account(GOOD_KEY)).rejects.toMatchObject({ code: 'polydesk_mt_offline', status: 503 });
});

test('a text whose marks were changed is not used; the others are', async () => {
  service.mood = 'lost marks';
  expect(bodyOf(await ask([LINKED, 'Bells']))['texts']).toEqual([
    { text: '', code: 'polydesk_mt_broken', message: expect.stringMatching(/marks/) as string },
    { text: 'FR: Bells', code: '', message: '' },
  ]);
});

test.each([
  ['an unknown language', { to: 'xx' }, 400, 'polydesk_mt_language'],
  ['a language the service does not know', { to: 'tlh' }, 400, 'polydesk_mt_language'],
  ['the language itself', { to: 'en' }, 400, 'polydesk_mt_language'],
  ['a strange tag', { texts: ['<b>Bold</b>'] }, 400, 'rest_invalid_param'],
  ['a mark without end', { texts: ['<g id="1">Bold'] }, 400, 'rest_invalid_param'],
  ['no text', { texts: [] }, 400, 'rest_invalid_param'],
  ['too many texts', { texts: Array.from({ length: 51 }, () => 'a') }, 400, 'rest_invalid_param'],
  ['a text too long', { texts: ['a'.repeat(10_001)] }, 400, 'rest_invalid_param'],
])('%s is refused before anything is sent', async (_what, more, status, code) => {
  const answer = await ask(['Bells'], more);
  expect({ status: answer.status, code: bodyOf(answer)['code'] }).toEqual({ status, code });
  expect(service.seen).toEqual([]);
});

test('only the interface and the command line send texts out', async () => {
  for (const role of ['administrator', 'editor', 'subscriber'] as const) {
    const answer = await send('/polydesk/v1/translate', { from: 'en', to: 'fr', texts: ['a'] }, bench.as(role));
    expect(answer.status).toBe(403);
  }
  expect((await send('/polydesk/v1/translate/usage', {}, bench.as('administrator'))).status).toBe(403);
  const item = { path: '/polydesk/v1/translate', body: { from: 'en', to: 'fr', texts: ['a'] } };
  const batch = await send('/batch/v1', { requests: [item] });
  expect(JSON.stringify(batch.body)).toContain('rest_batch_not_allowed');
  expect(bench.ask('POST', '/polydesk/v1/translate', item.body).status).toBe(409);
  expect(service.seen).toEqual([]);
});

test('off by default: switched off, without a key, and in the small edition nothing is sent', async () => {
  await set({ machine_translation_enabled: false });
  expect(bodyOf(await ask(['Bells']))['code']).toBe('polydesk_mt_off');
  await set({ machine_translation_enabled: true, machine_translation_services: { mt_provider: { api_key: '' } } });
  expect(bodyOf(await ask(['Bells']))['code']).toBe('polydesk_mt_no_key');
  expect(bodyOf(await send('/polydesk/v1/translate/usage', {}))['code']).toBe('polydesk_mt_no_key');
  await set({ machine_translation_services: { mt_provider: { api_key: GOOD_KEY } } });
  const small = openBench({ edition: 'standard' });
  expect(bodyOf(small.ask('GET', '/polydesk/v1/translator'))['enabled']).toBe(false);
  expect(bodyOf(small.ask('POST', '/polydesk/v1/translate', { from: 'en', to: 'fr', texts: ['a'] }))['code']).toBe(
    'polydesk_mt_off',
  );
  small.engine.close();
  expect(service.seen).toEqual([]);
});

test('the account tells whether a key works, the stored one or one that is tried and forgotten', async () => {
  expect(bodyOf(await send('/polydesk/v1/translate/usage', {}))).toEqual({
    provider: 'DeepL',
    used: 181_780,
    limit: 500_000,
  });
  const tried = await send('/polydesk/v1/translate/usage', { api_key: 'canary-wrong' });
  expect(bodyOf(tried)['code']).toBe('polydesk_mt_key');
  expect(service.seen.map(({ key }) => key)).toEqual([GOOD_KEY, 'canary-wrong']);
  expect(JSON.stringify(tried)).not.toContain('canary');
  await expect.poll(() => [...bench.secrets.values()]).toEqual([GOOD_KEY]);
});

test('capabilities are reported without any outbound request', () => {
  expect(bodyOf(bench.ask('GET', '/polydesk/v1/translator'))).toMatchObject({
    enabled: true,
    has_key: true,
    languages: { en: { target: 'EN-US', formality: false }, pt: { target: 'PT-BR', formality: true }, tlh: null },
  });
  expect(service.seen).toEqual([]);
});

test.each([
  ['http://127.0.0.1:4711/v2', 'http://127.0.0.1:4711'],
  ['http://[::1]:4711', 'http://[::1]:4711'],
  ['http://evil.test', undefined],
  ['http://127.0.0.1.evil.test', undefined],
  ['http://localhost@evil.test', undefined],
  ['nonsense', undefined],
])('in the place of the service, %s counts as %s', (given, url) => {
  expect(standIn({ POLYDESK_TEST_TRANSLATOR: given })).toBe(url);
});
