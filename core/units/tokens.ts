/** What a translator sees of a row: text to edit, and marks that can be moved but not changed. */
export type Token =
  | { kind: 'text'; text: string }
  /** Both ends of a mark around text, or a single mark; `mark` is `Mark.id`. */
  | { kind: 'open' | 'close' | 'single'; mark: number };

/** A piece of the content as written, or the slot of a row. */
export type Piece = string | Slot;

export interface Slot {
  segment: number;
  form: Form;
  /** Its current text. */
  raw: string;
}

/** How a text is encoded in its place. The JSON ones are string literals with their quotes. */
export type Form = 'html' | 'attribute' | 'bare attribute' | 'json text' | 'json html';

/** A locked part of a row: a tag, a shortcode, an entity. Unique within its row. */
export interface Mark {
  id: number;
  kind: 'element' | 'shortcode' | 'entity' | 'locked';
  /** `strong`, `a`, `br`, `img`, `gallery`; for an entity the character it represents. */
  name: string;
  isPair: boolean;
  /** The mark around it; -1 at the top. */
  parent: number;
  /** As written; values that are separate rows are slots. */
  open: Piece[];
  close: string;
}

export type SegmentKind =
  | 'heading'
  | 'paragraph'
  | 'list item'
  | 'quote'
  | 'citation'
  | 'button'
  | 'cell'
  | 'caption'
  | 'code'
  | 'preformatted'
  | 'verse'
  | 'summary'
  | 'term'
  | 'definition'
  | 'label'
  | 'shortcode'
  | 'text'
  | 'attribute'
  | 'link';

/** One row: a translatable text with its context. */
export interface Segment {
  /** Its index in `Content.segments`. */
  id: number;
  kind: SegmentKind;
  /** Level of a heading; else 0. */
  level: number;
  /** The attribute or the key whose value it is (`alt`, `href`, `placeholder`, `buttonText`); else ''. */
  name: string;
  /** The block that contains it (`core/paragraph`); '' for text outside of blocks. */
  block: string;
  /** The top-level block that contains it: its index in `Content.blocks`. */
  top: number;
  /** The row and the mark whose attribute it is; -1 for none. */
  owner: { segment: number; mark: number };
  /** Names of the marks around the whole text, outermost first (`strong`, `a`): locked, and not among the tokens. */
  around: string[];
  /** May be changed only with `Edit.isOnPurpose`: addresses. */
  isLocked: boolean;
  tokens: Token[];
  marks: Mark[];
  form: Form;
  raw: string;
  /** How each text was written, so that unchanged text is written the same. */
  written: ReadonlyMap<string, string>;
}

/** The text of tokens without marks; `br` becomes a newline, an entity its character. */
export function plainText(tokens: readonly Token[], marks: readonly Mark[] = []): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : textOfMark(marks[token.mark]))).join('');
}

/** Whether two rows have the same text with the same marks in the same places; adjacent texts count as one. */
export function sameTokens(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [joinTexts(one), joinTexts(other)];
  return a.length === b.length && a.every((token, index) => sameToken(token, b[index]));
}

/** Removes empty texts and joins adjacent ones. */
export function joinTexts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.kind !== 'text') joined.push(token);
    else if (last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + token.text };
    else if (token.text !== '') joined.push(token);
  }
  return joined;
}

/** A mark as written, including values that are separate rows, as they were read. */
export function markAsWritten(mark: Mark): string {
  const open = mark.open.map((piece) => (typeof piece === 'string' ? piece : piece.raw)).join('');
  return open + mark.close;
}

function textOfMark(mark: Mark | undefined): string {
  if (mark?.kind === 'entity') return mark.name;
  return mark?.name === 'br' ? '\n' : '';
}

function sameToken(one: Token, other: Token | undefined): boolean {
  if (one.kind === 'text') return other?.kind === 'text' && other.text === one.text;
  return other !== undefined && other.kind === one.kind && other.mark === one.mark;
}
