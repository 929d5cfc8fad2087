import { beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import type { Dict } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
let document: Dict;
beforeEach(() => {
  bench = openBench();
  const answer = bench.ask('GET', '/polydesk/v1/openapi.json', undefined, GUEST);
  expect(answer.status).toBe(200);
  document = answer.body as Dict;
  return () => {
    bench.engine.close();
  };
});

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Dict;
}

interface Operation extends Dict {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { properties: Dict; required?: string[] } } } };
  responses: Dict<{ content?: { 'application/json': { schema: Dict } } }>;
}

const operations = (): [string, string, Operation][] =>
  Object.entries(document['paths'] as Dict<Dict<Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, one]): [string, string, Operation] => [path, verb, one]),
  );
/** The parameters of an operation, with references resolved. */
const parametersOf = (one: Operation): Parameter[] => {
  const shared = (document['components'] as Dict<Dict<Parameter>>)['parameters'] ?? {};
  return one.parameters.map((each) => {
    const name = (each as unknown as { $ref?: string }).$ref?.split('/').at(-1);
    return name === undefined ? each : (shared[name] ?? each);
  });
};
const operation = (path: string, verb: string): Operation => {
  const found = operations().find(([one, method]) => one === path && method === verb)?.[2];
  if (!found) throw new Error(`No ${verb} ${path}`);
  return found;
};
const answered = (path: string, verb: string): Dict | undefined =>
  operation(path, verb).responses['200']?.content?.['application/json'].schema;

test('it is OpenAPI 3.1 of this server', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: expect.any(String) as string, version: '0.0.0-test' },
    servers: [{ url: 'http://127.0.0.1:24180/wp-json' }],
  });
});

test('every route and method of the index is in it, but for the second name of a language', () => {
  const { routes } = bench.ask('GET', '/').body as { routes: Dict<{ methods: string[] }> };
  const listed = operations().map(([path, verb]) => `${verb.toUpperCase()} ${path}`);
  const wanted = Object.entries(routes).flatMap(([path, { methods }]) =>
    methods.map((method) => `${method} ${path.replace(/\(\?P<(\w+)>[^()]*\)/g, '{$1}')}`),
  );
  expect([...new Set(wanted)].filter((one) => !listed.includes(one))).toEqual(['GET /pll/v1/languages/{slug}']);
  expect(listed.filter((one) => !wanted.includes(one))).toEqual([]);
});

test('what a reader of the format relies on holds for each operation', () => {
  const ids = operations().map(([, , one]) => one.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [path, verb, one] of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = one.parameters.filter((parameter) => parameter.in === 'path');
    expect([path, verb, declared.map(({ name }) => name)]).toEqual([path, verb, inPath]);
    expect(declared.every(({ required }) => required)).toBe(true);
    const names = parametersOf(one).map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(path).not.toMatch(/[()?\\]/);
    expect(one.responses).toHaveProperty('default');
  }
});

test('no word of OPTIONS alone is left, and references lead somewhere', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"readonly":');
  expect(text).not.toContain('draft-04');
  const references = [...text.matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, place = '']) => place);
  for (const place of new Set(references)) {
    const target = place.split('/').reduce<unknown>((at, name) => (at as Dict)[name], document);
    expect([place, typeof target]).toEqual([place, 'object']);
  }
});

test('parameters, bodies and answers are those of the schemas', () => {
  expect(operation('/polydesk/v1/staleness/{kind}/{id}', 'get').parameters).toMatchObject([
    { name: 'kind', in: 'path', schema: { type: 'string', pattern: '^(?:post|term)$' } },
    { name: 'id', in: 'path', schema: { type: 'integer' } },
    { $ref: '#/components/parameters/fields' },
  ]);
  expect(operation('/polydesk/v1/groups', 'get').parameters).toContainEqual(
    expect.objectContaining({
      name: 'kind',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['post', 'term'], default: 'post' },
    }),
  );
  const body = operation('/polydesk/v1/translations', 'post').requestBody?.content['application/json'].schema;
  expect(Object.keys(body?.properties ?? {})).toEqual(['kind', 'id', 'lang', 'copy', 'title', 'texts']);
  expect(body?.required).toEqual(['kind', 'id', 'lang']);
  const schemas = (document['components'] as Dict<Dict<Dict>>)['schemas'] ?? {};
  const of = (name: string): Dict => ({ $ref: `#/components/schemas/${name}` });
  expect(schemas['post']).toMatchObject({ type: 'object', properties: { id: { readOnly: true } } });
  expect(answered('/wp/v2/posts', 'get')).toEqual({ type: 'array', items: of('post') });
  expect(answered('/wp/v2/posts/{id}', 'get')).toEqual(of('post'));
  expect(answered('/polydesk/v1/coverage', 'get')).toEqual({ type: 'array', items: of('coverage') });
  expect(answered('/polydesk/v1/changes', 'get')).toEqual(of('changes'));
  expect(answered('/wp/v2/types', 'get')).toMatchObject({ type: 'object', additionalProperties: of('type') });
  expect(answered('/polydesk/v1/history/{id}/undo', 'post')).toEqual({
    anyOf: [of('history-entry'), of('job-started')],
  });
  expect(answered('/pll/v1/settings', 'get')).toEqual(of('settings'));
  expect(answered('/wp/v2/settings', 'get')).toEqual(of('wp-v2-settings'));
});

test('every answer in JSON can be cut by `_fields`, those of wp/v2 have `_embed`', () => {
  const without = operations().filter(([, , one]) => !parametersOf(one).some(({ name }) => name === '_fields'));
  expect(without.map(([path, verb]) => `${verb} ${path}`)).toEqual([
    'get /polydesk/v1/jobs/{id}/file',
    'get /polydesk/v1/events',
  ]);
  const has = (path: string): boolean => parametersOf(operation(path, 'get')).some(({ name }) => name === '_embed');
  expect([has('/wp/v2/posts'), has('/wp/v2/menu-items/{id}'), has('/pll/v1/languages')]).toEqual([true, true, false]);
});

test('codes of languages are those of the site, and follow it', () => {
  const lang = (path: string): unknown =>
    operation(path, 'get').parameters.find(({ name }) => name === 'lang')?.schema['enum'];
  expect([lang('/wp/v2/posts'), lang('/polydesk/v1/links')]).toEqual([undefined, undefined]);
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  document = bench.ask('GET', '/polydesk/v1/openapi.json').body as Dict;
  for (const path of ['/wp/v2/posts', '/wp/v2/categories', '/polydesk/v1/items'])
    expect(lang(path)).toEqual(['', 'en', 'fr']);
  for (const path of ['/polydesk/v1/groups', '/polydesk/v1/links']) expect(lang(path)).toEqual(['en', 'fr']);
  const schemas = (document['components'] as Dict<Dict<{ properties: Dict<Dict> }>>)['schemas'] ?? {};
  expect(schemas['post']?.properties['lang']?.['enum']).toEqual(['', 'en', 'fr']);
  const body = operation('/polydesk/v1/translations', 'post').requestBody?.content['application/json'].schema;
  expect(body?.properties['lang']).toMatchObject({ enum: ['en', 'fr'] });
  expect(JSON.stringify(bench.ask('OPTIONS', '/polydesk/v1/groups').body)).not.toContain('"enum":["en"');
});
