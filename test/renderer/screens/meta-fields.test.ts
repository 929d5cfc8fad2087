// Registered fields in the inspector: edited according to their schema; invalid values are reported and not stored.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { JsonSchema } from '../../../renderer/lib/forms.ts';
import { metaKind, metaText, readMeta } from '../../../renderer/screens/editor/inspector/meta-value.ts';
import MetaField from '../../../renderer/screens/editor/inspector/MetaField.svelte';

const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

test.each<[string, JsonSchema, string, unknown]>([
  ['a text as it is', { type: 'string' }, ' a  b ', ' a  b '],
  ['an empty text', { type: 'string' }, '', ''],
  ['a whole number', { type: 'integer' }, ' -12 ', -12],
  ['a number', { type: 'number' }, '.5', 0.5],
  ['a number with a power', { type: 'number' }, '1e3', 1000],
  ['no number', { type: 'integer' }, ' ', null],
  ['one of several', { type: 'string', enum: ['a', 'b'] }, 'b', 'b'],
  [
    'a list of texts with blanks',
    list({ type: 'string' }),
    'Lac d’Annecy\n\nSaint-Jean',
    ['Lac d’Annecy', 'Saint-Jean'],
  ],
  ['a list of numbers', list({ type: 'number' }), '1\n2.5', [1, 2.5]],
  ['a list of yes and no', list({ type: 'boolean' }), 'true\nfalse', [true, false]],
  ['an empty list', list({ type: 'integer' }), '\n', []],
])('%s is read', (_, schema, text, value) => {
  expect(readMeta(schema, text)).toEqual({ value });
});

test.each<[string, JsonSchema, string, { code: string; line?: number }]>([
  ['a part of a number', { type: 'integer' }, '2.5', { code: 'integer' }],
  ['words', { type: 'integer' }, 'two', { code: 'integer' }],
  ['a number that is too long', { type: 'integer' }, '99999999999999999999', { code: 'integer' }],
  ['a decimal comma', { type: 'number' }, '2,5', { code: 'number' }],
  ['no number at all', { type: 'number' }, 'Infinity', { code: 'number' }],
  ['another choice', { type: 'string', enum: ['a'] }, 'b', { code: 'choice' }],
  ['a line of a list', list({ type: 'integer' }), '1\n\nx', { code: 'integer', line: 3 }],
  ['yes in a list', list({ type: 'boolean' }), 'yes', { code: 'boolean', line: 1 }],
])('%s is refused', (_, schema, text, problem) => {
  expect(readMeta(schema, text)).toEqual({ problem });
});

test('stored values are shown in readable form', () => {
  for (const [schema, value] of [
    [{ type: 'number' }, 1.5],
    [list({ type: 'string' }), ['one', 'two words']],
    [{ type: 'string' }, 'x'],
  ] as const)
    expect(readMeta(schema as JsonSchema, metaText(value))).toEqual({ value });
  expect([undefined, { type: 'object' }, list({ type: 'object' })].map((each) => metaKind(each))).toEqual([
    'other',
    'other',
    'other',
  ]);
});

const field = (more: object) => {
  const changes: unknown[] = [];
  const props = { name: 'riders', value: 2, schema: { type: 'integer' }, locked: undefined, lang: 'en' };
  return {
    changes,
    props: { ...props, onchange: (value: unknown) => changes.push(value), onleave: () => {}, ...more },
  };
};

test('an error is shown below its field, and the last valid value is kept', async () => {
  const { changes, props } = field({});
  await render(MetaField, props);
  const box = page.getByRole('textbox', { name: 'riders' });
  await userEvent.fill(box, '2.5');
  await expect.element(page.getByText('Enter a whole number. The last valid value is kept.')).toBeVisible();
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  expect(changes).toEqual([]);
  await userEvent.fill(box, '25');
  await expect.element(page.getByText('Enter a whole number')).not.toBeInTheDocument();
  expect(changes).toEqual([25]);
});

test('a field of an unknown kind and a locked one are read-only, with the reason', async () => {
  await render(MetaField, field({ schema: undefined, value: { a: 1 } }).props);
  await expect.element(page.getByText('This kind of field cannot be edited here.')).toBeVisible();
  await expect.element(page.getByText('{"a":1}')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});
