// Values of registered fields as typed text, by their schema.
import type { JsonSchema } from '../../../lib/forms.ts';

export type Scalar = string | number | boolean;

/** The error in the typed text; `line`: its line in a list. */
export interface Problem {
  code: 'integer' | 'number' | 'boolean' | 'choice';
  line?: number;
}

/** How a field is edited: `lines` is a list, one value per line; `other` is shown read-only. */
export type MetaKind = 'text' | 'switch' | 'choice' | 'lines' | 'other';

/** How a field with this schema is edited; without a schema it is not registered. */
export function metaKind(schema: JsonSchema | undefined): MetaKind {
  if (!schema) return 'other';
  if (schema.type === 'array') return schema.items && isScalar(schema.items) ? 'lines' : 'other';
  if (!isScalar(schema)) return 'other';
  if (schema.enum) return 'choice';
  return schema.type === 'boolean' ? 'switch' : 'text';
}

/** A value as editable text. */
export const metaText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((each) => metaText(each)).join('\n');
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

/** Parses the typed text; a list without its empty lines. An empty number is null: no value of its own. */
export function readMeta(schema: JsonSchema, text: string): { value: Scalar | Scalar[] | null } | { problem: Problem } {
  if (schema.type !== 'array')
    return text.trim() === '' && schema.type !== 'string' ? { value: null } : one(schema, text);
  const values: Scalar[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = one(schema.items ?? {}, line.trim());
    if ('problem' in read) return { problem: { ...read.problem, line: at + 1 } };
    values.push(read.value);
  }
  return { value: values };
}

const isScalar = ({ type }: JsonSchema): boolean =>
  typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type);

function one({ type, enum: choices }: JsonSchema, text: string): { value: Scalar } | { problem: Problem } {
  const read = scalar(type, text);
  if ('problem' in read || !choices || choices.includes(read.value)) return read;
  return { problem: { code: 'choice' } };
}

function scalar(type: JsonSchema['type'], text: string): { value: Scalar } | { problem: Problem } {
  const words = text.trim();
  if (type === 'boolean') {
    return words === 'true' || words === 'false' ? { value: words === 'true' } : { problem: { code: 'boolean' } };
  }
  if (type === 'integer') {
    const number = Number(words);
    const isWhole = /^[+-]?\d+$/.test(words) && Number.isSafeInteger(number);
    return isWhole ? { value: number } : { problem: { code: 'integer' } };
  }
  if (type === 'number') {
    const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(words) && Number.isFinite(Number(words));
    return isNumber ? { value: Number(words) } : { problem: { code: 'number' } };
  }
  return { value: text };
}
