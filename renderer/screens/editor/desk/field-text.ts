// Texts outside the content: stored with entities, while the memory and the checks have them as people read them.
import { withPlainAmpersands, withStoredAmpersands } from '../../../../core/units/entities.ts';
import { toMarked } from '../../../../core/units/marked.ts';
import { plainText, type Mark, type Token } from '../../../../core/units/tokens.ts';
import type { Row } from '../rows/row.svelte.ts';

interface Side {
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}

/** The marked text of one side of a row; "" for a missing one. */
export function markedOf({ field }: Pick<Row, 'field'>, side: Side | undefined): string {
  if (!side) return '';
  return toMarked({ marks: side.marks, tokens: field ? mapped(side.tokens, withPlainAmpersands) : side.tokens });
}

/** The tokens of a new text of a row as they are stored: like the present text, else like the source. */
export function storedTokens({ field, text, source }: Row, tokens: readonly Token[]): readonly Token[] {
  const like = text || (source ? plainText(source.tokens, source.marks) : '');
  return field ? mapped(tokens, (each) => withStoredAmpersands(each, like)) : tokens;
}

const mapped = (tokens: readonly Token[], change: (text: string) => string): Token[] =>
  tokens.map((token) => (token.kind === 'text' ? { kind: 'text', text: change(token.text) } : token));
