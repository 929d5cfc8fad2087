/** A position in a text, counted from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Keys and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** The value of a JSON text, or its first error. A duplicate key in a map is an error. */
export type ParsedJson = { value: unknown } | { fault: string; offset: number };

/** Parses JSON. Our own layout takes the fast path; any other text is parsed token by token. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    if (`${JSON.stringify(value, null, 2)}\n` === text) return { value };
  } catch {
    // Reported below, with its position.
  }
  return walk(text).parsed;
}

/**
 * The position of a value in a JSON text: that of a key at its key; a missing value has the position of the map that lacks it.
 */
export function placeOfValue(text: string, path: JsonPath): Place {
  const { offsets } = walk(text);
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsets.get(JSON.stringify(path.slice(0, length)));
    if (offset !== undefined) return placeAt(text, offset);
  }
  return placeAt(text, offsets.get('[]') ?? 0);
}

/** The line and the column of an offset. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: [...before.slice(start)].length + 1 };
}

/** Maximum nesting; nothing in a valid bundle comes close. */
const DEEPEST = 64;
const BLANK = /[ \t\n\r]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*"|-?\d[\d.eE+-]*|true|false|null/uy;

class Fault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Parses a text and records the offset of every value, by its path as JSON. */
function walk(text: string): { parsed: ParsedJson; offsets: ReadonlyMap<string, number> } {
  const offsets = new Map<string, number>();
  try {
    return { parsed: { value: readWhole(text, offsets) }, offsets };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { parsed: { fault: error.message, offset: error.offset }, offsets };
  }
}

interface Reader {
  text: string;
  at: number;
  offsets: Map<string, number>;
}

function readWhole(text: string, offsets: Map<string, number>): unknown {
  const reader: Reader = { text, at: 0, offsets };
  const whole = readValue(reader, []);
  if (peek(reader) !== '' || reader.at < text.length) fail(reader);
  return whole;
}

/** The next token, "" for none. */
function peek(reader: Reader): string {
  BLANK.lastIndex = reader.at;
  BLANK.exec(reader.text);
  reader.at = BLANK.lastIndex;
  TOKEN.lastIndex = reader.at;
  return TOKEN.exec(reader.text)?.[0] ?? '';
}

function fail({ text, at }: Reader): never {
  if (at >= text.length) throw new Fault('The text ends too early', at);
  throw new Fault(`"${[...text.slice(at, at + 2)][0] ?? ''}" cannot stand here`, at);
}

function take(reader: Reader, wanted: string): void {
  if (peek(reader) !== wanted) fail(reader);
  reader.at += wanted.length;
}

/** A word, a number or a text. */
function scalar(reader: Reader, token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return fail(reader);
  }
}

function readValue(reader: Reader, path: JsonPath): unknown {
  const token = peek(reader);
  if (path.length > DEEPEST) throw new Fault('Values are nested too deeply', reader.at);
  const key = JSON.stringify(path);
  if (!reader.offsets.has(key)) reader.offsets.set(key, reader.at);
  if (token === '{') return readMap(reader, path);
  if (token === '[') return readList(reader, path);
  if (token === '' || '}],:'.includes(token)) return fail(reader);
  const value = scalar(reader, token);
  reader.at += token.length;
  return value;
}

/** Reads comma-separated members up to a closing bracket. */
function readMembers(reader: Reader, end: string, one: () => void): void {
  reader.at += 1;
  if (peek(reader) === end) return take(reader, end);
  for (one(); peek(reader) === ','; one()) reader.at += 1;
  take(reader, end);
}

function readMap(reader: Reader, path: JsonPath): unknown {
  const entries = new Map<string, unknown>();
  readMembers(reader, '}', () => {
    const token = peek(reader);
    if (!token.startsWith('"')) fail(reader);
    const key = scalar(reader, token) as string;
    if (entries.has(key)) throw new Fault(`The key ${JSON.stringify(key)} is here twice`, reader.at);
    reader.offsets.set(JSON.stringify([...path, key]), reader.at);
    reader.at += token.length;
    take(reader, ':');
    entries.set(key, readValue(reader, [...path, key]));
  });
  return Object.fromEntries(entries);
}

function readList(reader: Reader, path: JsonPath): unknown {
  const items: unknown[] = [];
  readMembers(reader, ']', () => void items.push(readValue(reader, [...path, items.length])));
  return items;
}
