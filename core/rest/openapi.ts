import { describe, describeArgs, type Named } from '../schema/wire/describe.ts';
import { isMap } from '../schema/wire/coerce.ts';
import type { Dict } from '../types.ts';
import type { CompiledRoute, Variable } from './path.ts';
import type { Endpoint, Method } from './route.ts';

/**
 * The whole table as OpenAPI 3.1 (`contract/extras.md`, `/openapi.json`). `rest`: local REST root without trailing slash;
 * `codes`: those of the languages of the site.
 */
export function openApi(
  table: readonly CompiledRoute[],
  site: { rest: string; title: string; version: string; codes: readonly string[] },
): Dict {
  const components = createComponents(site.codes);
  return {
    openapi: '3.1.0',
    info: { title: site.title, version: site.version },
    servers: [{ url: site.rest }],
    security: [{}, { basic: [] }],
    paths: pathsOf(table, components),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Login and a token; without them only public data is read.',
        },
      },
      schemas: components.schemas,
      parameters: GLOBAL,
      responses: {
        Error: {
          description: 'What went wrong. Nothing was changed.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

/** Parameters of every JSON answer (`content.md` 1.5), by the names they are referenced with. */
const GLOBAL = {
  fields: {
    name: '_fields',
    in: 'query',
    description: 'Only these fields of the answer: names with commas between, parts of them as a.b.',
    schema: { type: 'string' },
  },
  embed: {
    name: '_embed',
    in: 'query',
    description: 'With what the items refer to: "1", or relations with commas between.',
    schema: { type: 'string' },
  },
};

/** The global parameters that apply to an operation. */
function globalParameters({ namespace }: CompiledRoute, { traits }: Endpoint, method: Method): Dict[] {
  const names: (keyof typeof GLOBAL)[] = [];
  if (!traits.streams && !traits.givesFile) names.push('fields');
  if (method === 'GET' && namespace === 'wp/v2') names.push('embed');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
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

/**
 * OpenAPI treats addresses that differ only in the names of their variables as one: the first names them, each adds its methods.
 */
function pathsOf(table: readonly CompiledRoute[], components: Components): Dict {
  const byShape = new Map<string, { path: string; item: Dict }>();
  for (const route of table) {
    const { template } = route;
    const shape = template.split('/', 20).map((part) => (part.startsWith('{') ? '{}' : part));
    const known = byShape.get(shape.join('/'));
    const own = known ?? { path: template, item: {} };
    if (!known) byShape.set(shape.join('/'), own);
    // The variables of a second route have other names, so its patterns do not apply to the first.
    if (own.path !== template) continue;
    for (const [endpoint, method] of route.endpoints.flatMap((one) => one.methods.map((verb) => [one, verb] as const)))
      own.item[method.toLowerCase()] ??= operation(route, endpoint, { method, components });
  }
  return Object.fromEntries([...byShape.values()].map(({ path, item }) => [path, item]));
}

function operation(
  route: CompiledRoute,
  endpoint: Endpoint,
  { method, components }: { method: Method; components: Components },
): Dict {
  const { template, variables, namespace } = route;
  const args = argumentsOf(endpoint, new Set(variables.map(({ name }) => name)), components.codes);
  const inBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const name = template
    .split('/')
    .flatMap((part) => part.split(/\W+/))
    .filter(Boolean);
  const refused = [
    ...(args.length + variables.length > 0 ? ['400'] : []),
    ...(endpoint.permit ? ['401', '403'] : []),
    ...(variables.length > 0 ? ['404'] : []),
  ];
  return {
    operationId: [method.toLowerCase(), ...name].join('_'),
    tags: [namespace === '' ? 'index' : namespace],
    ...(endpoint.summary !== undefined && { summary: endpoint.summary }),
    parameters: [
      ...variables.map((one) => pathParameter(endpoint, one)),
      ...(inBody ? [] : args.map(queryParameter)),
      ...globalParameters(route, endpoint, method),
    ],
    ...(inBody && args.length > 0 && { requestBody: bodyOf(args) }),
    responses: {
      '200': answerOf(route, endpoint, { method, components }),
      ...Object.fromEntries([...refused, 'default'].map((status) => [status, ERROR_ANSWER])),
    },
  };
}

const ERROR_ANSWER = { $ref: '#/components/responses/Error' };

interface Argument {
  name: string;
  schema: Dict;
  description: string | undefined;
  required: boolean;
}

/** The arguments of an endpoint besides the variables of its path. */
function argumentsOf(endpoint: Endpoint, inPath: ReadonlySet<string>, codes: readonly string[]): Argument[] {
  return Object.entries(describeArgs(endpoint.args, codes))
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

/** Lists are read as comma-separated, maps as `name[key]=value`. */
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

function answerOf(
  { namespace }: CompiledRoute,
  { answers }: Endpoint,
  { method, components }: { method: Method; components: Components },
): Dict {
  const description =
    method === 'GET' ? 'What was requested.' : 'How it is after the change; 201 for what was made, 202 for a job.';
  return {
    description,
    content: {
      'application/json': {
        schema: modern(describe(answers, { named: components.of(namespace), codes: components.codes })),
      },
    },
  };
}

/** The schemas shared by answers, by name. */
interface Components {
  schemas: Dict;
  /** The codes of the languages of the site. */
  codes: readonly string[];
  /** Names the item schemas in the routes of a namespace. */
  of(namespace: string): Named;
}

/** Of two items with the same title, the second gets its namespace as part of its name: the settings of `pll/v1` and `wp/v2`. */
function createComponents(codes: readonly string[]): Components {
  const schemas: Dict = { Error: ERROR };
  const texts = new Map<string, string>();
  return {
    schemas,
    codes,
    of: (namespace) => (title, described) => {
      const schema = modern(described);
      const text = JSON.stringify(schema);
      const isFree = (name: string): boolean => (texts.get(name) ?? text) === text;
      const name = isFree(title) ? title : `${namespace.replace('/', '-')}-${title}`;
      texts.set(name, text);
      schemas[name] = schema;
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

/** OPTIONS uses draft 04 with extra keywords; OpenAPI 3.1 uses JSON Schema 2020-12. */
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

/** Keys of a map of schemas are data, not keywords. */
function mapOf(schemas: unknown): Dict {
  return Object.fromEntries(Object.entries(schemas as Dict).map(([name, schema]) => [name, modern(schema)]));
}
