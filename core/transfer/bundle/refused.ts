import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { entriesOf, itemOf, jsonType, partsOf, recordOf } from '../../schema/wire/walk.ts';
import { ImportRefused } from '../refusal.ts';
import { parseJson, placeAt, placeOfValue, type JsonPath } from './json.ts';
import { FILE_KINDS, type FileKindName } from './schema.ts';

/** A file of a bundle that is being read. */
export interface OpenFile {
  path: string;
  text: string;
}

/** Throws `ImportRefused` with the file and the position of the error. */
export function refuse({ path, text }: OpenFile, at: JsonPath, sentence: string): never {
  throw new ImportRefused('broken_bundle', sentence, {
    ...{ path, ...placeOfValue(text, at) },
    params: { name: path, detail: sentence },
  });
}

/** Throws `ImportRefused` for a file as a whole. */
export function refuseFile(path: string, sentence: string): never {
  throw new ImportRefused('broken_bundle', sentence, { path, params: { name: path, detail: sentence } });
}

/** Parses and validates a JSON file of this kind. Throws `ImportRefused` with path, line and column. */
export function readJson(file: OpenFile, kind: FileKindName): unknown {
  assertMerged(file);
  const { path, text } = file;
  const parsed = parseJson(text);
  if ('fault' in parsed) {
    const place = placeAt(text, parsed.offset);
    throw new ImportRefused('broken_json', `This is not valid JSON: ${parsed.fault}.`, {
      path,
      ...place,
      params: { what: 'json', name: path },
    });
  }
  const place = listForMap(FILE_KINDS[kind].schema, parsed.value);
  if (place) refuse(file, place, 'This is a list, and has to be a map.');
  const result = v.safeParse(FILE_KINDS[kind].schema, parsed.value, { abortPipeEarly: true });
  if (result.success) return result.output;
  return refuseIssues(file, result.issues);
}

/** The path of a list where the schema requires a map: the schema library accepts lists as maps. */
export function listForMap(schema: v.GenericSchema, value: unknown): JsonPath | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = partsOf(schema);
  const type = jsonType(parts);
  if (Array.isArray(value)) {
    if (type === 'object') return [];
    if (type !== 'array') return undefined;
  }
  const entries = entriesOf(schema);
  if (type !== 'array' && type !== 'object') return undefined;
  for (const [key, one] of Object.entries(value)) {
    const inner = type === 'array' ? itemOf(parts) : entries ? entries[key] : recordOf(parts).value;
    const found = inner && listForMap(inner, one);
    if (found) return [type === 'array' ? Number(key) : key, ...found];
  }
  return undefined;
}

/** Refuses merge conflict markers of git. */
export function assertMerged({ path, text }: OpenFile): void {
  const [start] = /^<{7} .*$/m.exec(text) ?? [];
  if (start === undefined || !/^={7}$/m.test(text) || !/^>{7} /m.test(text)) return;
  throw new ImportRefused('merge_conflict', 'A merge left both versions here. Keep one of them.', {
    path,
    ...placeAt(text, text.search(/^<{7} /m)),
    params: { name: path },
  });
}

/** Unknown keys are reported first: a misspelled key also makes the correct one missing. */
function refuseIssues(file: OpenFile, issues: readonly v.BaseIssue<unknown>[]): never {
  const isUnknown = (issue: v.BaseIssue<unknown>): boolean =>
    issue.type === 'strict_object' && issue.expected === 'never';
  const issue = issues.find(isUnknown) ?? issues[0];
  const at = (issue?.path ?? []).map(({ key }) => key as string | number);
  return refuse(file, at, issue ? sentenceOf(issue, isUnknown(issue)) : 'This is not what it should be.');
}

function sentenceOf(issue: v.BaseIssue<unknown>, isUnknown: boolean): string {
  const [key = ''] = (issue.path ?? []).map((one) => String(one.key as string | number)).slice(-1);
  if (isUnknown) return `The key "${key}" is not known here.`;
  if (issue.type === 'strict_object' && issue.received === 'undefined') {
    const hint = key === 'uuid' ? ` A new item gets a new one, such as "${randomUUID()}".` : '';
    return `The key "${key}" is missing.${hint}`;
  }
  const name = issue.path ? `"${key}"` : 'This';
  const isWorded = issue.type === 'check' || (issue.type === 'regex' && !issue.message.startsWith('Invalid'));
  const wanted = isWorded ? issue.message : wantedOf(issue);
  return `${name} is not valid: it has to be ${wanted}, not ${issue.received}.`;
}

function wantedOf({ expected, type }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' || type === 'record' || type === 'object') return 'a map';
  if (type === 'array' || type === 'tuple') return 'a list';
  if (type === 'regex') return `of the form ${expected}`;
  return expected === null ? 'another value' : `${expected}`;
}
