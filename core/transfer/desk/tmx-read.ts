import { readMarked } from '../../units/marked-text.ts';
import { createInlineReader, type InlineReader } from '../handoff/inline.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { feedXml, LIMITS } from '../wxr/xml-feed.ts';
import type { XmlHandlers } from '../wxr/xml-handlers.ts';
import { KEPT, TOOL } from './tmx-write.ts';

type Attributes = Readonly<Record<string, string>>;

/** The header of a TMX file; missing values are "". */
export interface TmxFacts {
  site: string;
  title: string;
  tool: string;
}

/** A `tu` as read. Texts are marked, in file order; `from` is the tag of the source language, "" for any. */
export interface TmxRead {
  texts: { tag: string; marked: string }[];
  from: string;
  at: string;
  by: string;
  line: number;
}

/**
 * Reads TMX of any level and version, text by text, as written by real tools: a document type may be named, but is not fetched.
 * Throws `ImportRefused` for broken XML, for files that are not TMX, and for a text without a language, each with its line.
 */
export function readTmx(path: string, control: Control, take: (unit: TmxRead) => void): TmxFacts {
  const reading = beginTmx(take);
  const handlers: XmlHandlers = {
    open: (name, attributes, line) => openElement(reading, name.toLowerCase(), { attributes, line }),
    text(text) {
      reading.inline?.text(text);
      if (reading.prop !== undefined) reading.prop.text += text;
    },
    close: (name, line) => closeElement(reading, name.toLowerCase(), line),
    odd: () => undefined,
  };
  feedXml(path, handlers, { control, limits: { ...LIMITS, documentType: 'named' } });
  if (!reading.hasBody) throw new ImportRefused('not_tmx', 'This is not a TMX file.', { line: 1, column: 1 });
  return reading.facts;
}

interface Reading {
  facts: TmxFacts;
  take: (unit: TmxRead) => void;
  from: string;
  hasBody: boolean;
  depth: number;
  unit: TmxRead | undefined;
  tag: string;
  inline: InlineReader | undefined;
  /** Depth within a segment. */
  inside: number;
  prop: { type: string; text: string } | undefined;
  /** Numbers for the marks of another tool, the same in every language of the unit. */
  numbers: Map<string, string>;
  singles: number;
}

function beginTmx(take: (unit: TmxRead) => void): Reading {
  const facts = { site: '', title: '', tool: '' };
  const nothing = { unit: undefined, inline: undefined, prop: undefined };
  return {
    facts,
    take,
    from: '',
    hasBody: false,
    depth: 0,
    tag: '',
    inside: 0,
    ...nothing,
    numbers: new Map(),
    singles: 0,
  };
}

function openElement(
  reading: Reading,
  name: string,
  { attributes, line }: { attributes: Attributes; line: number },
): void {
  const { facts } = reading;
  reading.depth += 1;
  if (reading.depth === 1 && name !== 'tmx') throw new ImportRefused('not_tmx', 'This is not a TMX file.', at(line));
  if (reading.inline) {
    reading.inside += 1;
    return openMark(reading, name, attributes);
  }
  if (name === 'header') {
    facts.tool = attributes['creationtool'] ?? '';
    reading.from = fromOf(attributes['srclang']);
  } else if (name === 'body') reading.hasBody = true;
  else if (name === 'prop' && !reading.unit) reading.prop = { type: attributes['type'] ?? '', text: '' };
  else if (name === 'tu') {
    const from = attributes['srclang'] === undefined ? reading.from : fromOf(attributes['srclang']);
    const [made, by] = [attributes['creationdate'] ?? '', attributes['creationid'] ?? ''];
    reading.unit = { texts: [], from, at: isoDate(made), by: by.slice(0, 200), line };
    reading.numbers = new Map();
  } else if (name === 'tuv' && reading.unit) {
    reading.tag = attributes['xml:lang'] ?? attributes['lang'] ?? '';
    if (reading.tag === '') throw new ImportRefused('no_language', 'A text does not name its language.', at(line));
  } else if (name === 'seg' && reading.unit && reading.tag !== '') {
    reading.inline = createInlineReader();
    reading.inside = 0;
    reading.singles = 0;
  }
}

function closeElement(reading: Reading, name: string, _line: number): void {
  const { inline, unit, prop, facts } = reading;
  reading.depth -= 1;
  if (inline && reading.inside > 0) {
    reading.inside -= 1;
    inline.close(name);
  } else if (inline) {
    const marked = wellFormed(inline.marked()).trim();
    if (marked !== '') unit?.texts.push({ tag: reading.tag, marked });
    reading.inline = undefined;
  } else if (name === 'tuv') reading.tag = '';
  else if (name === 'prop' && prop) {
    if (prop.type === 'x-polydesk-site') facts.site = prop.text.trim();
    if (prop.type === 'x-polydesk-title') facts.title = prop.text.trim();
    reading.prop = undefined;
  } else if (name === 'tu' && unit) {
    if (unit.texts.length > 1) reading.take(unit);
    reading.unit = undefined;
  }
}

const at = (line: number) => ({ line, column: 1 });

/** The tag of a source; "" for `*all*`, any of the languages. */
const fromOf = (tag = ''): string => (tag === '*all*' ? '' : tag);

const MARKS = new Set(['bpt', 'ept', 'it', 'ph', 'ut']);

/** Opens a mark of a segment in the form that the XLIFF reader knows. */
function openMark(reading: Reading, name: string, { i, x, pos, type }: Attributes): void {
  const isKept = name === 'hi' && type === KEPT;
  if (!isKept && !MARKS.has(name)) return reading.inline?.open(name, {});
  if (name === 'ph' && x === undefined) reading.singles += 1;
  const own = x === undefined ? undefined : `x${x}`;
  const key = own ?? (name === 'ph' ? `ph${reading.singles}` : `i${i ?? ''}`);
  const id = reading.facts.tool === TOOL && x !== undefined ? x : numberOf(reading, name === 'ept' ? '' : key);
  const rid = i === undefined ? {} : { rid: i };
  if (isKept) return reading.inline?.open('mrk', { mtype: 'protected', mid: id });
  return reading.inline?.open(name, {
    id,
    ...rid,
    ...(pos !== undefined && { pos: pos === 'end' ? 'close' : 'open' }),
  });
}

/** Numbers the marks of other tools as ours: from 0, in the order of the first text. */
function numberOf({ numbers }: Reading, key: string): string {
  if (key === '') return '0';
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = String(numbers.size);
  numbers.set(key, number);
  return number;
}

/** Removes the marks if they are not well-formed. */
function wellFormed(marked: string): string {
  return readMarked(marked) ? marked : marked.replace(/<[^>]*>/g, '');
}

/** "20261123T153000Z" as "2026-11-23T15:30:00.000Z"; "" for an invalid date. */
function isoDate(text: string): string {
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text) ?? [];
  return y === undefined ? '' : `${y}-${m}-${d}T${h}:${min}:${s}Z`;
}
