import type { TopBlock } from '../content.ts';
import type { Mark, Token } from '../tokens.ts';

/** A text of a row, stored or being edited. */
export interface RowText {
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}

/**
 * The text of a row for comparing and for the hashes of marks: its words and the marks among them as written, without attribute
 * values that are separate rows. Equal for equal texts in any place.
 */
export function unitText({ tokens, marks }: RowText): string {
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      const mark = marks[token.mark];
      if (!mark) return '';
      if (mark.kind === 'entity') return mark.name;
      if (token.kind === 'close') return `\0${mark.close}\0`;
      return `\0${mark.open.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('')}\0`;
    })
    .join('')
    .trim();
}

/** The structure of a block: its tags and attributes, without texts and the marks among them; whitespace is normalised. */
export function blockText({ pieces }: TopBlock): string {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
  return text.replaceAll(/\s+/g, ' ').trim();
}
