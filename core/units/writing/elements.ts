// Elements of a piece of HTML: their tags as written, and their content.
import { tokenizeHtml } from '../html.ts';
import type { HtmlToken } from '../html.ts';

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/** A single element, with only whitespace around it. */
export interface Element {
  tag: OpenTag;
  /** The opening tag with the whitespace before it. */
  open: string;
  inner: HtmlToken[];
  /** The closing tag with the whitespace after it. */
  close: string;
}

const isBlank = (token: HtmlToken | undefined): boolean => token?.kind === 'text' && token.raw.trim() === '';
export const rawOf = (tokens: readonly HtmlToken[]): string => tokens.map(({ raw }) => raw).join('');

/** The only element of these tokens, if it has one of the names; otherwise undefined. */
export function unwrap(tokens: readonly HtmlToken[], names: readonly string[]): Element | undefined {
  const start = isBlank(tokens[0]) ? 1 : 0;
  const end = isBlank(tokens.at(-1)) && tokens.length > start ? tokens.length - 1 : tokens.length;
  const tag = tokens[start];
  if (tag?.kind !== 'open' || tag.isVoid || !names.includes(tag.name)) return undefined;
  if (endOf(tokens, start) !== end - 1) return undefined;
  return {
    tag,
    open: rawOf(tokens.slice(0, start + 1)),
    inner: tokens.slice(start + 1, end - 1),
    close: rawOf(tokens.slice(end - 1)),
  };
}

/** The same for HTML. */
export const unwrapHtml = (html: string, names: readonly string[]): Element | undefined =>
  unwrap(tokenizeHtml(html), names);

/** The index of the closing tag of the element that opens here; -1 if it has none. */
export function endOf(tokens: readonly HtmlToken[], start: number): number {
  const tag = tokens[start];
  if (tag?.kind !== 'open') return -1;
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'open' && !token.isVoid && token.name === tag.name) depth++;
    else if (token?.kind === 'close' && token.name === tag.name && --depth === 0) return at;
  }
  return -1;
}

/** An element among others; `before`: the whitespace before it. */
export interface Child {
  before: string;
  tokens: HtmlToken[];
}

/** The elements these tokens consist of, and the whitespace after the last; undefined if there is anything else. */
export function childrenOf(tokens: readonly HtmlToken[]): { children: Child[]; tail: string } | undefined {
  const children: Child[] = [];
  let before = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    if (isBlank(token)) {
      before += token.raw;
      continue;
    }
    const end = token.kind === 'open' && token.isVoid ? at : endOf(tokens, at);
    if (end < 0) return undefined;
    children.push({ before, tokens: tokens.slice(at, end + 1) });
    before = '';
    at = end;
  }
  return { children, tail: before };
}
