import * as fc from 'fast-check';
import type * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { argsFor } from '../../core/schema/wire/args.ts';
import { coerce } from '../../core/schema/wire/coerce.ts';
import { describe as describeSchema } from '../../core/schema/wire/describe.ts';
import { normaliseDomain } from '../../core/schema/languages/domain-address.ts';
import { check } from '../../core/schema/wire/explain.ts';
import { Language } from '../../core/schema/languages/language.ts';
import { Settings } from '../../core/schema/settings/settings.ts';
import { SiteSettings } from '../../core/schema/settings/site-settings.ts';
import { allows, valuesOf, type JsonSchema } from './json-schema.ts';
import { holds } from './seed.ts';

/** What JSON Schema cannot express, field by field: the additional rule. */
const BESIDES: Record<string, (value: unknown) => boolean> = {
  domains: (map) => Object.values(map as object).every((text) => normaliseDomain(String(text)) !== undefined),
};

const fields = (entries: v.ObjectEntries): [string, v.GenericSchema][] => Object.entries(argsFor(entries, 'update'));

const all = [...fields(Settings.entries), ...fields(Language.entries)];

describe.each(all)('%s', (name, schema) => {
  const described = describeSchema(schema) as JsonSchema;
  const isAllowed = (value: unknown): boolean => allows(described, value) && (BESIDES[name]?.(value) ?? true);

  test('described values are accepted unchanged', () => {
    const values = valuesOf(described).filter(isAllowed);
    holds(
      fc.property(values, (value) => {
        expect(check(schema, name, value)).toEqual({ ok: true, value });
      }),
      60,
    );
  });

  test('accepted values are described, rejected ones are not', () => {
    const values = fc.oneof(valuesOf(described), bent(valuesOf(described)), strange);
    holds(
      fc.property(values, (value) => {
        const checked = check(schema, name, value);
        // Loose input is judged by what it is read as.
        expect(checked.ok).toBe(isAllowed(coerce(schema, value)));
        if (checked.ok) expect(isAllowed(checked.value)).toBe(true);
      }),
      150,
    );
  });
});

test('a default is allowed by its own schema, except for the two that mean "never written"', () => {
  const odd = ['default_lang', 'machine_translation_services'];
  const entries = { ...Settings.entries, ...SiteSettings.entries, ...Language.entries };
  for (const [name, schema] of Object.entries(entries) as [string, v.GenericSchema][]) {
    const described = describeSchema(schema) as JsonSchema;
    if (described.default !== undefined)
      expect([name, allows(described, described.default)]).toEqual([name, !odd.includes(name)]);
  }
});

/** Anything JSON can say, and the loose spellings of the wire. */
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    '1',
    '0',
    'true',
    'FALSE',
    '2.0',
    '1e0',
    ' 2',
    '0x2',
    'a, b',
    '-1',
    null,
    [],
    {},
    [[]],
    [{}],
    { 0: 'a' },
    1.5,
    2 ** 53,
  ),
  fc.dictionary(fc.constantFrom('en', 'fr', '__proto__', 'constructor', 'EN', '', 'mt_provider'), fc.jsonValue()),
);

/** An allowed value with one thing bent: another type, one more key, one key less, wrapped, or as text. */
function bent(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, fc.nat(5), strange).map(([value, how, other]) => {
    if (how === 0) return typeof value === 'string' ? `${value} ` : JSON.stringify(value);
    if (how === 1) return [value];
    if (how === 2) return { extra: value };
    if (Array.isArray(value)) return how === 3 ? [...(value as unknown[]), other] : { ...(value as unknown[]) };
    if (typeof value !== 'object' || value === null) return how === 3 ? other : value;
    return how === 3
      ? { ...value, extra: other }
      : Object.fromEntries(Object.entries(value).map(([key, one], at) => [key, at === 0 ? other : (one as unknown)]));
  });
}
