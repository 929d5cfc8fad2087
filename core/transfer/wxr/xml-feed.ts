import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { createFastWriter, type FastWriter } from './xml-fast.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import type { NoteParams } from '../report.ts';
import type { XmlHandlers } from './xml-handlers.ts';

/** Limits for untrusted files (`security.md` 5.6), in the units of their names. */
export interface XmlLimits {
  depth: number;
  attributes: number;
  /** Maximum bytes without a parser event: larger single texts are refused. */
  bytesWithoutEvent: number;
  fileBytes: number;
  /**
   * Whether a file may declare a document type. `named`: it may name one, as files of translation tools do; nothing is fetched,
   * and an internal subset is refused. `true` is only for the control of the tests.
   */
  documentType?: boolean | 'named';
}

export const LIMITS: XmlLimits = {
  depth: 256,
  attributes: 256,
  bytesWithoutEvent: 8 * 1024 * 1024,
  fileBytes: 512 * 1024 * 1024,
};

const PIECE = 64 * 1024;
/** Compressed formats, by their first bytes. */
const PACKED: readonly [string, string][] = [
  ['1f8b', 'gzip'],
  ['504b0304', 'zip'],
  ['28b52ffd', 'zstd'],
  ['425a68', 'bzip2'],
  ['fd377a585a', 'xz'],
  ['377abcaf', '7z'],
];
// oxlint-disable-next-line no-control-regex -- exactly these may not stand in XML
const ODD = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** The same as bytes; the last one is the lead byte of the two with three bytes, and of few others. */
const ODD_BYTES = [...Array(0x20).keys()].filter((byte) => ![0x09, 0x0a, 0x0d].includes(byte)).concat(0xef);

/**
 * Feeds a file to a parser in small chunks, under the limits. Throws `ImportRefused` with line and column; reads nothing but this
 * file.
 */
export function feedXml(path: string, handlers: XmlHandlers, how: { control: Control; limits?: XmlLimits }): void {
  const { control, limits = LIMITS } = how;
  const feeder = createFeeder(handlers, limits);
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    if (size > limits.fileBytes) throw fileTooLarge(limits);
    const piece = Buffer.alloc(PIECE);
    let done = 0;
    for (let n = readSync(file, piece); n > 0; n = readSync(file, piece)) {
      if (done === 0) refusePacked(piece.subarray(0, n));
      feeder.write(piece.subarray(0, n));
      done += n;
      control.progress(done, size);
    }
    feeder.end();
  } finally {
    closeSync(file);
  }
}

function refusePacked(start: Buffer): void {
  const head = start.subarray(0, 8).toString('hex');
  const packed = PACKED.find(([mark]) => head.startsWith(mark));
  if (packed) {
    const [, kind] = packed;
    const text = `The file is compressed (${kind}). Unpack it first, then import it.`;
    throw new ImportRefused('compressed', text, { params: { kind } });
  }
  const wide = ['fffe', 'feff', '0000feff'].find((mark) => head.startsWith(mark));
  if (wide !== undefined)
    throw new ImportRefused('encoding', 'The file is not in UTF-8. Save it as UTF-8, then import it.', FIRST);
}

const FIRST = { line: 1, column: 1, params: { what: 'file' } };

function fileTooLarge({ fileBytes }: XmlLimits): ImportRefused {
  const size = Math.round(fileBytes / 2 ** 20);
  return new ImportRefused('too_large', `The file is larger than ${size} MiB.`, { params: { what: 'file', size } });
}

interface Feeder {
  write(bytes: Buffer): void;
  end(): void;
}

function createFeeder(handlers: XmlHandlers, limits: XmlLimits): Feeder {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const state: State = { depth: 0, attributes: 0, quiet: 0, rooted: false, before: '' };
  const refuse: Refuse = (reason, text, params) =>
    new ImportRefused(reason, text, { ...writer.place(), ...(params && { params }) });
  const quiet = (): void => void (state.quiet = 0);
  const writer = createFastWriter(parser, handlers, {
    ...{ limit: limits.bytesWithoutEvent, refuse, quiet },
    ...{ depth: () => state.depth, deepest: limits.depth },
  });
  listen(parser, handlers, { state, limits, refuse, writer });
  const feed = (text: string, mayBeOdd: boolean): void => {
    if (text === '') return;
    if (!state.rooted && limits.documentType === undefined) refuseDoctype(state, text, refuse);
    const odd = mayBeOdd ? text.match(ODD) : null;
    if (odd) handlers.odd(writer.line() + text.slice(0, text.search(ODD)).split('\n').length - 1, odd.length);
    writer.write(odd ? text.replace(ODD, '') : text);
  };
  // The last character of a chunk ends in the next one.
  let split = false;
  return {
    write(bytes) {
      // Checked before the chunk is parsed, so that a huge text is never held as a whole.
      state.quiet += bytes.length;
      if (state.quiet > limits.bytesWithoutEvent + PIECE) throw giantText(refuse, limits);
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: true });
      } catch {
        throw badEncoding(writer.place(), bytes);
      }
      const mayBeOdd = split || holdsOdd(bytes);
      split = bytes.subarray(-2).includes(0xef);
      feed(text, mayBeOdd);
    },
    end() {
      feed(lastOf(decoder, refuse), true);
      writer.end();
      parser.close();
      if (!state.rooted) throw refuse('not_xml', 'The file contains no XML.', { what: 'nothing' });
    },
  };
}

/** Whether bytes may contain a character of `ODD`: native search is eight times faster than a regular expression. */
function holdsOdd(bytes: Buffer): boolean {
  return ODD_BYTES.some((byte) => bytes.includes(byte));
}

/** What remained in the decoder. */
function lastOf(decoder: InstanceType<typeof TextDecoder>, refuse: Refuse): string {
  try {
    return decoder.decode();
  } catch {
    throw refuse('encoding', 'The file ends in the middle of a character.', { what: 'end' });
  }
}

function refuseGiant(text: string, refuse: Refuse, limits: XmlLimits): void {
  if (text.length > limits.bytesWithoutEvent) throw giantText(refuse, limits);
}

function giantText(refuse: Refuse, { bytesWithoutEvent }: XmlLimits): ImportRefused {
  const size = Math.round(bytesWithoutEvent / 2 ** 20);
  return refuse('giant_text', `A single text is larger than ${size} MiB.`, { what: 'text', size });
}

interface State {
  depth: number;
  attributes: number;
  /** Bytes since the last event. */
  quiet: number;
  rooted: boolean;
  /** The end of the text before the root element. */
  before: string;
}

type Refuse = (reason: string, text: string, params?: NoteParams) => ImportRefused;

function listen(
  parser: SaxesParser,
  handlers: XmlHandlers,
  { state, limits, refuse, writer }: { state: State; limits: XmlLimits; refuse: Refuse; writer: FastWriter },
): void {
  parser.on('error', (error) => {
    throw brokenXml(refuse, wordsOf(parser, error), state.rooted);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw refuse('encoding', 'The file says it is not in UTF-8. Save it as UTF-8, then import it.', { what: 'says' });
  });
  parser.on('doctype', (said) => {
    if (!isAllowed(said, limits)) throw refuse('doctype', DOCTYPE);
  });
  parser.on('opentagstart', () => {
    Object.assign(state, { rooted: true, attributes: 0, quiet: 0, depth: state.depth + 1, before: '' });
    const { depth: count } = limits;
    if (state.depth > count) throw refuse('depth', `Elements are nested more than ${count} times.`, { count });
  });
  parser.on('attribute', ({ value }) => {
    refuseGiant(value, refuse, limits);
    state.attributes += 1;
    const { attributes: count } = limits;
    if (state.attributes > count)
      throw refuse('attributes', `An element has more than ${count} attributes.`, { count });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (!writer.isRepeating()) handlers.open(name, attributes, writer.line());
  });
  const hear = (piece: string): void => {
    state.quiet = 0;
    refuseGiant(piece, refuse, limits);
  };
  parser.on('text', (piece) => {
    hear(piece);
    handlers.text(piece);
  });
  parser.on('cdata', (piece) => {
    hear(piece);
    writer.heard(piece);
  });
  parser.on('comment', hear);
  parser.on('processinginstruction', ({ body }) => hear(body));
  parser.on('closetag', ({ name }) => {
    state.quiet = 0;
    state.depth -= 1;
    handlers.close(name, writer.line());
  });
}

const isAllowed = (doctype: string, { documentType }: XmlLimits): boolean =>
  documentType === true || (documentType === 'named' && !doctype.includes('['));

const DOCTYPE = 'The file declares a document type (DOCTYPE), which exports never do and which is not safe to read.';

/** The parser buffers a whole declaration before reporting it, so the text before the root element is searched instead. */
function refuseDoctype(state: State, text: string, refuse: Refuse): void {
  const seen = state.before + text;
  if (/<!DOCTYPE/i.test(seen)) throw refuse('doctype', DOCTYPE);
  state.before = seen.slice(-16);
}

/** Parser messages and their translatable sentences; the first match wins. Others keep the words of the parser. */
const BROKEN: readonly [what: string, said: RegExp, text: string][] = [
  ['close', /close tag|closing tag: /, 'the element that is closed is not the one that is open'],
  ['behind', /outside of root|only one root/, 'something follows the end of its root element'],
  ['sign', /entity/, 'a & before this place is not written as &amp;'],
  ['attribute', /attribute/, 'an attribute is not written as name="value"'],
  ['tag', /tag|^disallowed character$/, 'a < does not start an element; in text, write it as &lt;'],
];

/**
 * The parser message without its position. For an unterminated entity the parser only reports the end of the file, because it
 * read the rest as a name.
 */
function wordsOf(parser: SaxesParser, error: Error): string {
  const { entity = '' } = parser as unknown as { entity?: string };
  const isEnd = /unclosed tag|unexpected end/.test(error.message);
  return isEnd && entity !== ''
    ? 'entity without an end'
    : error.message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
}

function brokenXml(refuse: Refuse, detail: string, rooted: boolean): ImportRefused {
  if (!rooted && /declaration must/.test(detail))
    return refuse('not_xml', 'This is not an XML file: something comes before <?xml, which must be its beginning.', {
      what: 'start',
    });
  if (/must contain a root/.test(detail)) return refuse('not_xml', 'The file contains no XML.', { what: 'nothing' });
  if (!rooted) return refuse('not_xml', 'This is not an XML file.', { what: 'other' });
  if (/undefined entity/.test(detail)) return refuse('entity', 'The file uses an entity that XML does not know.', {});
  const [, open] = /^unclosed tag: (.*)/.exec(detail) ?? [];
  if (open !== undefined)
    return refuse('truncated', `The file ends before it is complete: <${open}> is not closed.`, {
      what: 'tag',
      name: open,
    });
  if (/unexpected end/.test(detail))
    return refuse('truncated', 'The file ends before it is complete.', { what: 'other' });
  const [what, , text] = BROKEN.find(([, said]) => said.test(detail)) ?? [];
  if (what !== undefined) return refuse('broken_xml', `The XML is broken here: ${text}.`, { what });
  return refuse('broken_xml', `The XML is broken here: ${detail}.`, { what: 'other', detail });
}

function badEncoding(at: { line: number; column: number }, bytes: Buffer): ImportRefused {
  const readable = bytes.toString('utf8');
  const lines = readable.slice(0, Math.max(0, readable.indexOf('\ufffd'))).split('\n');
  const column = (lines.length === 1 ? at.column - 1 : 0) + (lines.at(-1)?.length ?? 0) + 1;
  const about = { line: at.line + lines.length - 1, column, params: { what: 'bytes' } };
  return new ImportRefused('encoding', 'These bytes are not UTF-8. Save the file as UTF-8, then import it.', about);
}
