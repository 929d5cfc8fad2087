import type { SaxesParser } from 'saxes';
import type { ImportRefused } from './refusal.ts';

/** A parser behind a door that takes long texts past it. */
export interface FastWriter {
  write(text: string): void;
  /** What the parser says it has read. */
  heard(text: string): void;
  /** Where the reading stands, the texts taken past the parser included. */
  line(): number;
  place(): { line: number; column: number };
  /** The file is over: what is still open goes to the parser, which refuses it. */
  end(): void;
}

const START = '<![CDATA[';
const END = ']]>';
/** Shorter ones the parser reads as fast. */
const WORTHWHILE = 256;

/** What a writer knows. */
interface State {
  parser: SaxesParser;
  told: { text(text: string): void };
  about: About;
  inside: boolean;
  /** The beginning of an end mark, or of a line end of two characters, that waits for the next piece. */
  held: string;
  /** Characters of the text so far. */
  length: number;
  /** Lines that were taken past the parser. */
  lines: number;
  /** Columns are off by this while the parser stays in the line. */
  shift: { line: number; by: number };
  probing: boolean;
  confirmed: boolean;
}

interface About {
  limit: number;
  refuse(reason: string, text: string): ImportRefused;
  /** Something was read. */
  quiet(): void;
}

/**
 * Most of an export is text in CDATA, which the parser reads letter by letter. A long one is taken past it: the parser gets
 * an empty CDATA in its place, and only if it calls that one CDATA (it could stand in a comment) the text counts as such.
 */
export function createFastWriter(parser: SaxesParser, told: State['told'], about: About): FastWriter {
  const shift = { line: 0, by: 0 };
  const flags = { inside: false, probing: false, confirmed: false };
  const state: State = { parser, told, about, held: '', length: 0, lines: 0, shift, ...flags };
  return {
    write(text) {
      const rest = state.inside ? readInside(state, text) : text;
      if (rest !== undefined && rest !== '') readOutside(state, rest);
    },
    heard(text) {
      if (state.probing) state.confirmed = true;
      else told.text(text);
    },
    line: () => parser.line + state.lines,
    place: () => ({ line: parser.line + state.lines, column: parser.column + 1 + shiftOf(state) }),
    end() {
      if (state.inside) throw about.refuse('truncated', 'The file ends before it is complete: a text has no end.');
    },
  };
}

function readOutside(state: State, text: string): void {
  const { parser } = state;
  let rest = text;
  let from = 0;
  for (;;) {
    const start = rest.indexOf(START, from);
    if (start < 0) return void parser.write(rest);
    const end = rest.indexOf(END, start);
    if (end >= 0 && end - start < WORTHWHILE) {
      from = end + END.length;
      continue;
    }
    parser.write(rest.slice(0, start));
    rest = rest.slice(start + START.length);
    from = 0;
    if (!isReal(state)) continue;
    state.inside = true;
    const next = readInside(state, rest);
    if (next === undefined) return;
    rest = next;
  }
}

/** Whether the parser takes what begins here for CDATA. */
function isReal(state: State): boolean {
  Object.assign(state, { probing: true, confirmed: false });
  state.parser.write(START + END);
  state.probing = false;
  return state.confirmed;
}

/** The rest after the end mark; undefined when it is not there yet. */
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
  const { parser, about, told } = state;
  state.length += text.length;
  if (state.length > about.limit)
    throw about.refuse('giant_text', `A single text is larger than ${Math.round(about.limit / 2 ** 20)} MiB.`);
  about.quiet();
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  told.text(plain);
  let last = -1;
  for (let at = plain.indexOf('\n'); at >= 0; at = plain.indexOf('\n', at + 1)) {
    state.lines += 1;
    last = at;
  }
  const by = last < 0 ? shiftOf(state) + plain.length : plain.length - last - 1 - parser.column;
  state.shift = { line: parser.line, by };
}

function shiftOf({ parser, shift }: State): number {
  return shift.line === parser.line ? shift.by : 0;
}
