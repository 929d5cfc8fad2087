import { withoutComments, withoutTags } from '../../core/schema/content/tags.ts';
import { wordDiff } from '../../core/units/diff/word-diff.ts';

/** A segment of a diff: equal, removed or added; at the end, the number of characters not compared. */
export interface ChangePart {
  kind: 'same' | 'del' | 'ins' | 'rest';
  text: string;
}

/** Characters of unchanged context shown on each side of a change. */
const AROUND = 60;
/** Longer texts are trimmed to the changed part before comparing; if that is still longer, the rest is only counted. */
const LONGEST = 4000;

/** Word diff of two contents: without markup, and with unchanged text trimmed to the context of each change. */
export function diffAround(before: string, after: string, lang: string): ChangePart[] {
  const parts = wordChanges(before, after, lang);
  const last = parts.findLastIndex(({ kind }) => kind !== 'rest');
  return parts.map((part, at) =>
    part.kind === 'same' ? { ...part, text: shorten(part.text, { isFirst: at === 0, isLast: at === last }) } : part,
  );
}

/** Word diff with all unchanged text: for one paragraph, which is read as a whole. */
export function wordChanges(before: string, after: string, lang: string): ChangePart[] {
  const [a, b] = cutEqual(wordsOf(before), wordsOf(after));
  const [first, second] = [a.slice(0, LONGEST), b.slice(0, LONGEST)];
  const parts = wordDiff(first, second, lang || undefined);
  const left = Math.max(a.length - first.length, b.length - second.length);
  const rest: ChangePart[] = left > 0 ? [{ kind: 'rest', text: String(left) }] : [];
  return [...parts, ...rest];
}

/** Trims a long text to the differing part and its context. */
function cutEqual(a: string, b: string): [string, string] {
  if (a.length < LONGEST && b.length < LONGEST) return [a, b];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const cut = (text: string) =>
    text.slice(Math.max(0, start - AROUND * 2), text.length - Math.max(0, end - AROUND * 2));
  return [cut(a), cut(b)];
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const most = isFirst || isLast ? AROUND : AROUND * 2;
  if (text.length <= most) return text;
  if (isFirst) return `… ${text.slice(-AROUND)}`;
  if (isLast) return `${text.slice(0, AROUND)} …`;
  return `${text.slice(0, AROUND)} … ${text.slice(-AROUND)}`;
}

/** The words of a content, without comments and tags. */
export function wordsOf(content: string): string {
  return withoutTags(withoutComments(content, ' '), ' ').replace(/\s+/g, ' ').trim();
}
