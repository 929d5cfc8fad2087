import { afterAll, describe, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../core/types.ts';
import { openBench } from '../support/engine.ts';
import { state } from './dump.ts';
import { faultsOf, requiredOf, type Fault } from './faults.ts';
import { addressOf, type Operation, operationsOf } from './operations.ts';

/**
 * Every field of every operation of `pll/v1` and `polydesk/v1`, invalid in every way its description names. Generated from
 * OPTIONS, so new fields are covered automatically.
 */
const bench = openBench();
for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
afterAll(() => bench.engine.close());

/** Rules no description can say: by field, a value and the code of its refusal. */
const BESIDES: Record<string, readonly [value: unknown, code: string][]> = {
  domains: [
    [{ en: 'ftp://a.test' }, 'rest_invalid_uri'],
    [{ en: 'http://' }, 'rest_invalid_uri'],
  ],
  expires_at: [['tomorrow', 'rest_invalid_date']],
  allowed_origins: [[['example.test'], 'rest_invalid_origin']],
};

const operations = operationsOf(bench)
  .filter(({ path }) => /^\/(pll|polydesk|batch)\/v1/.test(path))
  .map((one) => [`${one.method} ${one.path}`, one] as const);

describe.each(operations)('%s', (_name, operation) => {
  test('each field, wrong in every way', () => {
    const faults = fieldsOf(operation).flatMap(([name, schema]) =>
      [...faultsOf(schema), ...(BESIDES[name] ?? []).map(([value, code]): Fault => ({ what: code, value, code }))].map(
        (fault) => ({ name, isRequired: schema.required === true, ...fault }),
      ),
    );
    const before = state(bench.engine.site.db);
    const wrong = faults.flatMap(({ name, isRequired, what, value, code }) => {
      const answer = ask(operation, {
        ...required(operation),
        [name]: complete(operation, value),
      });
      const expected = value === null && isRequired ? 'rest_missing_callback_param' : code;
      const got = codeOf(answer, name);
      return answer.status === 400 && got === expected
        ? []
        : [`${name} ${what}: ${answer.status} ${String(got)}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
    expect(state(bench.engine.site.db)).toBe(before);
  });

  test('several errors: each is listed, in the order of the description', () => {
    const bad = fieldsOf(operation).flatMap(([name, schema]) => {
      const fault = faultsOf(schema).find(({ value }) => value !== null);
      return fault ? [[name, fault.value] as const] : [];
    });
    if (bad.length === 0) return;
    const answer = ask(operation, { ...required(operation), ...Object.fromEntries(bad.toReversed()) });
    expect([answer.status, Object.keys(dataOf(answer)['details'] as Dict)]).toEqual([400, bad.map(([name]) => name)]);
  });

  test('missing required parameters, a body that is not JSON, undeclared names', () => {
    const needed = Object.keys(required(operation));
    if (needed.length > 0) {
      const answer = ask(operation, {});
      expect([answer.status, codeOf(answer, ''), dataOf(answer)['params']]).toEqual([
        400,
        'rest_missing_callback_param',
        needed,
      ]);
    }
    const broken = bench.engine.dispatch(
      { ...requestOf(operation, {}), bodyFault: { code: 4, message: 'Syntax error' } },
      bench.admin,
    );
    expect([broken.status, codeOf(broken, '')]).toEqual([400, 'rest_invalid_json']);
    const strange = ask({ ...operation, method: 'OPTIONS' }, { 'no such name': 1, __proto__: 2, constructor: 3 });
    expect(strange.status).toBe(200);
  });
});

/** Descriptions do not say what the items of a list must have: of a batch a path, of saved filters all. */
const ITEMS: Record<string, Dict> = {
  '/batch/v1': { path: '/' },
  '/polydesk/v1/views': { id: 'a', name: 'a', screen: 'a', query: {} },
};

function complete({ path }: Operation, value: unknown): unknown {
  const isMap = (item: unknown): boolean => typeof item === 'object' && item !== null && !Array.isArray(item);
  return Array.isArray(value)
    ? value.map((item: unknown) => (isMap(item) ? { ...ITEMS[path], ...(item as Dict) } : item))
    : value;
}

function fieldsOf({ args, path }: Operation): [string, Operation['args'][string]][] {
  return Object.entries(args).filter(([name]) => !path.includes(`<${name}>`));
}

function required(operation: Operation): Dict {
  return requiredOf({ properties: Object.fromEntries(fieldsOf(operation)) });
}

function requestOf(
  { method, path }: Operation,
  values: Dict,
): { method: string; path: string; query: Dict; body?: Dict } {
  const address = addressOf(path);
  return method === 'GET'
    ? { method, path: address, query: values }
    : { method, path: address, query: {}, body: values };
}

function ask(operation: Operation, values: Dict): RestResponse {
  return bench.engine.dispatch(requestOf(operation, values), bench.admin);
}

function dataOf({ body }: RestResponse): Dict {
  return ((body as Dict)['data'] ?? {}) as Dict;
}

/** The code of the fault of a parameter, else that of the whole answer. */
function codeOf(answer: RestResponse, name: string): unknown {
  const details = dataOf(answer)['details'] as Dict<Dict> | undefined;
  return details?.[name]?.['code'] ?? (answer.body as Dict)['code'];
}
