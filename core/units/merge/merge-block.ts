import { readContent } from '../content.ts';
import { encodeBlockJson } from '../json-strings.ts';
import { parseBlocks } from '../parse.ts';
import { mergeWords } from './merge-words.ts';
import { mergeMap, type Merged, type Sides } from './three-way.ts';

/**
 * Merges one top-level block (`live-site.md` 6): its attributes key by key, its text word by word. A result without the structure
 * of one of the two sides is a conflict, with the block here as its value.
 *
 * @param lang code of the language, if known
 */
export function mergeBlock(sides: Sides<string>, lang?: string): Merged<string> {
  const attributed = withMergedAttributes(sides);
  const { state, value } = mergeWords(attributed ?? sides, lang);
  if (state !== 'conflict' && state !== 'merged' && !attributed) return { state, value };
  const structures = [sides.here, sides.there].map(shapeOf);
  if (state === 'conflict' || !structures.includes(shapeOf(value))) return { state: 'conflict', value: sides.here };
  return { state: 'merged', value };
}

/** Blocks, block-level tags and rows, and the tags within rows: equal for equal structures. */
function shapeOf(html: string): string {
  const { blocks, segments } = readContent(html);
  const marks = segments.map((one) => one.marks.map(({ name, isPair }) => `${name}${isPair ? '' : '/'}`).join(' '));
  return `${blocks.map(({ shape }) => shape).join('|')}\n${marks.join('\n')}`;
}

/** The same block on three sides with the merged attributes on each; undefined if there is nothing to merge, or a conflict. */
function withMergedAttributes(sides: Sides<string>): Sides<string> | undefined {
  const [base, here, there] = [openingOf(sides.base), openingOf(sides.here), openingOf(sides.there)];
  if (!base || !here || !there || here.json === base.json || there.json === base.json) return undefined;
  const [before, ours, theirs] = [valuesOf(base.json), valuesOf(here.json), valuesOf(there.json)];
  if (!before || !ours || !theirs) return undefined;
  const { value, conflicts } = mergeMap({ base: before, here: ours, there: theirs }, isSameJson);
  if (conflicts.length > 0) return undefined;
  const json = Object.keys(value).length === 0 ? '' : encodeBlockJson(value);
  return {
    base: withJson(sides.base, base, json),
    here: withJson(sides.here, here, json),
    there: withJson(sides.there, there, json),
  };
}

interface Opening {
  json: string;
  start: number;
  open: string;
}

function openingOf(raw: string): Opening | undefined {
  const [first] = parseBlocks(raw);
  return typeof first === 'object' ? { json: first.json, start: first.jsonStart, open: first.open } : undefined;
}

/** Attributes precede the space and the end of the comment: `{"level":3} -->`. */
function withJson(raw: string, { json, start, open }: Opening, next: string): string {
  if (json !== '' && next !== '') return raw.slice(0, start) + next + raw.slice(start + json.length);
  const end = /\/?-->$/.exec(open)?.index ?? open.length;
  const head = open.slice(0, json === '' ? end : start).trimEnd();
  return `${head} ${next === '' ? '' : `${next} `}${open.slice(end)}${raw.slice(open.length)}`;
}

function valuesOf(json: string): Record<string, unknown> | undefined {
  if (json === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
