import { readMarked, type MarkedPiece } from '../../units/marked-text.ts';
import { fromMarked, toMarked } from '../../units/marked.ts';
import { carryTokens } from '../../units/apply-structure.ts';
import { repairTokens } from '../../units/repair.ts';
import { plainText, type Token } from '../../units/tokens.ts';
import { inMarksOfSource } from './inline.ts';
import { plainMarked, type HandoffUnit } from './units.ts';

/** A text that came back, in the marks of its source; what a person typed without escaping it is text. */
export function arrivedText(source: string, target: string): string {
  const trimmed = target.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const typed = readMarked(trimmed) ? trimmed : trimmed.replace(STRAY, '&lt;');
  return inMarksOfSource(source, withLines(source, typed));
}

const STRAY = /<(?!\/?[gn]\b|x\b)/g;
const LINE = '<x id="n"/>';

/** Lines that a tool broke are one; where the source has lines of its own, those that a person broke are meant. */
function withLines(source: string, target: string): string {
  const isMeant = source.includes(LINE) && !target.includes(LINE);
  return target.replace(/[ \t]*\r?\n[ \t]*/g, isMeant ? LINE : ' ');
}

/** What is to be written of a text that came back. */
export type Written =
  | { kind: 'text'; text: string }
  /** Of a row: `here` is in the marks of the translation, where it has that row. */
  | { kind: 'row'; tokens: Token[] };

/** What is to be written; undefined where its marks are not those of the place it goes to. */
export function writtenText(unit: HandoffUnit, text: string): Written | undefined {
  const source = unit.row?.source;
  if (!source) {
    const pieces = readMarked(text);
    const isPlain = pieces?.every((piece) => piece.kind === 'text' || (piece.kind === 'single' && piece.id === 'n'));
    return pieces && isPlain ? { kind: 'text', text: pieces.map(plainPiece).join('') } : undefined;
  }
  const tokens = fromMarked(text, source);
  if (!tokens) return undefined;
  const { target } = unit.row ?? {};
  if (!target) return { kind: 'row', tokens };
  const carried = carryTokens(tokens, source, target);
  const isWhole =
    carried.faults.length === 0 && marksIn(carried.tokens, target.marks) === marksIn(tokens, source.marks);
  return isWhole ? { kind: 'row', tokens: carried.tokens } : undefined;
}

const plainPiece = (piece: MarkedPiece): string => (piece.kind === 'text' ? piece.text : '\n');

/** Marks of a text, entities left out: those are characters. */
const marksIn = (tokens: readonly Token[], marks: readonly { kind: string }[]): number =>
  tokens.filter((token) => token.kind !== 'text' && marks[token.mark]?.kind !== 'entity').length;

/** The same text with the marks its place needs, as a proposal; undefined where there is none to make. */
export function repairedText(unit: HandoffUnit, text: string): { text: string; written: Written } | undefined {
  const tokens = looseTokens(text);
  const { source, target } = unit.row ?? {};
  if (!source) {
    const plain = plainText(tokens).trim();
    return plain === '' ? undefined : { text: plainMarked(plain), written: { kind: 'text', text: plain } };
  }
  if (source.marks.length > MOST_MARKS) return undefined;
  const known = tokens.filter((token) => token.kind === 'text' || source.marks[token.mark] !== undefined);
  const fitted = repairTokens(source, known).tokens;
  const written = target ? carryTokens(fitted, source, target).tokens : fitted;
  const shown = target ? carryTokens(written, target, source).tokens : fitted;
  if (plainText(written).trim() === '') return undefined;
  return { text: toMarked({ tokens: shown, marks: source.marks }), written: { kind: 'row', tokens: written } };
}

const MOST_MARKS = 300;

/** Whatever can be read of a text: its words, and marks where they are whole by themselves. */
function looseTokens(text: string): Token[] {
  const pieces = readMarked(text) ?? readMarked(text.replace(/<[^<>]*>/g, '')) ?? [{ kind: 'text' as const, text }];
  return pieces.map((piece): Token => {
    if (piece.kind === 'text') return { kind: 'text', text: piece.text };
    if (piece.kind === 'single' && piece.id === 'n') return { kind: 'text', text: '\n' };
    return { kind: piece.kind, mark: Number(piece.id) };
  });
}
