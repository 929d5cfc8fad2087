export interface UrlPiece {
  text: string;
  isMark: boolean;
  /** A line may break after it. */
  isBreak: boolean;
}

/** Splits a URL at its slashes, decoded, with the first piece equal to `mark` highlighted. */
export function urlPieces(url: string, mark: string, hasScheme: boolean): UrlPiece[] {
  const text = hasScheme ? readable(url) : readable(url).replace(/^[a-z]+:\/\//i, '');
  const at = markAt(text, mark);
  if (at < 0) return breaks(text);
  const end = at + mark.length;
  return [...breaks(text.slice(0, at)), { text: mark, isMark: true, isBreak: false }, ...breaks(text.slice(end))];
}

/** Index of `mark` as a path part, the first label of a host, a whole host, or a query value. */
function markAt(text: string, mark: string): number {
  if (mark === '') return -1;
  const found = [...text.matchAll(/[^/.?=&]+/g)].find((match) => match[0] === mark);
  return found ? found.index : text.indexOf(mark.includes('.') ? mark : '\0');
}

function breaks(text: string): UrlPiece[] {
  const words = text.match(/[^/]*\/+|[^/]+$/g) ?? [];
  return words.map((word) => ({ text: word, isMark: false, isBreak: word.endsWith('/') }));
}

/** An address as people read it; as it is if it cannot be decoded. */
export function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
