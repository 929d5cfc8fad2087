import { requestText } from './client.ts';
import type { FloorAnswer } from './floor.ts';
import type { Running } from './processes.ts';

export const SETTINGS = '/wp-json/pll/v1/settings';
export const LANGUAGES = '/wp-json/pll/v1/languages';

/** Thirty languages, as on a large site. */
const LOCALES =
  'en_US fr_FR de_DE es_ES it_IT pt_PT nl_NL pl_PL sv_SE da_DK fi cs_CZ sk_SK hu_HU ro_RO bg_BG el hr sl_SI et ' +
  'lv lt_LT tr_TR uk ru_RU ar he_IL ja ko_KR zh_CN';

/** Adds the languages; the ids they got. */
export async function addLanguages(server: Running): Promise<number[]> {
  const ids: number[] = [];
  for (const locale of LOCALES.split(' ')) {
    const { body } = await ask(server, 'POST', LANGUAGES, JSON.stringify({ locale }));
    ids.push((JSON.parse(body) as { term_id: number }).term_id);
  }
  return ids;
}

/** The product's own answers, headers too, for the floor to repeat. */
export async function takeAnswers(server: Running): Promise<Record<string, FloorAnswer>> {
  const write = await ask(server, 'POST', SETTINGS, settingsBody());
  return {
    [`GET ${SETTINGS}`]: await ask(server, 'GET', SETTINGS),
    [`GET ${LANGUAGES}`]: await ask(server, 'GET', LANGUAGES),
    [`POST ${SETTINGS}`]: write,
  };
}

/** A body that changes something every time, always of the same length. */
export function settingsBody(): string {
  return JSON.stringify({ language_taxonomies: [nextWord()] });
}

export function languageBody(): string {
  return JSON.stringify({ name: nextWord() });
}

/** The same writes as one batch. */
export function batchBody(writes: readonly { path: string; body: string }[]): string {
  const requests = writes.map(({ path, body }) => ({
    path: path.slice('/wp-json'.length),
    body: JSON.parse(body) as unknown,
  }));
  return JSON.stringify({ requests });
}

let count = 0;

function nextWord(): string {
  return `word${String(++count).padStart(9, '0')}`;
}

/** Headers node:http writes by itself: the floor's own will do. */
const AUTOMATIC = new Set(['date', 'connection', 'keep-alive']);

async function ask({ port, token }: Running, method: string, path: string, body?: string): Promise<FloorAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { Authorization: `Basic ${btoa(`admin:${token}`)}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const headers = [...response.headers].flatMap(([name, value]) => (AUTOMATIC.has(name) ? [] : [name, value]));
  return { status: response.status, headers, body: text };
}

/** A source of requests for one server. */
export function requestsTo({ port, token }: Running, method: 'GET' | 'POST', path: string): () => string {
  if (method === 'GET') {
    const text = requestText(method, path, { port, token });
    return () => text;
  }
  return () => requestText(method, path, { port, token, body: settingsBody() });
}
