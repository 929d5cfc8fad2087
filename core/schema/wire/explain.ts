import * as v from 'valibot';
import type { Dict } from '../../types.ts';
import { coerce, isMap } from './coerce.ts';
import { innerOf, jsonType, partsOf, recordOf } from './walk.ts';

/** One fault of a parameter, worded as the contract requires (`interface.md` 1.8). */
export interface Fault {
  code: string;
  message: string;
  data: { param: string } | null;
}

export type Checked = { ok: true; value: unknown } | { ok: false; fault: Fault };

/** Keys that valibot skips in a record; refused instead, so that nothing goes unchecked. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Coerces and checks one parameter. The resulting value has the type of the schema. A `v.check` gives the code of its fault as
 * its message, e.g. "rest_invalid_uri".
 */
export function check(schema: v.GenericSchema, name: string, value: unknown): Checked {
  const coerced = coerce(schema, value);
  const unsafe = unsafeKey(schema, coerced);
  if (unsafe)
    return {
      ok: false,
      fault: fault('rest_additional_properties_forbidden', `${unsafe} is not a valid property of ${name}.`),
    };
  const result = v.safeParse(schema, coerced, { abortPipeEarly: true });
  if (result.success) return { ok: true, value: result.output };
  const issue = result.issues.reduce(earlier);
  const found = explain(issue, name);
  return { ok: false, fault: { ...found, message: exactText(schema, issue, { ...found, name }) ?? found.message } };
}

/** Faults that depend on the schema: the currently allowed values, and that a number must be an integer. */
function exactText(
  schema: v.GenericSchema,
  issue: v.BaseIssue<unknown>,
  { name, code, data }: Fault & { name: string },
): string | undefined {
  if (issue.type === 'number' && data) {
    const keys = (issue.path ?? []).map(({ key }) => String(key));
    const at = keys.reduce<v.GenericSchema | undefined>((outer, key) => outer && innerOf(outer, key), schema);
    return at && jsonType(partsOf(at)) === 'integer' ? `${data.param} must be of type integer.` : undefined;
  }
  const words = code === 'rest_not_in_enum' ? partsOf(schema).facts.choices?.() : undefined;
  if (!words) return undefined;
  return words.length > 0 ? `${name} must be one of ${listText(words)}.` : `${name} has no value to choose from yet.`;
}

/** The reference checks for missing keys first, then walks a value in its own order, not in that of the schema. */
function earlier(a: v.BaseIssue<unknown>, b: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const [left, right] = [placeOf(a), placeOf(b)];
  const at = left.findIndex((place, level) => place !== right[level]);
  return at < 0 || (left[at] ?? 0) <= (right[at] ?? 0) ? a : b;
}

/** The position of an issue in the value, level by level; -1 for a missing key. */
function placeOf({ path = [] }: { path?: readonly v.IssuePathItem[] | undefined }): number[] {
  return path.map(({ input, key }) =>
    Array.isArray(input) ? Number(key) : Object.keys(input as object).indexOf(String(key)),
  );
}

/** The first issue of a parameter, worded as the contract requires. */
export function explain(issue: v.BaseIssue<unknown>, name: string): Fault {
  const path = (issue.path ?? []) as v.IssuePathItem[];
  const last = path.at(-1);
  if (last && 'origin' in last && last.origin === 'key') return propertyFault(issue, name, path);
  const at = nested(name, path);
  switch (issue.type) {
    case 'picklist':
      return explainChoice(issue, at);
    case 'regex':
      return fault('rest_invalid_pattern', `${at} does not match the pattern ${(issue.requirement as RegExp).source}.`);
    case 'min_length':
      if (Array.isArray(issue.input))
        return fault('rest_too_few_items', `${at} must hold at least ${items(Number(issue.requirement))}.`);
      return fault('rest_too_short', `${at} must be at least ${characters(Number(issue.requirement))} long.`);
    case 'max_length':
      if (Array.isArray(issue.input))
        return fault('rest_too_many_items', `${at} may hold at most ${items(Number(issue.requirement))}.`);
      return fault('rest_too_long', `${at} may be at most ${characters(Number(issue.requirement))} long.`);
    case 'min_value':
      return fault('rest_out_of_bounds', `${at} must be at least ${String(issue.requirement)}.`);
    case 'max_value':
      return fault('rest_out_of_bounds', `${at} must be at most ${String(issue.requirement)}.`);
    case 'check':
      return fault(issue.message, CHECK_TEXTS[issue.message]?.(at) ?? `${at} is not valid.`);
    default:
      return fault('rest_invalid_type', `${at} must be of type ${typeWord(issue)}.`, at);
  }
}

const CHECK_TEXTS: Dict<(at: string) => string> = {
  rest_invalid_uri: (at) =>
    `${at} is not a usable address: write http:// or https://, a host, and optionally a port and a path.`,
  rest_invalid_origin: (at) =>
    `${at} is not a full origin: write it as a browser sends it, such as http://localhost:5173, in lower case and without a path.`,
  rest_invalid_date: (at) => `${at} must be a date with a time, such as 2026-01-02T10:00:00.`,
  rest_invalid_email: (at) => `${at} is not an e-mail address.`,
  polydesk_invalid_marks: (at) =>
    `${at} contains a mark other than <g id="1">…</g>, <x id="2"/> and <n id="3">…</n>, or one that is not closed.`,
  rest_invalid_timezone: (at) =>
    `${at} is not a time zone: write its name, such as Europe/Paris, or leave it empty for UTC.`,
  rest_no_matching_schema: (at) =>
    `${at} must be a list of ids, or an object with terms and, optionally, include_children and an operator (AND or OR).`,
  rest_duplicate_items: (at) => `${at} contains the same item twice.`,
};

/** Joins list members into a sentence: "a", "a and b", "a, b, and c" (`interface.md` 1.8). */
export function listText(items: readonly (string | number)[]): string {
  if (items.length < 3) return items.join(' and ');
  return `${items.slice(0, -1).join(', ')}, and ${String(items.at(-1))}`;
}

function propertyFault(issue: v.BaseIssue<unknown>, name: string, path: readonly v.IssuePathItem[]): Fault {
  const parent = nested(name, path.slice(0, -1));
  const key = String(path.at(-1)?.key);
  if (issue.received === 'undefined')
    return fault('rest_property_required', `${key} is a required property of ${parent}.`);
  return fault('rest_additional_properties_forbidden', `${key} is not a valid property of ${parent}.`);
}

function explainChoice(issue: v.BaseIssue<unknown>, at: string): Fault {
  const words = (issue.expected ?? '').replace(/^\(|\)$/g, '').split(' | ');
  const type = words.every((word) => /^-?\d+$/.test(word)) ? 'integer' : 'string';
  const isOfType = type === 'integer' ? Number.isInteger(issue.input) : typeof issue.input === 'string';
  if (!isOfType) return fault('rest_invalid_type', `${at} must be of type ${type}.`, at);
  return fault(
    'rest_not_in_enum',
    `${at} must be one of ${listText(words.map((word) => word.replace(/^"|"$/g, '')))}.`,
  );
}

function typeWord(issue: v.BaseIssue<unknown>): string {
  switch (issue.type) {
    case 'strict_object':
    case 'record':
    case 'loose_object':
      return 'object';
    case 'non_optional':
      return 'a value';
    case 'union':
      return (issue.expected ?? 'another').replace(/[()]/g, '').replaceAll(' | ', ' or ').toLowerCase();
    default:
      return issue.type;
  }
}

function nested(name: string, path: readonly v.IssuePathItem[]): string {
  return name + path.map((item) => `[${String(item.key)}]`).join('');
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function fault(code: string, message: string, param?: string): Fault {
  return { code, message, data: param === undefined ? null : { param } };
}

function unsafeKey(schema: v.GenericSchema, value: unknown): string | undefined {
  const parts = partsOf(schema);
  if (parts.base.type !== 'record' || !isMap(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(key)) return key;
    const found = unsafeKey(recordOf(parts).value, inner);
    if (found) return found;
  }
  return undefined;
}

/** Whether a stored value still matches its schema (`interface.md` 1.7: otherwise its default is answered). */
export function fits(schema: v.GenericSchema, value: unknown): boolean {
  return v.is(schema, value);
}
