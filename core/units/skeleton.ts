import { decodePlain } from './entities.ts';
import { tokenizeHtml } from './html.ts';
import type { HtmlToken } from './html.ts';
import { jsonStrings } from './json-strings.ts';
import { parseBlocks } from './parse.ts';
import type { Part } from './parse.ts';
import { kindOfAttribute } from './segment-kinds.ts';
import { findShortcodes } from './shortcodes.ts';

/**
 * Everything in a content except text, in order: block comments with the shape of their attributes, tags with attributes that are
 * not translated, comments, shortcodes. Two contents with equal skeletons differ in texts only.
 */
export function skeletonOf(html: string): string {
  return parseBlocks(html).flatMap(ofPart).join('\n');
}

function ofPart(part: Part): string[] {
  if (typeof part === 'string') return tokenizeHtml(part).flatMap(ofToken);
  return [ofOpening(part.open, part.json, part.jsonStart), ...part.parts.flatMap(ofPart), part.close];
}

function ofOpening(open: string, json: string, jsonStart: number): string {
  let text = open.slice(0, jsonStart);
  let from = 0;
  for (const { start, end } of jsonStrings(json)) {
    text += `${json.slice(from, start)}""`;
    from = end;
  }
  return text + json.slice(from) + open.slice(jsonStart + json.length);
}

function ofToken(token: HtmlToken): string[] {
  if (token.kind === 'text') return findShortcodes(token.raw).map(({ raw }) => raw);
  if (token.kind !== 'open') return [token.raw];
  const type = token.attributes.find(({ name }) => name === 'type')?.raw ?? '';
  let text = '';
  let from = 0;
  for (const { name, start, end, quote } of token.attributes) {
    if (!kindOfAttribute(token.name, name, decodePlain(type))) continue;
    text += token.raw.slice(from, quote === '' ? start : start - 1);
    from = quote === '' ? end : end + 1;
  }
  return [text + token.raw.slice(from)];
}
