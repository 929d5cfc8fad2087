// A field written with tags and entities, such as an excerpt: only its visible text is replaced.
import { encodeText, splitEntities } from '../entities.ts';
import { tokenizeHtml } from '../html.ts';
import type { TextPart } from './edited.ts';

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
 * Replaces in every text. `before` and `after` are the visible text; `write` returns what is stored with the texts of the pieces,
 * those of `parts`: new text is encoded where the old text was, and where it would otherwise form a tag.
 */
export function replaceInPieces(
  pieces: readonly Piece[],
  replace: (text: string) => { text: string; count: number },
): { before: string; after: string; count: number; parts: TextPart[]; write: (texts: readonly string[]) => string } {
  let count = 0;
  const parts = pieces.map(({ raw, text }): TextPart => {
    if (text === undefined) return { text: raw.startsWith('<') ? '' : raw, isFixed: true };
    const found = replace(text);
    count += found.count;
    return { text: found.text, isFixed: false };
  });
  const shown = (texts: readonly { text: string }[]): string => texts.map(({ text }) => text).join('');
  return {
    before: shown(pieces.map(({ text }, at) => ({ text: text ?? parts[at]?.text ?? '' }))),
    after: shown(parts),
    ...{ count, parts },
    write: (texts) => pieces.map((piece, at) => written(piece, texts[at] ?? '')).join(''),
  };
}

function written({ raw, text }: Piece, now: string): string {
  if (text === undefined || now === text) return raw;
  return raw === text && !/[<>]/.test(now) ? now : encodeText(now);
}
