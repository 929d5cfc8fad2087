/** The tokens of a piece of HTML; the `raw` of all tokens joined is the piece. */
export type HtmlToken =
  | { kind: 'text'; raw: string }
  | { kind: 'open'; raw: string; name: string; attributes: Attribute[]; isVoid: boolean }
  | { kind: 'close'; raw: string; name: string }
  /** A comment, a script, a drawing, or anything malformed: its content is never parsed. */
  | { kind: 'locked'; raw: string; name: string };

export interface Attribute {
  /** In lower case. */
  name: string;
  /** As written, without the quotes. */
  raw: string;
  /** Where the value is in the tag, without the quotes. */
  start: number;
  end: number;
  quote: '"' | "'" | '';
}

/** Elements whose content is not text for translators. */
const OPAQUE = new Set('script style textarea title xmp iframe noembed noframes template svg math object'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Splits HTML into tokens, much as a browser would. Never throws; runs in linear time. */
export function tokenizeHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const endless = new Set<string>();
  let from = 0;
  const push = (token: HtmlToken, at: number) => {
    if (at > from) tokens.push({ kind: 'text', raw: html.slice(from, at) });
    tokens.push(token);
    from = at + token.raw.length;
  };
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', Math.max(from, at + 1))) {
    const token = markupAt(html, at, endless);
    if (token) push(token, at);
  }
  if (from < html.length) tokens.push({ kind: 'text', raw: html.slice(from) });
  return tokens;
}

/** Whether the text begins with what the tokeniser treats as a tag or a comment rather than a mere `<`. */
function markupAt(html: string, at: number, endless: Set<string>): HtmlToken | undefined {
  const next = html[at + 1] ?? '';
  if (html.startsWith('<!--', at)) return lockedUntil(html, at, { mark: '-->', after: at + 4, name: '!--' });
  if (next === '!' || next === '?') return lockedUntil(html, at, { mark: '>', after: at + 2, name: next });
  const isClose = next === '/';
  if (!/[a-zA-Z]/.test(html[at + (isClose ? 2 : 1)] ?? '')) return undefined;
  const tag = scanTag(html, at, isClose);
  if (!tag) return { kind: 'locked', raw: html.slice(at), name: '<' };
  const raw = html.slice(at, tag.end);
  if (isClose) return { kind: 'close', raw, name: tag.name };
  const isVoid = VOID.has(tag.name);
  if (!OPAQUE.has(tag.name) || raw.endsWith('/>'))
    return { kind: 'open', raw, name: tag.name, attributes: tag.attributes, isVoid };
  const end = endless.has(tag.name) ? -1 : endOfElement(html, tag.end, tag.name);
  if (end === -1) endless.add(tag.name);
  return { kind: 'locked', raw: end === -1 ? raw : html.slice(at, end), name: tag.name };
}

function lockedUntil(html: string, at: number, of: { mark: string; after: number; name: string }): HtmlToken {
  const found = html.indexOf(of.mark, of.after);
  const end = found === -1 ? html.length : found + of.mark.length;
  return { kind: 'locked', raw: html.slice(at, end), name: of.name };
}

function endOfElement(html: string, from: number, name: string): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html) ? pattern.lastIndex : -1;
}

interface Tag {
  name: string;
  attributes: Attribute[];
  end: number;
}

/** A tag starting at its `<`; undefined if it never ends. Quotes count only around a value, as in a browser. */
function scanTag(html: string, at: number, isClose: boolean): Tag | undefined {
  const sticky = /[^\s/>]+/y;
  sticky.lastIndex = at + (isClose ? 2 : 1);
  const name = (sticky.exec(html)?.[0] ?? '').toLowerCase();
  const attributes: Attribute[] = [];
  let i = sticky.lastIndex;
  while (i < html.length) {
    if (html[i] === '>') return { name, attributes, end: i + 1 };
    if (/[\s/]/.test(html[i] ?? '')) {
      i++;
      continue;
    }
    const attribute = scanAttribute(html, i);
    if (!attribute) return undefined;
    if (attribute.value) {
      const { start, end } = attribute.value;
      attributes.push({ ...attribute.value, name: attribute.name, start: start - at, end: end - at });
    }
    i = attribute.end;
  }
  return undefined;
}

interface Scanned {
  name: string;
  value?: Omit<Attribute, 'name'>;
  end: number;
}

/** One attribute; undefined if its quotes are never closed. */
function scanAttribute(html: string, at: number): Scanned | undefined {
  const pattern = /[^\s/>][^\s/>=]*/y;
  pattern.lastIndex = at;
  const name = (pattern.exec(html)?.[0] ?? '').toLowerCase();
  const afterName = pattern.lastIndex;
  const equals = /\s*=\s*/y;
  equals.lastIndex = afterName;
  if (!equals.test(html)) return { name, end: afterName };
  const start = equals.lastIndex;
  const quote = html[start];
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, start + 1);
    if (end === -1) return undefined;
    return { name, value: { raw: html.slice(start + 1, end), start: start + 1, end, quote }, end: end + 1 };
  }
  const bare = /[^\s>]*/y;
  bare.lastIndex = start;
  const raw = bare.exec(html)?.[0] ?? '';
  return { name, value: { raw, start, end: start + raw.length, quote: '' }, end: start + raw.length };
}
