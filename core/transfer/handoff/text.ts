import { readMarked, type MarkedPiece } from '../../units/marked-text.ts';
import { fromMarked, toMarked } from '../../units/marked.ts';
import { carryTokens, partnersOf } from '../../units/apply-structure.ts';
import { withStoredAmpersands } from '../../units/entities.ts';
import { repairTokens } from '../../units/repair.ts';
import { plainText, type Token } from '../../units/tokens.ts';
import { inMarksOfSource } from './inline.ts';
import { plainMarked, type HandoffUnit } from './units.ts';

/** Rewrites a returned text with the marks of its source; what a person typed without escaping becomes text. */
export function arrivedText(source: string, target: string): string {
  const trimmed = target.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const typed = readMarked(trimmed) ? trimmed : trimmed.replace(STRAY, '&lt;');
  return inMarksOfSource(source, withLines(source, typed));
}

const STRAY = /<(?!\/?[gn]\b|x\b)/g;
const LINE = '<x id="n"/>';

/** Joins lines wrapped by a tool; if the source has line breaks of its own, those of a person are kept. */
function withLines(source: string, target: string): string {
  const isMeant = source.includes(LINE) && !target.includes(LINE);
  return target.replace(/[ \t]*\r?\n[ \t]*/g, isMeant ? LINE : ' ');
}

/** What to write for a returned text. */
export type Written =
  | { kind: 'text'; text: string }
  /** For a row; the tokens use the marks of the translation if it has that row. */
  | { kind: 'row'; tokens: Token[] };

/** Returns what to write; undefined if the marks do not match the target. */
export function writtenText(unit: HandoffUnit, text: string): Written | undefined {
  // Joining two lines would merge two words.
  if (unit.source.includes(LINE) && !text.includes(LINE)) return undefined;
  const source = unit.row?.source;
  if (!source) {
    const pieces = readMarked(text);
    const isPlain = pieces?.every((piece) => piece.kind === 'text' || (piece.kind === 'single' && piece.id === 'n'));
    return pieces && isPlain ? { kind: 'text', text: storedText(unit, pieces.map(plainPiece).join('')) } : undefined;
  }
  const tokens = fromMarked(text, source);
  if (!tokens) return undefined;
  const { target } = unit.row ?? {};
  if (!target) return { kind: 'row', tokens };
  const carried = carryTokens(tokens, source, target);
  const partners = partnersOf(source.marks, target.marks);
  const isCarried = (token: Token): boolean =>
    token.kind === 'text' || partners.has(token.mark) || source.marks[token.mark]?.kind === 'entity';
  const isWhole = carried.faults.length === 0 && withoutEdges(tokens).every(isCarried);
  return isWhole ? { kind: 'row', tokens: carried.tokens } : undefined;
}

/** Drops standalone marks at both ends: a row ends with its words, and what surrounds them is unchanged. */
function withoutEdges(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ kind }) => kind !== 'single');
  const to = tokens.findLastIndex(({ kind }) => kind !== 'single');
  return from === -1 ? [] : tokens.slice(from, to + 1);
}

/** A text outside the content as it is stored. */
const storedText = ({ like }: HandoffUnit, text: string): string =>
  like === undefined ? text : withStoredAmpersands(text, like);

const plainPiece = (piece: MarkedPiece): string => (piece.kind === 'text' ? piece.text : '\n');

/** Proposes the text with the required marks; undefined if no proposal is possible. */
export function repairedText(unit: HandoffUnit, text: string): { text: string; written: Written } | undefined {
  const tokens = looseTokens(text);
  const { source, target } = unit.row ?? {};
  if (!source) {
    const plain = plainText(tokens).trim();
    return plain === ''
      ? undefined
      : { text: plainMarked(plain), written: { kind: 'text', text: storedText(unit, plain) } };
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

/** Everything readable of a text: its words, and well-formed marks. */
function looseTokens(text: string): Token[] {
  const pieces = readMarked(text) ?? readMarked(text.replace(/<[^<>]*>/g, '')) ?? [{ kind: 'text' as const, text }];
  return pieces.map((piece): Token => {
    if (piece.kind === 'text') return { kind: 'text', text: piece.text };
    if (piece.kind === 'single' && piece.id === 'n') return { kind: 'text', text: '\n' };
    return { kind: piece.kind, mark: Number(piece.id) };
  });
}
