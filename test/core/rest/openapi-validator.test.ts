import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { isMap } from '../../../core/schema/wire/coerce.ts';
import type { Dict } from '../../../core/types.ts';
import { openBench } from '../../support/engine.ts';

/**
 * `/openapi.json` judged by other software: the document by a validator of OpenAPI 3.1, each schema in it by JSON Schema's own.
 */
const model = {
  post_types: [{ name: 'book', hierarchical: true, supports: ['title', 'editor'], taxonomies: [], has_archive: false }],
  taxonomies: [{ name: 'genre', hierarchical: false, object_types: ['book'] }],
  post_meta: [{ key: 'pages', type: 'integer' as const, single: true, object_types: ['book'] }],
};

const read = (): Dict => {
  const { ask, engine } = openBench({ contentModel: model });
  const text = JSON.stringify(ask('GET', '/polydesk/v1/openapi.json').body);
  engine.close();
  return JSON.parse(text) as Dict;
};

/** What is wrong; nothing for a good document. */
async function faults(document: Dict): Promise<unknown[]> {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  const ajv = new Ajv2020({ strict: false });
  const bad = schemasIn(document).filter((schema) => ajv.validateSchema(schema as object) !== true);
  return [...(valid && validator.version === '3.1' ? [] : [errors ?? 'not 3.1']), ...bad];
}

/** Every schema of a parameter, a body, an answer, and those with names. */
function schemasIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'schema') return [inner];
    return name === 'schemas' ? Object.values(inner as Dict) : schemasIn(inner);
  });
}

test('a validator finds nothing wrong, custom types and fields included', async () => {
  const document = read();
  expect(Object.keys(document['paths'] as Dict)).toEqual(expect.arrayContaining(['/wp/v2/book/{id}', '/wp/v2/genre']));
  expect(schemasIn(document).length).toBeGreaterThan(300);
  expect(await faults(document)).toEqual([]);
});

/** Controls: the path to a value of the document, and what breaks it. */
test.each<[string, (string | number)[], unknown]>([
  ['no title', ['info', 'title'], undefined],
  ['another version of the format', ['openapi'], '3.0.3'],
  ['a parameter that is nowhere', ['paths', '/wp/v2/posts', 'get', 'parameters', 0, 'in'], 'nowhere'],
  ['an answer without a word about it', ['paths', '/wp/v2/posts', 'get', 'responses', '200', 'description'], undefined],
  [
    'a reference to nothing',
    ['components', 'responses', 'Error', 'content', 'application/json', 'schema', '$ref'],
    '#/components/schemas/None',
  ],
  ['a type that is none', ['paths', '/wp/v2/posts', 'get', 'parameters', 0, 'schema', 'type'], 'text'],
  ['a word of draft 04', ['paths', '/wp/v2/posts', 'get', 'parameters', 0, 'schema', 'required'], true],
])('it would find %s', async (_fault, path, value) => {
  const document = read();
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => (at as Dict)[name], document) as Dict;
  holder[path.at(-1) ?? ''] = value;
  expect(await faults(JSON.parse(JSON.stringify(document)) as Dict)).not.toEqual([]);
});
