import { beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/capabilities.ts';
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

interface Operation extends Dict {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Dict }[];
  requestBody?: { content: { 'application/json': { schema: { properties: Dict; required?: string[] } } } };
  responses: Dict<{ content?: { 'application/json': { schema: Dict } } }>;
}

const operations = (): [string, string, Operation][] =>
  Object.entries(document['paths'] as Dict<Dict<Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, one]): [string, string, Operation] => [path, verb, one]),
  );
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
    const names = one.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
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
  expect(Object.keys(body?.properties ?? {})).toEqual(['kind', 'id', 'lang', 'copy', 'title']);
  expect(body?.required).toEqual(['kind', 'id', 'lang']);
  expect(answered('/wp/v2/posts', 'get')).toMatchObject({ type: 'array', items: { type: 'object' } });
  expect(answered('/wp/v2/posts/{id}', 'get')).toMatchObject({
    type: 'object',
    properties: { id: { readOnly: true } },
  });
  expect(answered('/polydesk/v1/coverage', 'get')).toMatchObject({ type: 'array' });
  expect(answered('/pll/v1/settings', 'get')).toMatchObject({ type: 'object' });
});
