export interface CodePiece {
  kind: 'key' | 'string' | 'number' | 'plain';
  text: string;
}

const pattern =
  /("(?:[^"\\]|\\.)*")(\s*:)?|https?:\/\/[^\s"']+|\b(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;
/** Longer blocks are drawn in one colour: thousands of spans are slow, and colours do not help there. */
const longest = 60_000;

/** Splits JSON-like text into tokens for highlighting. Lossless: the joined pieces are the text. */
export function codePieces(text: string): CodePiece[] {
  if (text.length > longest) return [{ kind: 'plain', text }];
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const [all, quoted, colon] = match;
    const word = quoted ?? all;
    if (match.index > from) pieces.push({ kind: 'plain', text: text.slice(from, match.index) });
    const isText = quoted !== undefined || word.startsWith('http');
    pieces.push({ kind: !isText ? 'number' : colon === undefined ? 'string' : 'key', text: word });
    from = match.index + word.length;
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) });
  return pieces;
}
