import type { TopBlock } from '../content.ts';
import type { Mark, Token } from '../tokens.ts';

/** A text of a row as it is, or as somebody writes it. */
export interface RowText {
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}

/**
 * What is compared of a row, and hashed for marks: its words and the marks among them as they are written, without the values
 * of attributes that are rows of their own. Equal for equal texts in whatever place.
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

/** How a block is built: its tags and attributes, without texts and without the marks among them; blanks are alike. */
export function blockText({ pieces }: TopBlock): string {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
  return text.replaceAll(/\s+/g, ' ').trim();
}
