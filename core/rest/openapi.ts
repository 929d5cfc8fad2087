import type * as v from 'valibot';
import { describe, describeArgs } from '../schema/describe.ts';
import { isMap } from '../schema/coerce.ts';
import type { Dict } from '../types.ts';
import type { CompiledRoute } from './path.ts';
import type { Endpoint, Method } from './route.ts';

/** The whole table as OpenAPI 3.1 (`contract/extras.md`, `/openapi.json`). `rest`: local REST root without final slash. */
export function openApi(table: readonly CompiledRoute[], site: { rest: string; title: string; version: string }): Dict {
  return {
    openapi: '3.1.0',
    info: { title: site.title, version: site.version },
    servers: [{ url: site.rest }],
    security: [{}, { basic: [] }],
    paths: pathsOf(table),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Login and a token; without them only public data is read.',
        },
      },
      schemas: { Error: ERROR },
      responses: {
        Error: {
          description: 'What went wrong. Nothing was changed.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

const ERROR = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'For programs.' },
    message: { type: 'string', description: 'For people.' },
    data: { type: 'object', properties: { status: { type: 'integer' } } },
  },
};

/** A variable of a path: its name, and the pattern of its values. */
interface Variable {
  name: string;
  pattern: string;
}

/** Addresses that differ in nothing but the names of their variables are one to OpenAPI: the first names them, each adds its methods. */
function pathsOf(table: readonly CompiledRoute[]): Dict {
  const byShape = new Map<string, { path: string; item: Dict }>();
  for (const route of table) {
    const { template, variables } = templateOf(route.path);
    const shape = template.replace(/\{\w+\}/g, '{}');
    const known = byShape.get(shape);
    const own = known ?? { path: template, item: {} };
    if (!known) byShape.set(shape, own);
    for (const { endpoint, method } of operationsOf(route)) {
      const verb = method.toLowerCase();
      // The variables of a second route have other names: its patterns do not fit the first.
      if (own.item[verb] === undefined && own.path === template)
        own.item[verb] = operation(route, endpoint, { method, template, variables });
    }
  }
  return Object.fromEntries([...byShape.values()].map(({ path, item }) => [path, item]));
}

function operationsOf(route: CompiledRoute): { endpoint: Endpoint; method: Method }[] {
  return route.endpoints.flatMap((endpoint) => endpoint.methods.map((method) => ({ endpoint, method })));
}

/** `/wp/v2/posts/(?P<id>[\d]+)` as `/wp/v2/posts/{id}`. Patterns hold no parentheses of their own. */
function templateOf(path: string): { template: string; variables: Variable[] } {
  const variables: Variable[] = [];
  const template = path.replace(/\(\?P<(\w+)>([^()]*)\)/g, (_whole, name: string, pattern: string) => {
    variables.push({ name, pattern });
    return `{${name}}`;
  });
  return { template, variables };
}

function operation(
  route: CompiledRoute,
  endpoint: Endpoint,
  at: { method: Method; template: string; variables: readonly Variable[] },
): Dict {
  const { method, template, variables } = at;
  const names = new Set(variables.map(({ name }) => name));
  const args = argumentsOf(endpoint, names);
  const inBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return {
    operationId: `${method.toLowerCase()}${template.replace(/[{}]/g, '').replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [route.namespace === '' ? 'index' : route.namespace],
    parameters: [...variables.map((one) => pathParameter(endpoint, one)), ...(inBody ? [] : args.map(queryParameter))],
    ...(inBody && args.length > 0 && { requestBody: bodyOf(args) }),
    responses: {
      '200': answerOf(route, endpoint, method),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

interface Argument {
  name: string;
  schema: Dict;
  description: string | undefined;
  required: boolean;
}

/** What an endpoint takes besides the variables of its path. */
function argumentsOf(endpoint: Endpoint, inPath: ReadonlySet<string>): Argument[] {
  return Object.entries(describeArgs(endpoint.args))
    .filter(([name]) => !inPath.has(name))
    .map(([name, described]) => {
      const { required, description, ...schema } = described as Dict;
      const text = typeof description === 'string' ? description : undefined;
      return { name, schema: modern(schema) as Dict, description: text, required: required === true };
    });
}

function pathParameter(endpoint: Endpoint, { name, pattern }: Variable): Dict {
  const described = describeArgs(endpoint.args)[name] as Dict | undefined;
  const description = described?.['description'];
  const isNumber = described?.['type'] === 'integer';
  return {
    name,
    in: 'path',
    required: true,
    ...(typeof description === 'string' && { description }),
    schema: isNumber ? { type: 'integer' } : { type: 'string', pattern: `^(?:${pattern})$` },
  };
}

/** Lists are read with commas between, maps as `name[key]=value`. */
function queryParameter({ name, schema, description, required }: Argument): Dict {
  const type = schema['type'];
  return {
    name,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    ...(type === 'array' && { style: 'form', explode: false }),
    ...(type === 'object' && { style: 'deepObject', explode: true }),
    schema,
  };
}

function bodyOf(args: readonly Argument[]): Dict {
  const required = args.filter((one) => one.required).map((one) => one.name);
  const properties = Object.fromEntries(
    args.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  );
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function answerOf(route: CompiledRoute, endpoint: Endpoint, method: Method): Dict {
  const description = method === 'GET' ? 'What was asked for.' : 'How it is after the change; 201 for what was made.';
  const schema = route.item && answerSchema(route, endpoint, route.item.schema);
  return { description, content: { 'application/json': { schema: schema ?? {} } } };
}

/** The item of the route, or a list of it; nothing where the answer is a map of items. */
function answerSchema(route: CompiledRoute, endpoint: Endpoint, item: v.GenericSchema): Dict | undefined {
  const schema = modern(describe(item)) as Dict;
  if (!route.fixed || !endpoint.methods.includes('GET')) return schema;
  if (endpoint.list || 'per_page' in endpoint.args || 'limit' in endpoint.args) return { type: 'array', items: schema };
  const isOne = route.endpoints.some((one) => one.methods.some((method) => method === 'PUT' || method === 'PATCH'));
  return isOne ? schema : undefined;
}

/** OPTIONS speak draft 04 with words of their own; OpenAPI 3.1 the JSON Schema of 2020. */
function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (!isMap(value)) return value;
  const out: Dict = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'properties' || name === 'patternProperties') out[name] = mapOf(inner);
    else if (name === 'default' || name === 'enum') out[name] = inner;
    else if (name === 'readonly') out['readOnly'] = inner;
    else if (name !== 'context') out[name] = modern(inner);
  }
  return out;
}

/** Names in a map of schemas are data. */
function mapOf(schemas: unknown): Dict {
  return Object.fromEntries(Object.entries(schemas as Dict).map(([name, schema]) => [name, modern(schema)]));
}
