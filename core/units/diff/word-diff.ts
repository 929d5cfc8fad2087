import { diffLists } from './sequence-diff.ts';
import type { Stretch } from './sequence-diff.ts';
import { markAsWritten } from '../tokens.ts';
import { wordSegmenter } from '../memory/segmenters.ts';
import type { Mark, Segment, Token } from '../tokens.ts';

/** A piece of a diff. All parts but `ins` joined are the text before, all but `del` the text after. */
export interface DiffPart {
  kind: 'same' | 'del' | 'ins';
  text: string;
}

/** The same for a row with its marks: `mark` belongs to the row before for `del`, else to the row after. */
export interface DiffToken {
  kind: DiffPart['kind'];
  token: Token;
  mark?: Mark;
}

/** Diffs two texts by words, segmented for the language (`lang`: its code, if known). */
export function wordDiff(before: string, after: string, lang?: string): DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [a, b] = [wordsOf(before, lang), wordsOf(after, lang)];
  return joinSmall(diffLists(a, b), a, isBlank).map(({ kind, start, end }) => {
    return { kind, text: (kind === 'ins' ? b : a).slice(start, end).join('') };
  });
}

/** The same for two rows: marks stay whole, and count as changed if their markup differs. */
export function tokenDiff(before: Segment, after: Segment, lang?: string): DiffToken[] {
  const [a, b] = [atomsOf(before, lang), atomsOf(after, lang)];
  const keys = a.map(({ key }) => key);
  const stretches = diffLists(
    keys,
    b.map(({ key }) => key),
  );
  const parts: DiffToken[] = [];
  for (const { kind, start, end, other } of joinSmall(stretches, keys, isBlank)) {
    const [list, from] = kind === 'same' ? [b, other] : [kind === 'del' ? a : b, start];
    for (const { token, mark } of list.slice(from, from + end - start)) {
      const last = parts.at(-1);
      if (token.kind === 'text' && last?.kind === kind && last.token.kind === 'text')
        last.token = { kind: 'text', text: last.token.text + token.text };
      else parts.push({ kind, token, ...(mark && { mark }) });
    }
  }
  return parts;
}

/** Splits a text into words, whitespace and punctuation; joined they are the text. */
export function wordsOf(text: string, lang?: string): string[] {
  const segmenter = wordSegmenter(lang);
  const known = new Map<string, string[]>();
  return (text.match(/\s+|\S+/g) ?? []).flatMap((chunk) => {
    if (/^(?:\s+|[A-Za-z0-9]+)$/.test(chunk)) return [chunk];
    let words = known.get(chunk);
    if (!words) {
      words = Array.from(segmenter.segment(chunk), ({ segment }) => segment);
      known.set(chunk, words);
    }
    return words;
  });
}

interface Atom {
  key: string;
  token: Token;
  mark?: Mark;
}

function atomsOf({ tokens, marks }: Segment, lang?: string): Atom[] {
  return tokens.flatMap((token): Atom[] => {
    if (token.kind === 'text')
      return wordsOf(token.text, lang).map((text) => ({ key: text, token: { ...token, text } }));
    const mark = marks[token.mark];
    const key = `\0${token.kind}${mark ? markAsWritten(mark) : ''}`;
    return [{ key, token, ...(mark && { mark }) }];
  });
}

const isBlank = (text: string): boolean => !/[\p{L}\p{N}\0]/u.test(text);

/** `lit streets` became `dark lanes`: two words with the space between them are one change. */
function joinSmall(stretches: readonly Stretch[], a: readonly string[], isSmall: (text: string) => boolean): Stretch[] {
  const joined: Stretch[] = [];
  stretches.forEach((stretch, index) => {
    const { kind, start, end, other } = stretch;
    const [before, after] = [around(stretches, index, -1), around(stretches, index, 1)];
    const isReplaced = [...before, ...after].some((each) => each.kind === 'del') && before.length + after.length > 2;
    const isInside = kind === 'same' && before.length > 0 && after.length > 0 && isReplaced;
    if (!isInside || !isSmall(a.slice(start, end).join(''))) return void add(joined, stretch);
    add(joined, { kind: 'del', start, end, other });
    add(joined, { kind: 'ins', start: other, end: other + end - start, other: end });
  });
  return joined;
}

/** The changes directly before or after a range. */
function around(stretches: readonly Stretch[], index: number, step: 1 | -1): Stretch[] {
  const found: Stretch[] = [];
  for (let at = index + step; found.length < 2; at += step) {
    const stretch = stretches[at];
    if (!stretch || stretch.kind === 'same') break;
    found.push(stretch);
  }
  return found;
}

/** Keeps adjacent changes as a single `del` followed by a single `ins`. */
function add(list: Stretch[], stretch: Stretch): void {
  const [last, one] = [list.at(-1), list.at(-2)];
  const { kind, start } = stretch;
  if (last?.kind === kind && last.end === start) last.end = stretch.end;
  else if (kind === 'del' && last?.kind === 'ins' && one?.kind === 'del' && one.end === start) one.end = stretch.end;
  else if (kind === 'del' && last?.kind === 'ins') list.splice(-1, 0, { ...stretch });
  else list.push({ ...stretch });
}
