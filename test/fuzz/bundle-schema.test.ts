// The JSON schema included in a bundle and the bundle reader agree: both accept a value, or both refuse it.
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { listForMap } from '../../core/transfer/bundle/refused.ts';
import { bundleSchema, FILE_KINDS, type FileKindName } from '../../core/transfer/bundle/schema.ts';
import { valuesOf, type JsonSchema } from './json-schema.ts';
import { holds } from './seed.ts';

const { definitions } = bundleSchema() as { definitions: Record<FileKindName, JsonSchema> };
const kinds = Object.keys(FILE_KINDS) as FileKindName[];

/** What somebody might write instead of a value. */
const strange = fc.oneof(
  fc.constantFrom<unknown>('', ' ', 'en', 'a b', '2026-02-30T00:00:00', '2026-01-31', '../x', 0, -1, 1.5, 2 ** 60),
  fc.constantFrom<unknown>(true, null, [], {}, [[]], [{}], { a: 1 }),
  fc.jsonValue(),
);

/** A value with one thing bent at any depth: another value, a key more, a key less, an element doubled. */
function bent(value: unknown, path: readonly number[], other: unknown, key: string): unknown {
  const [at = 0, ...rest] = path;
  const isLast = rest.length === 0;
  if (Array.isArray(value) && value.length > 0) {
    const copy = [...(value as unknown[])];
    const n = at % copy.length;
    copy[n] = isLast ? other : bent(copy[n], rest, other, key);
    return at % 5 === 4 ? [...copy, copy[n]] : copy;
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const entries = Object.entries(value);
    const n = at % entries.length;
    if (isLast && at % 3 === 1) return Object.fromEntries(entries.filter((_, m) => m !== n));
    if (isLast && at % 3 === 2) return { ...value, [key]: other };
    return Object.fromEntries(
      entries.map(([k, one], m) => [k, m !== n ? one : isLast ? other : bent(one, rest, other, key)]),
    );
  }
  return other;
}

const bentOnce = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }), strange, fc.constantFrom('x', 'title', 'uuid'))
    .map(([value, path, other, key]) => bent(value, path, other, key));

describe.each(kinds)('%s', (kind) => {
  const described = definitions[kind];
  // A program that checks files while somebody edits them does it so.
  const validate = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false }).compile(described);

  test('what one accepts the other accepts', () => {
    const values = valuesOf(described);
    let accepted = 0;
    holds(
      fc.property(fc.oneof(values, bentOnce(values)), (value) => {
        const { schema } = FILE_KINDS[kind];
        const read = v.safeParse(schema, value);
        const isDescribed = validate(value);
        // Reading looks for these first.
        const isList = listForMap(schema, value) !== undefined;
        if (read.success) accepted += 1;
        // What no schema can say: that a day exists, a flag, a name that can stand in an address.
        const isBeyond = !read.success && read.issues.every(({ type }) => type === 'check');
        if (isBeyond && !isList) return;
        const issue = read.issues?.[0];
        const about = [JSON.stringify(validate.errors), issue?.message, issue && v.getDotPath(issue)];
        expect(isDescribed, about.join(' ')).toBe(read.success && !isList);
      }),
      200,
    );
    // Control: of most kinds random text is a valid file now and then.
    if (['manifest', 'users', 'groups'].includes(kind)) expect(accepted).toBeGreaterThan(0);
  });
});
