/** Supported serialised values: scalars and arrays (`content.md` 8.2). Arrays are maps, so that no key is special. */
export type PhpValue = null | boolean | number | string | PhpArray;
export type PhpArray = Map<string | number, PhpValue>;

/** Why a serialised text was not read. `object`: it contains an object or a reference; both are refused on purpose. */
export class PhpError extends Error {
  readonly reason: 'object' | 'broken' | 'too large';

  constructor(reason: PhpError['reason'], message: string) {
    super(message);
    this.name = 'PhpError';
    this.reason = reason;
  }
}

const DEEPEST = 64;
const MOST_ENTRIES = 200_000;

interface Cursor {
  bytes: Buffer;
  at: number;
  entries: number;
}

/**
 * Parses a value in the format of PHP's `serialize`: scalars and arrays only, bounded in depth and number. Throws `PhpError` for
 * objects, references and malformed text.
 */
export function readPhp(text: string): PhpValue {
  const cursor: Cursor = { bytes: Buffer.from(text, 'utf8'), at: 0, entries: 0 };
  const value = readValue(cursor, 0);
  if (cursor.at !== cursor.bytes.length) throw broken(cursor);
  return value;
}

/** Like `readPhp`, for a text that must contain an array. */
export function readPhpArray(text: string): PhpArray {
  const value = readPhp(text);
  if (!(value instanceof Map)) throw new PhpError('broken', 'The value is not a list.');
  return value;
}

/** Whether a text looks like a serialised array or object and is worth parsing. */
export function looksSerialised(text: string): boolean {
  return /^[aOCrRE]:\d+[:;]/.test(text);
}

/** Writes a value in the format of PHP's `serialize`; whole numbers become integers. */
export function writePhp(value: PhpValue): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `i:${value};` : `d:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value, 'utf8')}:"${value}";`;
  const entries = [...value].map(([key, item]) => writePhp(key) + writePhp(item));
  return `a:${value.size}:{${entries.join('')}}`;
}

/** Converts a value to JSON: arrays numbered from 0 become lists, all others objects without a prototype. */
export function phpToJson(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()];
  if (keys.every((key, index) => key === index)) return [...value.values()].map(phpToJson);
  const out = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of value) out[String(key)] = phpToJson(item);
  return out;
}

function readValue(cursor: Cursor, depth: number): PhpValue {
  const kind = String.fromCharCode(cursor.bytes[cursor.at] ?? 0);
  cursor.at += 1;
  switch (kind) {
    case 'N':
      expect(cursor, ';');
      return null;
    case 'b':
      expect(cursor, ':');
      return readUntil(cursor, ';') === '1';
    case 'i':
    case 'd':
      expect(cursor, ':');
      return numberFrom(cursor, readUntil(cursor, ';'), kind);
    case 's': {
      expect(cursor, ':');
      const text = readText(cursor);
      expect(cursor, ';');
      return text;
    }
    case 'a':
      expect(cursor, ':');
      return readArray(cursor, depth + 1);
    case 'O':
    case 'C':
    case 'E':
    case 'r':
    case 'R':
      throw new PhpError('object', 'The value contains an object or a reference, which is not read.');
    default:
      throw broken(cursor);
  }
}

function readArray(cursor: Cursor, depth: number): PhpArray {
  if (depth > DEEPEST) throw new PhpError('too large', `The value is nested more than ${DEEPEST} times.`);
  const count = numberFrom(cursor, readUntil(cursor, ':'), 'i');
  cursor.entries += count;
  if (count < 0 || cursor.entries > MOST_ENTRIES) throw new PhpError('too large', 'The value has too many entries.');
  expect(cursor, '{');
  const out: PhpArray = new Map();
  for (let n = 0; n < count; n += 1) {
    const key = readValue(cursor, depth);
    if (typeof key !== 'string' && typeof key !== 'number') throw broken(cursor);
    out.set(key, readValue(cursor, depth));
  }
  expect(cursor, '}');
  return out;
}

/** Lengths count bytes, not characters. */
function readText(cursor: Cursor): string {
  const length = numberFrom(cursor, readUntil(cursor, ':'), 'i');
  if (length < 0 || cursor.at + length + 2 > cursor.bytes.length) throw broken(cursor);
  expect(cursor, '"');
  const text = cursor.bytes.toString('utf8', cursor.at, cursor.at + length);
  cursor.at += length;
  expect(cursor, '"');
  return text;
}

function numberFrom(cursor: Cursor, text: string, kind: 'i' | 'd'): number {
  const pattern = kind === 'i' ? /^[+-]?\d{1,19}$/ : /^[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|INF)$|^NAN$/;
  if (!pattern.test(text)) throw broken(cursor);
  return Number(text.replace('INF', 'Infinity').replace('NAN', 'NaN'));
}

function readUntil(cursor: Cursor, mark: string): string {
  const end = cursor.bytes.indexOf(mark, cursor.at);
  if (end < 0 || end - cursor.at > 64) throw broken(cursor);
  const text = cursor.bytes.toString('latin1', cursor.at, end);
  cursor.at = end + 1;
  return text;
}

function expect(cursor: Cursor, mark: string): void {
  if (cursor.bytes[cursor.at] !== mark.charCodeAt(0)) throw broken(cursor);
  cursor.at += 1;
}

function broken(cursor: Cursor): PhpError {
  return new PhpError('broken', `The value is broken at byte ${cursor.at}.`);
}
