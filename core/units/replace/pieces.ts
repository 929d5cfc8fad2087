// A field written with tags and entities, such as an excerpt: only what a reader sees of it is replaced.
import { encodeText, splitEntities } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';

/** Part of a field: as written, and what it says; what says nothing, such as a tag, has no text. */
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

/** The one piece of a field without HTML. */
export const plainPieces = (text: string): Piece[] => (text === '' ? [] : [{ raw: text, text }]);

/** What the pieces say, one text each. */
export const textsIn = (pieces: readonly Piece[]): string[] => pieces.flatMap(({ text }) => text ?? []);

/**
 * Replaces in every text. `before` and `after` are what a reader sees, `written` is what is stored: new text is encoded where the
 * old one was, and where it would become a tag.
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
