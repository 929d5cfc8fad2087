import { readMarked, writeMarked, type MarkedPiece } from '../../units/marked-text.ts';

type Attributes = Readonly<Record<string, string>>;

/** Reads the content of a `source` or `target` of XLIFF, 1.2 and 2.x alike, as a marked text. */
export interface InlineReader {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** Returns the text read so far. */
  marked(): string;
}

/** Elements with code of another format: their content is not text. */
const CODES = new Set(['ph', 'bpt', 'ept', 'it', 'ut']);

export function createInlineReader(): InlineReader {
  const pieces: MarkedPiece[] = [];
  /** The piece that the end of each open element produces. */
  const ends: (MarkedPiece | undefined)[] = [];
  /** Marks whose ends are separate elements, by the id that the end element refers to. */
  const begun = new Map<string, string>();
  let codes = 0;
  const put = (piece: MarkedPiece | undefined): void => {
    if (piece && (piece.kind === 'text' || MARK_ID.test(piece.id))) pieces.push(piece);
  };
  return {
    open(name, attributes) {
      if (codes > 0 || CODES.has(name)) codes += 1;
      const found = codes > 1 ? undefined : pieceOf(name, attributes, begun);
      put(found);
      ends.push(found?.kind === 'open' && PAIRS.has(name) ? { ...found, kind: 'close' } : undefined);
    },
    close() {
      if (codes > 0) codes -= 1;
      put(ends.pop());
    },
    text(text) {
      if (codes === 0) pieces.push({ kind: 'text', text });
    },
    marked: () => writeMarked(pieces),
  };
}

const MARK_ID = /^[a-z0-9]{1,8}$/;
/** Elements that enclose what they mark; both ends of the others are separate elements. */
const PAIRS = new Set(['g', 'pc', 'mrk']);

function pieceOf(name: string, attributes: Attributes, begun: Map<string, string>): MarkedPiece | undefined {
  const { id = '', mid = '', comment = '', rid, startRef, translate, mtype } = attributes;
  const begin = (tag: 'g' | 'n'): MarkedPiece => {
    begun.set(rid ?? id, id);
    return { kind: 'open', tag, id };
  };
  const end = (tag: 'g' | 'n', of: string): MarkedPiece => ({ kind: 'close', tag, id: begun.get(of) ?? of });
  switch (name) {
    case 'g':
    case 'pc':
      return { kind: 'open', tag: 'g', id };
    case 'x':
    case 'ph':
    case 'ut':
      return { kind: 'single', id };
    case 'bx':
    case 'bpt':
    case 'sc':
      return begin('g');
    case 'ex':
    case 'ept':
    case 'ec':
      return end('g', startRef ?? rid ?? id);
    case 'it':
      return attributes['pos'] === 'close' ? end('g', rid ?? id) : begin('g');
    case 'mrk':
      return mtype === 'protected' || translate === 'no'
        ? { kind: 'open', tag: 'n', id: mid || id || comment }
        : undefined;
    case 'sm':
      return translate === 'no' ? begin('n') : undefined;
    case 'em':
      return begun.has(startRef ?? '') ? end('n', startRef ?? '') : undefined;
    case 'cp':
      return characterOf(attributes['hex'] ?? '');
    default:
      return undefined;
  }
}

/** A character that XML cannot hold; left out if items cannot hold it either. */
function characterOf(hex: string): MarkedPiece | undefined {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? parseInt(hex, 16) : 0;
  return code >= 0x20 && code < 0x110000
    ? { kind: 'text', text: String.fromCodePoint(code).toWellFormed() }
    : undefined;
}

/**
 * Rewrites a returned text with the marks of its source: tools write protected words as ordinary pairs, empty pairs for
 * standalone marks, and marks as plain text (`&lt;g id="0"&gt;`). Text that fits already is unchanged.
 */
export function inMarksOfSource(source: string, target: string): string {
  const wanted = readMarked(source);
  const came = readMarked(target);
  if (!wanted || !came) return target;
  const isBare = came.every(({ kind }) => kind === 'text') && wanted.some(({ kind }) => kind !== 'text');
  const text = isBare ? came.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') : '';
  const written = isBare ? readMarked(withQuotes(text)) : undefined;
  return writeMarked(asIn(wanted, written?.some(({ kind }) => kind !== 'text') ? written : came));
}

/** A marked text without its marks. */
export const textOfMarked = (marked: string): string =>
  (readMarked(marked) ?? []).map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');

/** The marked text of marks that a tool escaped as plain text; undefined for any other text. */
export function unwrapped(marked: string): string | undefined {
  const pieces = readMarked(marked);
  if (!pieces?.every(({ kind }) => kind === 'text')) return undefined;
  const text = textOfMarked(marked);
  return readMarked(text) ? text : undefined;
}

/** Normalises marks typed by people. */
const withQuotes = (text: string): string =>
  text.replace(/<(g|n|x)\s+id\s*=\s*['"“”]?([a-z0-9]{1,8})['"“”]?\s*(\/?)>/g, '<$1 id="$2"$3>');

function asIn(wanted: readonly MarkedPiece[], came: readonly MarkedPiece[]): MarkedPiece[] {
  const singles = new Set(wanted.flatMap((piece) => (piece.kind === 'single' ? piece.id : [])));
  const tags = new Map(wanted.flatMap((piece) => (piece.kind === 'open' ? [[piece.id, piece.tag] as const] : [])));
  const fitted: MarkedPiece[] = [];
  const open: { tag: 'g' | 'n' | ''; id: string }[] = [];
  for (const piece of came) {
    const last = fitted.at(-1);
    if (piece.kind === 'text')
      fitted.push(last?.kind === 'text' ? { kind: 'text', text: (fitted.pop(), last.text + piece.text) } : piece);
    else if (piece.kind === 'single') fitted.push(piece);
    else if (piece.kind === 'open') {
      const tag = singles.has(piece.id) ? '' : (tags.get(piece.id) ?? piece.tag);
      open.push({ tag, id: piece.id });
      fitted.push(tag === '' ? { kind: 'single', id: piece.id } : { ...piece, tag });
    } else {
      const { tag, id } = open.pop() ?? { tag: piece.tag, id: piece.id };
      if (tag !== '') fitted.push({ kind: 'close', tag, id });
    }
  }
  return fitted;
}

/**
 * Normalises a text for comparison: tools wrap lines, indent, and drop characters that XML cannot hold. No-break spaces stay
 * distinct from other blanks.
 */
export function comparable(marked: string): string {
  const pieces = readMarked(marked);
  const text = pieces ? writeMarked(asIn(pieces, pieces)) : marked;
  // oxlint-disable-next-line no-control-regex -- exactly these may stand in no XML
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return clean.replace(/[ \t\r\n]+/g, ' ').trim();
}
