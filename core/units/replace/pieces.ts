// A field written with tags and entities, such as an excerpt: only its visible text is replaced.
import { encodeText, splitEntities } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';

/** Part of a field: as written, and its visible text, which tags and the like do not have. */
export interface Piece {
  raw: string;
  text?: string;
}

/** The pieces of a field that may hold HTML. */
export function piecesOf(html: string): Piece[] {
  return tokenizeHtml(html).flatMap((token): Piece[] => {
    if (token.kind !== 'text') return [{ raw: token.raw }];
    return splitEntities(token.raw).map((part) => ('text' in part ? part : { raw: part.raw }));
  });
}

/** A field without HTML as a single piece. */
export const plainPieces = (text: string): Piece[] => (text === '' ? [] : [{ raw: text, text }]);

/** The visible text of each piece. */
export const textsIn = (pieces: readonly Piece[]): string[] => pieces.flatMap(({ text }) => text ?? []);

/**
 * Replaces in every text. `before` and `after` are the visible text, `written` is what is stored: new text is encoded where the
 * old text was, and where it would otherwise form a tag.
 */
export function replaceInPieces(
  pieces: readonly Piece[],
  replace: (text: string) => { text: string; count: number },
): { before: string; after: string; count: number; written: string } {
  const made = { before: '', after: '', count: 0, written: '' };
  for (const { raw, text } of pieces) {
    const found = text === undefined ? undefined : replace(text);
    made.before += text ?? (raw.startsWith('<') ? '' : raw);
    made.after += found?.text ?? (raw.startsWith('<') ? '' : raw);
    made.count += found?.count ?? 0;
    if (!found || found.count === 0) made.written += raw;
    else made.written += raw === text && !/[<>]/.test(found.text) ? found.text : encodeText(found.text);
  }
  return made;
}
