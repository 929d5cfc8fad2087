/** What a translator sees of a row: text that is typed, and marks that can be moved but not changed. */
export type Token =
  | { kind: 'text'; text: string }
  /** Both ends of a mark around text, or a mark that stands alone; `mark` is `Mark.id`. */
  | { kind: 'open' | 'close' | 'single'; mark: number };

/** A piece of the content as it is written, or the place of a row in it. */
export type Piece = string | Slot;

export interface Slot {
  segment: number;
  form: Form;
  /** What stands there now. */
  raw: string;
}

/** How a text is written where it stands. The JSON ones are string literals with their quotes. */
export type Form = 'html' | 'attribute' | 'bare attribute' | 'json text' | 'json html';

/** Something locked inside a row: a tag, a shortcode, an entity. Unique within its row. */
export interface Mark {
  id: number;
  kind: 'element' | 'shortcode' | 'entity' | 'locked';
  /** `strong`, `a`, `br`, `img`, `gallery`; of an entity the character it stands for. */
  name: string;
  isPair: boolean;
  /** The mark around it; -1 at the top. */
  parent: number;
  /** As written; values that are rows of their own are slots. */
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

/** One row: a text that can be translated, with where it stands. */
export interface Segment {
  /** Its place in `Content.segments`. */
  id: number;
  kind: SegmentKind;
  /** Of a heading; else 0. */
  level: number;
  /** The attribute or the key it is the value of (`alt`, `href`, `placeholder`, `buttonText`); else ''. */
  name: string;
  /** The block it stands in (`core/paragraph`); '' for text in no block. */
  block: string;
  /** The top-level block it stands in: its place in `Content.blocks`. */
  top: number;
  /** The row and the mark in it whose attribute this is; -1 for none. */
  owner: { segment: number; mark: number };
  /** Names of the marks around the whole text, outermost first (`strong`, `a`): locked, and not among the tokens. */
  around: string[];
  /** To be changed only when `Edit.isOnPurpose` says so: addresses. */
  isLocked: boolean;
  tokens: Token[];
  marks: Mark[];
  form: Form;
  raw: string;
  /** How each text was written, so that what stays the same is written the same. */
  written: ReadonlyMap<string, string>;
}

/** The text of tokens without marks; `br` is a new line, an entity its character. */
export function plainText(tokens: readonly Token[], marks: readonly Mark[] = []): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : textOfMark(marks[token.mark]))).join('');
}

/** Whether two rows say the same with the same marks in the same places; texts side by side are one. */
export function sameTokens(one: readonly Token[], other: readonly Token[]): boolean {
  const [a, b] = [joinTexts(one), joinTexts(other)];
  return a.length === b.length && a.every((token, index) => sameToken(token, b[index]));
}

/** Without empty texts, texts side by side made one. */
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

/** A mark as written, values that are rows of their own as they were read. */
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
