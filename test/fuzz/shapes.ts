import { parseQuery } from '../../core/rest/query.ts';
import { ROLES, type Caller, type Dict, type RestRequest, type RestResponse } from '../../core/types.ts';
import { GUEST } from '../../core/domain/access/capabilities.ts';
import { validateHeaderValue } from 'node:http';
import { openBench, type Bench } from '../support/engine.ts';
import { operationsOf, type Operation } from './operations.ts';

/** A site whose addresses are in one script. */
export interface Script {
  name: string;
  host: string;
  word: string;
  /** Of a post, as it is typed. */
  slug: string;
}

export const SCRIPTS: readonly Script[] = [
  { name: 'Latin', host: 'https://münchen.example', word: 'straße', slug: 'crème-brûlée' },
  { name: 'Cyrillic', host: 'https://пример.рф', word: 'статьи', slug: 'привет-мир' },
  { name: 'Arabic', host: 'https://موقع.example', word: 'مقالات', slug: 'مرحبا-بالعالم' },
  { name: 'Japanese', host: 'https://例え.jp', word: '記事', slug: 'こんにちは' },
  { name: 'Devanagari', host: 'https://उदाहरण.example', word: 'लेख', slug: 'नमस्ते-दुनिया' },
];

/** A site with addresses in a script, and everybody who may ask. */
export interface Ground {
  bench: Bench;
  script: Script;
  callers: readonly Caller[];
  /** Every parameter of every operation, those of its other methods and those that all have. */
  parameters: readonly { operation: Operation; name: string }[];
  /** What is in the variables of an address. */
  id: string;
}

/** Opens such a site; close its engine in the end. */
export function openGround(script: Script): Ground {
  const bench = openBench({ homeUrl: 'http://example.org' });
  const { host, word, slug } = script;
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  const site = { url: host, permalink_structure: `/${word}/%category%/%postname%/` };
  const news = bench.ask('POST', '/wp/v2/categories', { name: word, lang: 'en' }).body as { id: number };
  const body = { title: slug, slug, status: 'publish', lang: 'en', categories: [news.id] };
  const post = bench.ask('POST', '/wp/v2/posts', body).body as { id: number };
  bench.ask('POST', '/wp/v2/posts', {
    title: word,
    slug: word,
    status: 'publish',
    lang: 'fr',
    translations: { en: post.id },
  });
  bench.ask('POST', '/wp/v2/pages', { title: word, slug: word, status: 'publish', lang: 'fr' });
  bench.ask('POST', '/wp/v2/settings', site);
  const settings = { force_lang: 3, domains: { fr: host.replace('://', '://fr.') }, hide_default: false };
  bench.ask('POST', '/pll/v1/settings', settings);
  const callers = [GUEST, ...ROLES.map((role) => bench.as(role))];
  return { bench, script, callers, parameters: parametersOf(bench), id: String(post.id) };
}

const EVERYWHERE = ['_fields', '_embed', '_method', 'context', 'rest_route'];

function parametersOf(bench: Bench): Ground['parameters'] {
  const operations = operationsOf(bench).filter(({ path }) => !path.startsWith('/batch'));
  const names = Map.groupBy(operations, ({ path }) => path);
  return operations.flatMap((operation) => {
    const own = (names.get(operation.path) ?? []).flatMap(({ args }) => Object.keys(args));
    return [...new Set([...own, ...EVERYWHERE])].map((name) => ({ operation, name }));
  });
}

type Dice = (below: number) => number;

/** One request that is wrong in one parameter, and how it is told. */
export interface Shaped {
  what: string;
  caller: Caller;
  request: RestRequest;
}

/** How a parameter is written in an address: nested, listed, doubled, or for names that every object has. */
const FORMS: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[a]=${value}`,
  (name, value) => `${name}[a][b][]=${value}`,
  (name, value) => `${name}[0]=${value}&${name}[x]=${value}`,
  (name, value) => `${name}=${value}&${name}[]=${value}`,
  (name, value) => `${name}[]=${value}&${name}=${value}`,
  (name, value) => `${name}=${value}&${name}=1`,
  (name, value) => `${name}[__proto__]=${value}`,
  (name, value) => `${name}[toString]=${value}&${name}[length]=9`,
  (name, value) => `${name}[99]=${value}`,
];

/** Values of every type, for parameters of every type. */
function valuesOf({ word, slug, host }: Script): unknown[] {
  const scalars = [
    null,
    true,
    false,
    0,
    1,
    -1,
    2 ** 53,
    1e308,
    0.5,
    '',
    '0',
    '1',
    'x',
    'en',
    '1,2',
    'NaN',
    '9'.repeat(400),
  ];
  const texts = [
    word,
    slug,
    encodeURIComponent(slug),
    host,
    '2026-13-45T99:99:99',
    '<b>&',
    '%00',
    '\u202e',
    '👩‍👩‍👧',
    '../..',
    "'; --",
  ];
  const nested = [
    [],
    {},
    [[]],
    [{}],
    { a: { b: [1] } },
    [1, 'x', null, { a: 1 }],
    { 0: 1, 2: 3 },
    { raw: [1] },
    { length: 5 },
  ];
  return [...scalars, ...texts, ...nested, Array.from({ length: 60 }, (_, at) => at), { [word]: slug }];
}

/** The request number n: the parameters take turns, the rest is chance. */
export function shapedRequest(ground: Ground, n: number, dice: Dice): Shaped {
  const { parameters, callers, script } = ground;
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  const { operation, name } = parameters[n % parameters.length] as Ground['parameters'][number];
  const { path, method } = operation;
  const address = fill(path, ground, dice);
  const caller = pick(callers);
  const values = valuesOf(script);
  const inQuery = (): Dict => {
    const value = pick(values);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return parseQuery(pick(FORMS)(name, encodeURIComponent(text.toWellFormed())));
  };
  const inBody = (): Dict => ({ [name]: pick(values), ...(dice(3) === 0 && { title: script.word, lang: 'en' }) });
  const places: (() => RestRequest)[] = [() => ({ method, path: address, query: inQuery() })];
  if (method !== 'GET') {
    const batch = (): RestRequest => {
      const one = {
        method,
        path: dice(2) === 0 ? address : `${address}?${pick(FORMS)(name, script.word)}`,
        body: inBody(),
      };
      return { method: 'POST', path: '/batch/v1', body: { requests: Array.from({ length: 1 + dice(3) }, () => one) } };
    };
    const inBoth = (): RestRequest => ({ method, path: address, query: inQuery(), body: inBody() });
    places.push(() => ({ method, path: address, body: inBody() }), inBoth, batch);
  }
  const request = pick(places)();
  return { what: `${JSON.stringify(request)} as ${caller.name || 'a guest'}`, caller, request };
}

function fill(path: string, { id, script }: Ground, dice: Dice): string {
  return path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^)]*\))*\)/g, (_all, name: string) => {
    if (name === 'kind') return dice(2) === 0 ? 'post' : 'term';
    return dice(20) === 0 ? encodeURIComponent(script.slug) : dice(5) === 0 ? String(1 + dice(12)) : id;
  });
}

/** What is a fault of ours in an answer: 5xx, a header that cannot be sent, or no answer at all. Undefined: none. */
export function faultOf(ask: () => RestResponse): string | undefined {
  try {
    const { status, body, headers } = ask();
    const inside = status === 207 ? (body as { responses: RestResponse[] }).responses : [];
    // 501 is how the reference says that terms know no trash.
    const bad = [{ status }, ...inside].find((one) => one.status >= 500 && one.status !== 501);
    if (bad) return `${bad.status} ${JSON.stringify(body)}`;
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
