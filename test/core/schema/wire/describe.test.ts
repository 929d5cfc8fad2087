import * as v from 'valibot';
import { describe as group, expect, test } from 'vitest';
import { argsFor, forEdition } from '../../../../core/schema/wire/args.ts';
import { describe, describeArgs, describeItem } from '../../../../core/schema/wire/describe.ts';
import { Language } from '../../../../core/schema/languages/language.ts';
import { Settings } from '../../../../core/schema/settings/settings.ts';

const key = v.pipe(v.string(), v.regex(/^[a-z]+$/));

/** A schema and its JSON Schema, draft 04 (`interface.md` 6.1). */
group('describes', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['text', v.string(), { type: 'string' }],
    ['a number', v.number(), { type: 'number' }],
    [
      'an integer',
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9)),
      { type: 'integer', minimum: 0, maximum: 9 },
    ],
    ['a pattern', key, { type: 'string', pattern: '^[a-z]+$' }],
    ['lengths', v.pipe(v.string(), v.minLength(1), v.maxLength(2)), { type: 'string', minLength: 1, maxLength: 2 }],
    ['words', v.picklist(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['numbers', v.picklist([1, 2]), { type: 'integer', enum: [1, 2] }],
    [
      'a list',
      v.pipe(v.array(key), v.maxLength(3)),
      { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, maxItems: 3 },
    ],
    ['an open object', v.object({ a: v.boolean() }), { type: 'object', properties: { a: { type: 'boolean' } } }],
    [
      'a closed object',
      v.strictObject({ a: v.boolean(), b: v.optional(v.boolean(), true) }),
      {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { type: 'boolean', default: true } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    [
      'a map',
      v.record(key, v.boolean()),
      { type: 'object', patternProperties: { '^[a-z]+$': { type: 'boolean' } }, additionalProperties: false },
    ],
    [
      'a map of any keys',
      v.record(v.string(), v.boolean()),
      { type: 'object', additionalProperties: { type: 'boolean' } },
    ],
    ['several types', v.union([v.string(), v.boolean()]), { type: ['string', 'boolean'] }],
    ['anything', v.unknown(), {}],
    ['a default', v.optional(v.string(), 'a'), { type: 'string', default: 'a' }],
    [
      'facts of the wire',
      v.pipe(v.string(), v.description('Text.'), v.metadata({ format: 'uri', context: ['view'], readonly: true })),
      { description: 'Text.', type: 'string', format: 'uri', context: ['view'], readonly: true },
    ],
    [
      'a default that is none of the argument',
      v.pipe(v.string(), v.metadata({ default: '' })),
      { type: 'string', default: '' },
    ],
  ])('%s', (_name, schema, expected) => {
    expect(describe(schema)).toEqual(expected);
  });

  test('arguments list what is required, items have a title', () => {
    const entries = { a: v.string(), b: v.optional(v.string()) };
    expect(describeArgs(entries)).toEqual({
      a: { type: 'string', required: true },
      b: { type: 'string', required: false },
    });
    const item = describeItem(v.pipe(v.object(entries), v.title('thing')));
    expect(Object.keys(item)).toEqual(['$schema', 'title', 'type', 'properties']);
    const closed = describeItem(v.pipe(v.object(entries), v.title('thing'), v.metadata({ closed: true })));
    expect(closed).toEqual({ ...item, additionalProperties: false });
  });
});

group('arguments of a resource', () => {
  const names = (entries: object): string[] => Object.keys(entries);
  const isReadOnly = (name: string): boolean => describe(Settings.entries[name as 'version'])['readonly'] === true;

  test('a write of settings takes every field that is not read-only, and gives none a default', () => {
    const args = argsFor(Settings.entries, 'update');
    expect(names(args)).toEqual(names(Settings.entries).filter((name) => !isReadOnly(name)));
    for (const schema of Object.values(describeArgs(args)) as object[])
      expect(schema).toMatchObject({ required: false });
    expect(Object.values(describeArgs(args)).filter((schema) => 'default' in (schema as object))).toEqual([
      expect.objectContaining({ default: { mt_provider: [] } }),
    ]);
  });

  test('a create keeps what is required and its defaults', () => {
    const { locale, slug, no_default_cat } = Language.entries;
    expect(describeArgs(argsFor({ locale, slug, no_default_cat }, 'create'))).toMatchObject({
      locale: { required: true },
      slug: { required: false },
      no_default_cat: { default: false },
    });
  });

  test('the standard edition lacks three settings', () => {
    const standard = names(forEdition(Settings.entries, 'standard'));
    expect(names(Settings.entries).filter((name) => !standard.includes(name))).toEqual([
      'media',
      'machine_translation_enabled',
      'machine_translation_services',
    ]);
  });
});
