import { joinTexts, plainText } from './tokens.ts';
import type { Mark, Token } from './tokens.ts';

/** A fault in the marks of a row: missing, duplicate or from another row, or around different content. */
export interface MarkFault {
  kind: 'missing' | 'extra' | 'order';
  /** For an unknown mark only the `id` is valid. */
  mark: Mark;
}

/** The reference for a row: its marks, except those removed on purpose. */
interface Row {
  readonly tokens: readonly Token[];
  readonly marks: readonly Mark[];
}
/** Rows with more marks than this are not repaired mark by mark. */
const MOST = 300;
type MarkToken = Exclude<Token, { kind: 'text' }>;

/** The faults in the marks of an edited row; empty if all are present. Entities may be removed and repeated freely. */
export function checkTokens(row: Row, tokens: readonly Token[], dropped: readonly number[] = []): MarkFault[] {
  return repairTokens(row, tokens, dropped).faults;
}

/**
 * The same text with every mark of the row exactly once and nested as in the row: a missing mark is restored after the one that
 * preceded it (around the same words, if they are still there), superfluous ones are removed. Texts always stay.
 */
export function repairTokens(
  row: Row,
  tokens: readonly Token[],
  dropped: readonly number[] = [],
): { tokens: Token[]; faults: MarkFault[] } {
  const lost = new Set(dropped);
  if (isWhole(row, tokens, lost)) return { tokens: joinTexts(tokens), faults: [] };
  if (row.marks.length > MOST) return startAnew(row, tokens, lost);
  const faults: MarkFault[] = [];
  const say = (kind: MarkFault['kind'], id: number) => {
    const known = faults.some((fault) => fault.kind === kind && fault.mark.id === id);
    if (!known) faults.push({ kind, mark: row.marks[id] ?? unknownMark(id) });
  };
  const kept = takeOnce(row, { tokens, lost }, (id) => say('extra', id));
  for (const mark of row.marks) if (isNeeded(mark) && !lost.has(mark.id)) putBack(row, kept, mark, say);
  for (const mark of row.marks) if (mark.isPair && !lost.has(mark.id)) turnRound(kept, mark, say);
  nest(kept, (id) => say('order', id));
  for (const mark of row.marks) if (isHeld(mark) && !lost.has(mark.id)) moveHome(row, { kept, lost }, mark, say);
  return { tokens: joinTexts(kept), faults };
}

const isNeeded = (mark: Mark): boolean => mark.kind !== 'entity';
/** Line breaks and the like may be inside any mark. */
const isHeld = (mark: Mark): boolean => isNeeded(mark) && mark.name !== 'br' && mark.name !== 'wbr';

/** Whether every mark is present once and in place: the usual case, checked in one pass. */
function isWhole(row: Row, tokens: readonly Token[], lost: ReadonlySet<number>): boolean {
  const seen = new Set<number>();
  const open: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') continue;
    const mark = row.marks[token.mark];
    if (!mark || lost.has(mark.id) || mark.isPair !== (token.kind !== 'single')) return false;
    if (token.kind === 'close') {
      if (open.pop() !== mark.id) return false;
      continue;
    }
    if (isNeeded(mark) && seen.has(mark.id)) return false;
    if (isHeld(mark) && (open.at(-1) ?? -1) !== homeOf(row, mark, lost)) return false;
    seen.add(mark.id);
    if (token.kind === 'open') open.push(mark.id);
  }
  return open.length === 0 && row.marks.every((mark) => !isNeeded(mark) || lost.has(mark.id) || seen.has(mark.id));
}

/** All of the text, followed by all of the original marks. */
function startAnew(row: Row, tokens: readonly Token[], lost: ReadonlySet<number>) {
  const marks = row.tokens.filter((token) => token.kind !== 'text' && !lost.has(token.mark));
  const there = new Set(tokens.map((token) => (token.kind === 'text' ? -1 : token.mark)));
  const needed = row.marks.filter((mark) => isNeeded(mark) && !lost.has(mark.id));
  const faults = needed.map((mark): MarkFault => ({ kind: there.has(mark.id) ? 'order' : 'missing', mark }));
  return { tokens: joinTexts([{ kind: 'text', text: plainText(tokens) }, ...marks]), faults };
}

/** Texts, and the first occurrence of each end of each mark. */
function takeOnce(
  row: Row,
  of: { tokens: readonly Token[]; lost: ReadonlySet<number> },
  extra: (id: number) => void,
): Token[] {
  const seen = new Set<string>();
  return of.tokens.filter((token) => {
    if (token.kind === 'text') return true;
    if (of.lost.has(token.mark)) return false;
    const mark = row.marks[token.mark];
    const key = `${token.kind} ${token.mark}`;
    const isRight = mark !== undefined && mark.isPair === (token.kind !== 'single');
    if (isRight && (mark.kind === 'entity' || !seen.has(key))) {
      seen.add(key);
      return true;
    }
    extra(token.mark);
    return false;
  });
}

function putBack(row: Row, kept: Token[], mark: Mark, say: (kind: 'missing', id: number) => void): void {
  const find = (kind: MarkToken['kind']) => kept.findIndex((token) => isEnd(token, kind, mark.id));
  const [open, close] = mark.isPair ? [find('open'), find('close')] : [find('single'), 0];
  if (open !== -1 && close !== -1) return;
  say('missing', mark.id);
  if (!mark.isPair) kept.splice(placeFor(row, kept, mark), 0, { kind: 'single', mark: mark.id });
  else if (open !== -1) kept.splice(kept[open + 1]?.kind === 'text' ? open + 2 : open + 1, 0, end('close', mark));
  else if (close !== -1) kept.splice(kept[close - 1]?.kind === 'text' ? close - 1 : close, 0, end('open', mark));
  else if (!wrapWords(row, kept, mark))
    kept.splice(placeFor(row, kept, mark), 0, end('open', mark), end('close', mark));
}

/** Restores a mark around its original words, if the row still has them. */
function wrapWords(row: Row, kept: Token[], mark: Mark): boolean {
  const from = row.tokens.findIndex((token) => isEnd(token, 'open', mark.id));
  const inner = row.tokens.slice(
    from + 1,
    row.tokens.findIndex((token) => isEnd(token, 'close', mark.id)),
  );
  const words = plainText(inner);
  if (words.trim() === '') return false;
  const at = kept.findIndex(
    (token, place) => token.kind === 'text' && token.text.includes(words) && isIn(kept, place, mark.parent),
  );
  const token = kept[at];
  if (token?.kind !== 'text') return false;
  const start = token.text.indexOf(words);
  const text = (words: string): Token => ({ kind: 'text', text: words });
  const [before, after] = [token.text.slice(0, start), token.text.slice(start + words.length)];
  kept.splice(at, 1, text(before), end('open', mark), text(words), end('close', mark), text(after));
  return true;
}

/** After the mark that preceded it in the row; at the end if none does, at the start if it was the first of all. */
function placeFor(row: Row, kept: readonly Token[], mark: Mark): number {
  const own = row.tokens.findIndex((token) => token.kind !== 'text' && token.mark === mark.id);
  for (let at = own - 1; at >= 0; at--) {
    const token = row.tokens[at];
    if (!token || token.kind === 'text') continue;
    const found = kept.findLastIndex((each) => isEnd(each, token.kind, token.mark));
    if (found !== -1) return found + 1;
  }
  return own === 0 ? 0 : kept.length;
}

function turnRound(kept: Token[], mark: Mark, say: (kind: 'order', id: number) => void): void {
  const open = kept.findIndex((token) => isEnd(token, 'open', mark.id));
  const close = kept.findIndex((token) => isEnd(token, 'close', mark.id));
  if (open < close) return;
  say('order', mark.id);
  kept[close] = end('open', mark);
  kept[open] = end('close', mark);
}

/** Pairs must not cross: what is still open inside is closed first. */
function nest(kept: Token[], fault: (id: number) => void): void {
  const open: number[] = [];
  const early = new Set<number>();
  const nested: Token[] = [];
  for (const token of kept) {
    if (token.kind === 'open') open.push(token.mark);
    if (token.kind !== 'close') {
      nested.push(token);
      continue;
    }
    if (early.has(token.mark)) continue;
    for (let mark = open.pop(); mark !== undefined; mark = open.pop()) {
      nested.push({ kind: 'close', mark });
      if (mark === token.mark) break;
      early.add(mark);
      fault(mark);
    }
  }
  kept.splice(0, kept.length, ...nested);
}

/** Moves a mark into the one that contained it, or out of those that did not. The words stay where they are. */
function moveHome(
  row: Row,
  of: { kept: Token[]; lost: ReadonlySet<number> },
  mark: Mark,
  say: (kind: 'order', id: number) => void,
): void {
  const { kept } = of;
  const home = homeOf(row, mark, of.lost);
  const isOwn = (token: Token) => token.kind !== 'text' && token.mark === mark.id;
  if (isIn(kept, kept.findIndex(isOwn), home)) return;
  say('order', mark.id);
  const rest = kept.filter((token) => !isOwn(token));
  kept.splice(0, kept.length, ...rest);
  const target = placeFor(row, kept, mark);
  const last = home === -1 ? kept.length : kept.findIndex((token) => isEnd(token, 'close', home));
  const tokens: Token[] = mark.isPair ? [end('open', mark), end('close', mark)] : [{ kind: 'single', mark: mark.id }];
  kept.splice(isIn(kept, target, home) ? target : last, 0, ...tokens);
}

/** The closest enclosing mark that was not removed. */
function homeOf(row: Row, mark: Mark, lost: ReadonlySet<number>): number {
  let { parent } = mark;
  while (lost.has(parent)) parent = row.marks[parent]?.parent ?? -1;
  return parent;
}

/** Whether a position is directly inside a mark, with no other in between; -1: outside of all. */
function isIn(kept: readonly Token[], at: number, mark: number): boolean {
  const open: number[] = [];
  for (const token of kept.slice(0, at)) {
    if (token.kind === 'open') open.push(token.mark);
    else if (token.kind === 'close') open.pop();
  }
  return (open.at(-1) ?? -1) === mark;
}

function isEnd(token: Token, kind: Token['kind'], mark: number): boolean {
  return token.kind !== 'text' && token.kind === kind && token.mark === mark;
}

function end(kind: 'open' | 'close', { id }: Mark): Token {
  return { kind, mark: id };
}

function unknownMark(id: number): Mark {
  return { id, kind: 'locked', name: '', isPair: false, parent: -1, open: [], close: '' };
}
