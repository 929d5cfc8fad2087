/**
 * A text with locked places, as exchanged with a translator: `<g id="3">words</g>` stands for a mark around words, `<x id="4"/>`
 * for a single one, `<n id="5">npm start</n>` for words that must not be translated. Only the numbers of marks are sent, never
 * their content. `&`, `<` and `>` of the text itself are written as entities.
 */
export type MarkedPiece =
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close'; tag: 'g' | 'n'; id: string }
  | { kind: 'single'; id: string };

const TAGS = /<(?:(g|n) id="([a-z0-9]{1,8})"|\/(g|n)|x id="([a-z0-9]{1,8})"\s*(?:\/|><\/x))>/g;
const MOST_MARKS = 2000;

/** Parses such a text; undefined if it is invalid: an unknown tag, or one that is not closed properly. */
export function readMarked(text: string): MarkedPiece[] | undefined {
  const pieces: MarkedPiece[] = [];
  const open: { tag: string; id: string }[] = [];
  let from = 0;
  const takeText = (to: number): boolean => {
    const raw = text.slice(from, to);
    if (raw !== '') pieces.push({ kind: 'text', text: unescaped(raw) });
    return !raw.includes('<');
  };
  for (const match of text.matchAll(TAGS)) {
    const [whole, opened, id = '', closed, single] = match;
    if (!takeText(match.index) || pieces.length > MOST_MARKS) return undefined;
    from = match.index + whole.length;
    if (single !== undefined) pieces.push({ kind: 'single', id: single });
    else if (opened !== undefined) {
      const tag = opened === 'g' ? 'g' : 'n';
      open.push({ tag, id });
      pieces.push({ kind: 'open', tag, id });
    } else {
      const last = open.pop();
      if (last?.tag !== closed) return undefined;
      pieces.push({ kind: 'close', tag: closed === 'g' ? 'g' : 'n', id: last?.id ?? '' });
    }
  }
  return takeText(text.length) && open.length === 0 ? pieces : undefined;
}

/** Serialises these pieces. */
export function writeMarked(pieces: readonly MarkedPiece[]): string {
  return pieces.map(written).join('');
}

/** Whether a text is valid in this format. */
export function isMarked(text: string): boolean {
  return readMarked(text) !== undefined;
}

/** Whether a translation has every mark of its source the same number of times, and left words unchanged that must stay. */
export function keepsMarks(source: string, translation: string): boolean {
  const [before, after] = [readMarked(source), readMarked(translation)];
  if (!before || !after) return false;
  const [wanted, found] = [marksOf(before), marksOf(after)];
  return wanted.length === found.length && wanted.every((each, at) => each === found[at]);
}

/** Every mark in a canonical order, with the words that must stay. */
function marksOf(pieces: readonly MarkedPiece[]): string[] {
  return pieces
    .map((piece, at) => {
      if (piece.kind === 'text') return '';
      const tag = piece.kind === 'single' ? 'x' : piece.tag;
      const kept = piece.kind === 'open' && piece.tag === 'n' ? keptWords(pieces, at) : '';
      return `${piece.kind} ${tag} ${piece.id} ${kept}`;
    })
    .filter((each) => each !== '')
    .toSorted();
}

function keptWords(pieces: readonly MarkedPiece[], at: number): string {
  const end = pieces.findIndex((piece, place) => place > at && piece.kind === 'close' && piece.tag === 'n');
  return writeMarked(pieces.slice(at + 1, end));
}

function written(piece: MarkedPiece): string {
  if (piece.kind === 'text') return piece.text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (piece.kind === 'single') return `<x id="${piece.id}"/>`;
  return piece.kind === 'open' ? `<${piece.tag} id="${piece.id}">` : `</${piece.tag}>`;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the entities of XML; a lone `&` stays. */
function unescaped(raw: string): string {
  return raw.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi, (whole, name, decimal, hex) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16);
    return code > 31 && code < 0xd800 ? String.fromCodePoint(code) : whole;
  });
}
