import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ImportRefused } from '../refusal.ts';
import { parseJson, placeAt, placeOfValue, type JsonPath } from './json.ts';
import { FILE_KINDS, type FileKindName } from './schema.ts';

/** A file of a bundle that is being read. */
export interface OpenFile {
  path: string;
  text: string;
}

/** Says what is wrong with a file of a bundle, and where. */
export function refuse({ path, text }: OpenFile, at: JsonPath, sentence: string): never {
  throw new ImportRefused('broken_bundle', sentence, { path, ...placeOfValue(text, at) });
}

/** Says what is wrong with a file as a whole. */
export function refuseFile(path: string, sentence: string): never {
  throw new ImportRefused('broken_bundle', sentence, { path });
}

/** The value of a JSON file, which is all that its kind says and nothing else. Throws with its path, line and column. */
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
  const result = v.safeParse(FILE_KINDS[kind].schema, parsed.value, { abortPipeEarly: true });
  if (result.success) return result.output;
  return refuseIssues(file, result.issues);
}

/** What git leaves in a file where two people changed the same lines. */
export function assertMerged({ path, text }: OpenFile): void {
  const [start] = /^<{7} .*$/m.exec(text) ?? [];
  if (start === undefined || !/^={7}$/m.test(text) || !/^>{7} /m.test(text)) return;
  throw new ImportRefused('merge_conflict', 'A merge left both versions here. Keep one of them.', {
    path,
    ...placeAt(text, text.search(/^<{7} /m)),
  });
}

/** An unknown key first: where it is a misspelt one, the right one is missing too. */
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
  const wanted = issue.type === 'check' ? issue.message : wantedOf(issue);
  return `${name} is not valid: it has to be ${wanted}, not ${issue.received}.`;
}

function wantedOf({ expected, type }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' || type === 'record' || type === 'object') return 'a map';
  if (type === 'array' || type === 'tuple') return 'a list';
  return expected === null ? 'another value' : `${expected}`;
}
