/** A string among the values of a JSON text, and where it is written, quotes included. */
export interface JsonString {
  /** Keys and positions that lead to it: `['items', '0', 'label']`. */
  path: string[];
  value: string;
  start: number;
  end: number;
}

/** Further down nobody keeps a text. */
const DEEPEST = 20;

/** Every string value of a JSON object, in the order written; none when it is not valid. Never throws. */
export function jsonStrings(json: string): JsonString[] {
  if (!isObject(json)) return [];
  const found: JsonString[] = [];
  /** One entry an open object or list; `key` is where we are in it. */
  const open: { isList: boolean; key: string; isKeyNext: boolean }[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
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
      found.push({ path, value: JSON.parse(sign) as string, start: match.index, end: token.lastIndex });
    }
  }
  return found;
}

/** A string as block comments write it: nothing in it can end the comment or begin a tag. */
export function encodeJsonString(text: string): string {
  return JSON.stringify(text)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replace(/\\(["\\])/g, (_, sign: string) => (sign === '"' ? '\\u0022' : '\\u005c'));
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
