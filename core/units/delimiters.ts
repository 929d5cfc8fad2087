/** A block comment: `<!-- wp:name {json} -->`, its closing partner, or a self-closing one (`/-->`). */
export interface Delimiter {
  kind: 'open' | 'close' | 'void';
  /** With its namespace: `core/paragraph`. */
  name: string;
  /** The attributes as written; '' if there are none. */
  json: string;
  start: number;
  end: number;
  /** Where the attributes begin; `end` if there are none. */
  jsonStart: number;
}

/**
 * Every block comment of a text, in order. Comments that only resemble block comments are ignored: they stay HTML comments. As in
 * the documented grammar, the attributes extend from `{` to the first `}` that is followed by whitespace and `-->`.
 */
export function findDelimiters(html: string): Delimiter[] {
  const head = /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+/g;
  const found: Delimiter[] = [];
  let hasEnd = true;
  for (let match = head.exec(html); match; match = head.exec(html)) {
    const at = head.lastIndex;
    const tail = html[at] === '{' ? (hasEnd ? endOfJson(html, at) : undefined) : endOfComment(html, at);
    if (html[at] === '{' && !tail) hasEnd = false;
    if (!tail) {
      head.lastIndex = match.index + 4;
      continue;
    }
    const [, slash, short = ''] = match;
    const kind = tail.isVoid ? 'void' : slash ? 'close' : 'open';
    const name = short.includes('/') ? short : `core/${short}`;
    const json = html.slice(at, tail.jsonEnd);
    found.push({ kind, name, json, start: match.index, end: tail.end, jsonStart: json === '' ? tail.end : at });
    head.lastIndex = tail.end;
  }
  return found;
}

interface Tail {
  jsonEnd: number;
  end: number;
  isVoid: boolean;
}

function endOfJson(html: string, at: number): Tail | undefined {
  const tail = /\}\s+(\/)?-->/g;
  tail.lastIndex = at;
  const match = tail.exec(html);
  return match ? { jsonEnd: match.index + 1, end: tail.lastIndex, isVoid: match[1] !== undefined } : undefined;
}

function endOfComment(html: string, at: number): Tail | undefined {
  const isVoid = html[at] === '/';
  const end = at + (isVoid ? 4 : 3);
  return html.slice(isVoid ? at + 1 : at, end) === '-->' ? { jsonEnd: at, end, isVoid } : undefined;
}
