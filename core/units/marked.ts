import { readMarked, writeMarked } from './marked-text.ts';
import type { MarkedPiece } from './marked-text.ts';
import { repairTokens } from './repair.ts';
import { joinTexts, markAsWritten } from './tokens.ts';
import type { Mark, Token } from './tokens.ts';

interface Row {
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}

/** Marks whose content is not translated. */
const CODE = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
/** A newline in a text where line breaks matter. */
const LINE = 'n';

/**
 * The text of a row for a translator: its words, and a number for each mark. The content of a mark (tags, addresses, shortcodes)
 * is left out; characters written as entities appear as themselves.
 */
export function toMarked({ tokens, marks }: Row): string {
  const pieces: MarkedPiece[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') pieces.push(...linesOf(token.text));
    else pieces.push(pieceOf(token.kind, marks[token.mark], token.mark));
  }
  return writeMarked(pieces);
}

/** Parses a translator's answer into tokens of its row; undefined if a mark is lost, repeated or misplaced. */
export function fromMarked(text: string, row: Row): Token[] | undefined {
  const pieces = readMarked(text);
  if (!pieces) return undefined;
  const entities = row.marks.filter(({ kind, name }) => kind === 'entity' && name !== '');
  const tokens = pieces.flatMap((piece): Token[] => {
    if (piece.kind === 'text') return withEntities(piece.text, entities);
    if (piece.kind === 'single' && piece.id === LINE) return [{ kind: 'text', text: '\n' }];
    return [{ kind: piece.kind, mark: Number(piece.id) }];
  });
  const repaired = repairTokens(row, tokens);
  return repaired.faults.some(({ mark }) => mark.kind !== 'entity') ? undefined : joinTexts(repaired.tokens);
}

function linesOf(text: string): MarkedPiece[] {
  return text
    .split('\n')
    .flatMap((line, at): MarkedPiece[] => [
      ...(at > 0 ? [{ kind: 'single' as const, id: LINE }] : []),
      ...(line === '' ? [] : [{ kind: 'text' as const, text: line }]),
    ]);
}

function pieceOf(kind: 'open' | 'close' | 'single', mark: Mark | undefined, number: number): MarkedPiece {
  const id = String(number);
  if (kind === 'single') return mark?.kind === 'entity' ? { kind: 'text', text: mark.name } : { kind, id };
  return { kind, tag: mark && staysAsItIs(mark) ? 'n' : 'g', id };
}

function staysAsItIs(mark: Mark): boolean {
  return CODE.has(mark.name) || /\btranslate=["']?no\b|\bnotranslate\b/.test(markAsWritten(mark));
}

/** Turns characters that the row writes as entities back into those marks. */
function withEntities(text: string, entities: readonly Mark[]): Token[] {
  const tokens: Token[] = [];
  for (const letter of entities.length === 0 ? [text] : text) {
    const mark = entities.find(({ name }) => name === letter);
    tokens.push(mark ? { kind: 'single', mark: mark.id } : { kind: 'text', text: letter });
  }
  return tokens;
}
