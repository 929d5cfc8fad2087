/** A string or a number in a JSON text, with its position, quotes included. */
export interface JsonScalar<T = string | number> {
  /** The keys and indexes that lead to it: `['items', '0', 'label']`. */
  path: string[];
  value: T;
  start: number;
  end: number;
}
export type JsonString = JsonScalar<string>;

/** Deeper values are not texts. */
const DEEPEST = 20;

/** Every string value of a JSON object, in order of appearance; none if the JSON is invalid. Never throws. */
export function jsonStrings(json: string): JsonString[] {
  return jsonScalars(json).filter((one): one is JsonString => typeof one.value === 'string');
}

/** The same including numbers. */
export function jsonScalars(json: string): JsonScalar[] {
  if (!isObject(json)) return [];
  const found: JsonScalar[] = [];
  /** One entry for each open object or list; `key` is the current position in it. */
  const open: { isList: boolean; key: string; isKeyNext: boolean }[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*/g;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [sign] = match;
    const here = open.at(-1);
    if (sign === '{' || sign === '[') open.push({ isList: sign === '[', key: '0', isKeyNext: sign === '{' });
    else if (sign === '}' || sign === ']') open.pop();
    else if (!here) continue;
    else if (sign === ',') {
      if (here.isList) here.key = String(Number(here.key) + 1);
      else here.isKeyNext = true;
    } else if (sign === ':') here.isKeyNext = false;
    else if (here.isKeyNext) here.key = JSON.parse(sign) as string;
    else if (open.length <= DEEPEST) {
      const path = open.map(({ key }) => key);
      found.push({ path, value: JSON.parse(sign) as string | number, start: match.index, end: token.lastIndex });
    }
  }
  return found;
}

/** Serialises a value for block comments: nothing in it can end the comment or begin a tag. */
export function encodeBlockJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replace(/\\(["\\])/g, (_, sign: string) => (sign === '"' ? '\\u0022' : '\\u005c'));
}

function isObject(json: string): boolean {
  // Most blocks have no attributes, and a failed parse costs more than everything else about a block.
  if (json === '') return false;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
