import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RestError } from '../../../core/errors.ts';
import { checkParams, collect } from '../../../core/rest/params.ts';
import type { Dict } from '../../../core/types.ts';

const args = {
  id: v.pipe(v.number(), v.integer()),
  size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 10),
  tags: v.optional(v.array(v.string())),
};

describe('what a request carries', () => {
  test.each([
    ['the body beats the query', { query: { a: '1' }, body: { a: 2 } }, {}, [{ a: 2 }, ['a']]],
    ['the path beats both', { query: { id: '1' }, body: { id: 2 } }, { id: '3' }, [{ id: '3' }, ['id']]],
    [
      'names keep the place of their first',
      { query: { b: '1', a: '1' }, body: { c: 1, b: 2 } },
      {},
      [{ b: 2, a: '1', c: 1 }, ['b', 'a', 'c']],
    ],
    ['a body that is not an object has no effect', { query: {}, body: [1, 2] }, {}, [{}, []]],
    ['nor has text', { query: {}, body: 'a' }, {}, [{}, []]],
    ['nothing', {}, {}, [{}, []]],
  ])('%s', (_name, request, vars, expected) => {
    const { raw, given } = collect({ method: 'POST', path: '/', ...request }, vars);
    expect([{ ...raw }, given]).toEqual(expected);
  });
});

describe('checking', () => {
  test.each([
    ['typed, defaults filled in', { id: '5' }, { id: 5, size: 10 }],
    ['a list as text', { id: 5, tags: 'a, b' }, { id: 5, size: 10, tags: ['a', 'b'] }],
    ['unknown names go', { id: 5, other: 1 }, { id: 5, size: 10 }],
    [
      'names every object has are names like others',
      { id: 5, constructor: 1, toString: 'x', __proto__: null },
      { id: 5, size: 10 },
    ],
  ])('%s', (_name, raw, params) => {
    const checked = checkParams(args, raw, false);
    expect({ ...checked }).toEqual(params);
    expect(checked['constructor']).toBeUndefined();
  });

  test.each([
    ['missing before wrong', { size: 'x' }, 'rest_missing_callback_param', ['id']],
    ['null counts as missing', { id: null }, 'rest_missing_callback_param', ['id']],
    ['every fault, in the order of the schema', { tags: {}, size: 0, id: 'x' }, 'rest_invalid_param', ['id', 'size']],
    ['null is not a value', { id: 1, size: null }, 'rest_invalid_param', ['size']],
  ])('%s', (_name, raw, code, names) => {
    const error = thrown(() => checkParams(args, raw, false));
    const { params } = error.extra.data as { params: string[] | Record<string, string> };
    expect([error.code, error.status, Array.isArray(params) ? params : Object.keys(params)]).toEqual([
      code,
      400,
      names,
    ]);
  });

  test('null means "not given" for routes that declare it', () => {
    expect({ ...checkParams(args, { id: 1, size: null, tags: null }, true) }).toEqual({ id: 1, size: 10 });
  });
});

describe('a number that is written as a float', () => {
  const shape = {
    on: v.optional(v.boolean()),
    size: v.optional(v.pipe(v.number(), v.integer())),
    open: v.optional(
      v.strictObject({ on: v.optional(v.boolean()), size: v.optional(v.pipe(v.number(), v.integer())) }),
    ),
    each: v.optional(v.array(v.object({ on: v.optional(v.boolean()) }))),
    named: v.optional(v.record(v.string(), v.boolean())),
    loose: v.optional(v.pipe(v.looseObject({}), v.metadata({ values: { on: v.boolean() } }))),
  };
  test.each<[string, Dict, string[][], unknown]>([
    ['is not a boolean', { on: 1 }, [['on']], 'on'],
    ['is an integer', { size: 1 }, [['size']], undefined],
    ['is not a boolean in an object', { open: { on: 1, size: 0 } }, [['open', 'on']], 'open[on]'],
    ['is an integer in an object', { open: { on: 1, size: 0 } }, [['open', 'size']], undefined],
    ['is not a boolean in a list', { each: [{ on: 1 }, { on: 0 }] }, [['each', '1', 'on']], 'each[1][on]'],
    ['is not a boolean in a map', { named: { a: 0, b: 1 } }, [['named', 'b']], 'named[b]'],
    ['is nothing where the place is unknown', { open: {}, other: { on: 1 } }, [['other', 'on']], undefined],
  ])('%s', (_name, raw, floats, param) => {
    if (param === undefined) return expect(() => checkParams(shape, raw, false, floats)).not.toThrow();
    const { details } = thrown(() => checkParams(shape, raw, false, floats)).extra.data as { details: Dict<Dict> };
    expect(Object.values(details).map(({ code, data }) => ({ code, data }))).toEqual([
      { code: 'rest_invalid_type', data: { param } },
    ]);
    // Control: without the mark the value is what JSON parses.
    expect(() => checkParams(shape, raw, false)).not.toThrow();
  });

  test('is not a boolean in an object that is judged later', () => {
    expect(checkParams(shape, { loose: { on: 1 } }, false, [['loose', 'on']])['loose']).toEqual({ on: [1] });
  });
});

function thrown(work: () => unknown): RestError {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error;
  }
  throw new Error('nothing was refused');
}
