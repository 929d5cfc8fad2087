// Speed only: without it an import runs at half its speed and misses the goal of 5,000 items a second (`bench transfer`).
import type { SaxesParser } from 'saxes';
import type { ImportRefused } from '../refusal.ts';
import type { NoteParams } from '../report.ts';
import type { XmlHandlers } from './xml-handlers.ts';

/** Feeds a parser, but bypasses it for long texts. */
export interface FastWriter {
  write(text: string): void;
  /** Call when the parser reports CDATA. */
  heard(text: string): void;
  /** The parser is being fed tags that were already processed. */
  isRepeating(): boolean;
  /** The position in the file, including text that bypassed the parser. */
  line(): number;
  place(): { line: number; column: number };
  /** Call at the end of the file: open elements are passed to the parser, which reports them. */
  end(): void;
}

const START = '<![CDATA[';
const END = ']]>';
const NAME = '[A-Za-z_][A-Za-z0-9_:.-]*';
/** An element that contains a single text; attribute values without references or blanks. */
const SIMPLE = new RegExp(
  `<(${NAME})((?: ${NAME}="[^"<&\\s]*")*)>(?:<!\\[CDATA\\[([^\\]\\r]*)\\]\\]>|([^<&\\]\\r]*))</\\1>`,
  'y',
);
/** A complete tag, followed by text. */
const TAG = new RegExp(`<(/?)(${NAME})(?:\\s+${NAME}="[^"<&]*")*\\s*>`, 'y');
const TEXT = /[^<&\]\r]+/y;
/** Maximum number of attributes of an element that bypasses the parser. */
const FEW = 8;
const NO_ATTRIBUTES = Object.freeze(Object.create(null) as Record<string, string>);

/** State of a writer. */
interface State {
  parser: SaxesParser;
  handlers: TextHandlers;
  about: About;
  inside: boolean;
  /** The beginning of an end mark or of a CRLF, held back until the next chunk. */
  held: string;
  /** Characters of the text so far. */
  length: number;
  /** Lines that bypassed the parser. */
  lines: number;
  /** Column offset, valid while the parser stays on this line. */
  shift: { line: number; by: number };
  /** Names of open elements that bypassed the parser, inside those it knows. */
  open: string[];
  repeating: boolean;
  probing: boolean;
  confirmed: boolean;
  /** The parser is between tags, inside the root element: no comment, no declaration, no buffered text. */
  known: boolean;
}

type TextHandlers = Pick<XmlHandlers, 'open' | 'text' | 'close'>;

interface About {
  limit: number;
  refuse(reason: string, text: string, params?: NoteParams): ImportRefused;
  /** Resets the count of bytes without an event. */
  quiet(): void;
  /** Number of open elements, and its limit. */
  depth(): number;
  deepest: number;
}

/**
 * Most of an export is text in CDATA, and elements with a single text, which the parser reads character by character. Both bypass
 * it: the parser gets an empty CDATA instead of the text, and only if it reports that one as CDATA (it could be inside a comment)
 * the text counts as such. From then on the parser is known to be between tags, until it is fed anything but a tag. Meanwhile
 * elements are handled here without the parser; their tags are fed to it when it has to continue inside them.
 */
export function createFastWriter(parser: SaxesParser, handlers: TextHandlers, about: About): FastWriter {
  const shift = { line: 0, by: 0 };
  const flags = { inside: false, repeating: false, probing: false, confirmed: false, known: false };
  const state: State = { parser, handlers, about, held: '', length: 0, lines: 0, shift, open: [], ...flags };
  return {
    write(text) {
      const rest = state.inside ? readInside(state, text) : text;
      if (rest !== undefined && rest !== '') readOutside(state, rest);
    },
    heard(text) {
      if (state.probing) state.confirmed = true;
      else handlers.text(text);
    },
    isRepeating: () => state.repeating,
    line: () => lineOf(state),
    place: () => ({ line: lineOf(state), column: parser.column + 1 + shiftOf(state) }),
    end() {
      if (state.inside)
        throw about.refuse('truncated', 'The file ends before it is complete: a text is not closed.', { what: 'text' });
      giveOver(state);
    },
  };
}

function readOutside(state: State, text: string): void {
  const { parser } = state;
  let rest = text;
  for (;;) {
    const from = state.known ? readKnown(state, rest) : 0;
    const start = rest.indexOf(START, from);
    if (from === rest.length) return;
    if (start !== from) giveOver(state);
    if (start < 0) return void parser.write(rest.slice(from));
    if (!state.known) parser.write(rest.slice(from, start));
    rest = rest.slice(start + START.length);
    if (!state.known && !isReal(state)) continue;
    Object.assign(state, { inside: true, known: true });
    const next = readInside(state, rest);
    if (next === undefined) return;
    rest = next;
  }
}

/** Handles text that can bypass the parser or be fed tag by tag; returns where it stopped. */
function readKnown(state: State, text: string): number {
  const { parser, handlers, about } = state;
  let at = 0;
  while (at < text.length) {
    if (text.startsWith(START, at)) return at;
    const isDeep = about.depth() + state.open.length >= about.deepest;
    SIMPLE.lastIndex = TAG.lastIndex = TEXT.lastIndex = at;
    const element = isDeep ? null : SIMPLE.exec(text);
    const attributes = element && attributesOf(element[2] ?? '');
    if (element && attributes) {
      takeElement(state, element, attributes);
      at = SIMPLE.lastIndex;
      continue;
    }
    const tag = TAG.exec(text);
    if (tag && takeTag(state, tag, isDeep)) at = TAG.lastIndex;
    else if (tag) {
      giveOver(state);
      parser.write(tag[0]);
      at = TAG.lastIndex;
      if (about.depth() === 0) return at;
      state.known = true;
    } else if (TEXT.test(text)) {
      const piece = text.slice(at, TEXT.lastIndex);
      handlers.text(piece);
      pass(state, piece);
      at = TEXT.lastIndex;
    } else return at;
  }
  return at;
}

/** Opens or closes an element without the parser; returns false if the parser must do it. */
function takeTag(state: State, [whole, slash, name = '']: RegExpExecArray, isDeep: boolean): boolean {
  const { handlers, about, open } = state;
  const isClosing = slash === '/';
  // Tags with attributes or blanks are left to the parser.
  if (whole.length !== name.length + (isClosing ? 3 : 2)) return false;
  if (isClosing ? open.at(-1) !== name : isDeep) return false;
  about.quiet();
  pass(state, whole);
  if (isClosing) {
    open.pop();
    handlers.close(name, lineOf(state));
  } else {
    open.push(name);
    handlers.open(name, NO_ATTRIBUTES, lineOf(state));
  }
  return true;
}

/** Hands over to the parser, inside the elements that were opened without it. */
function giveOver(state: State): void {
  state.known = false;
  if (state.open.length === 0) return;
  const by = shiftOf(state);
  const tags = state.open.map((name) => `<${name}>`).join('');
  state.open = [];
  state.repeating = true;
  state.parser.write(tags);
  state.repeating = false;
  // The parser counts these tags as columns, but they were already counted.
  state.shift.line = state.parser.line;
  state.shift.by = by - tags.length;
}

/** Attributes by name; null for duplicates or too many, which the parser handles or reports. */
function attributesOf(text: string): Readonly<Record<string, string>> | null {
  if (text === '') return NO_ATTRIBUTES;
  const found = Object.create(null) as Record<string, string>;
  let count = 0;
  for (let at = 0; at < text.length;) {
    const middle = text.indexOf('="', at);
    const end = text.indexOf('"', middle + 2);
    const name = text.slice(at + 1, middle);
    count += 1;
    if (name in found || count > FEW) return null;
    found[name] = text.slice(middle + 2, end);
    at = end + 1;
  }
  return found;
}

function takeElement(
  state: State,
  [whole, name = '', , data, plain = '']: RegExpExecArray,
  attributes: Readonly<Record<string, string>>,
): void {
  const { handlers, about } = state;
  const text = data ?? plain;
  if (text.length > about.limit) throw giantText(about);
  about.quiet();
  handlers.open(name, attributes, lineOf(state));
  if (text !== '') handlers.text(text);
  pass(state, whole);
  handlers.close(name, lineOf(state));
}

/** Whether the parser treats the CDATA that begins here as CDATA. */
function isReal(state: State): boolean {
  Object.assign(state, { probing: true, confirmed: false });
  state.parser.write(START + END);
  state.probing = false;
  return state.confirmed;
}

/** Returns the rest after the end mark; undefined if it has not been reached. */
function readInside(state: State, text: string): string | undefined {
  const whole = state.held + text;
  const end = whole.indexOf(END);
  if (end >= 0) {
    take(state, whole.slice(0, end));
    Object.assign(state, { inside: false, held: '', length: 0 });
    return whole.slice(end + END.length);
  }
  const kept = /(?:\]{1,2}|\r)$/.exec(whole)?.[0].length ?? 0;
  take(state, whole.slice(0, whole.length - kept));
  state.held = whole.slice(whole.length - kept);
  return undefined;
}

function take(state: State, text: string): void {
  const { about, handlers } = state;
  state.length += text.length;
  if (state.length > about.limit) throw giantText(about);
  about.quiet();
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  handlers.text(plain);
  pass(state, plain);
}

function giantText({ limit, refuse }: About): ImportRefused {
  const size = Math.round(limit / 2 ** 20);
  return refuse('giant_text', `A single text is larger than ${size} MiB.`, { what: 'text', size });
}

/** Counts the lines and columns that the parser does not see. */
function pass(state: State, text: string): void {
  const { parser } = state;
  let last = -1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    state.lines += 1;
    last = at;
  }
  const by = last < 0 ? shiftOf(state) + text.length : text.length - last - 1 - parser.column;
  state.shift.line = parser.line;
  state.shift.by = by;
}

function lineOf({ parser, lines }: State): number {
  return parser.line + lines;
}

function shiftOf({ parser, shift }: State): number {
  return shift.line === parser.line ? shift.by : 0;
}
