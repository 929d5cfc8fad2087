// Words with their formatting, and how they are written into a block. Only the formatting listed here can come from a clipboard.
import { encodeText } from '../entities.ts';

/** The formatting of pasted words, outermost first. */
const MARKS = ['strong', 'em', 's', 'code', 'sub', 'sup'] as const;
export type MarkName = (typeof MARKS)[number];

/** Formatting of a piece of text; a link is given by its address. */
export type Marks = Readonly<Partial<Record<MarkName, boolean>> & { href?: string }>;

/** A piece of text; a line break is `\n`. */
export interface Run {
  text: string;
  marks: Marks;
}

/** A safe address for a link; undefined for one that runs something, and for anchors within the source document. */
export function safeAddress(raw: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- browsers leave out exactly these
  const address = raw.replace(/[\u0000-\u0020\u007f-\u009f]/g, '');
  const redirect = /^https:\/\/www\.google\.com\/url\?(?:[^#]*&)?q=([^&#]+)/.exec(address)?.[1];
  if (redirect !== undefined) return safeAddress(decoded(redirect));
  return /^(?:https?:\/\/|mailto:|tel:)[^\s]|^\/(?![/\\])/i.test(address) ? address : undefined;
}

/** Trims runs at their ends and around line breaks, merges those with the same formatting and removes empty ones. */
export function tidyRuns(runs: readonly Run[]): Run[] {
  const tidy: Run[] = [];
  for (const { text, marks } of runs) {
    const before = tidy.at(-1);
    const isFresh = before === undefined || /[ \n]$/.test(before.text);
    const own = isFresh ? text.replace(/^ +/, '') : text;
    if (own.startsWith('\n') && before) before.text = before.text.replace(/ +$/, '');
    if (before && sameMarks(before.marks, marks)) before.text += own;
    else if (own !== '') tidy.push({ text: own, marks });
  }
  for (let first = tidy[0]; first; first = tidy[0]) {
    first.text = first.text.trimStart();
    if (first.text !== '') break;
    tidy.shift();
  }
  for (let last = tidy.at(-1); last; last = tidy.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    tidy.pop();
  }
  return tidy.map(({ text, marks }) => ({ text: text.replace(/ *\n */g, '\n'), marks }));
}

/** Removes a mark that all of the words have: a heading is already bold. */
export function withoutMark(runs: readonly Run[], name: MarkName): Run[] {
  const isWhole = runs.every(({ text, marks }) => marks[name] === true || text.trim() === '');
  return isWhole ? runs.map(({ text, marks: { [name]: _gone, ...marks } }) => ({ text, marks })) : [...runs];
}

/** Writes the runs as HTML: words are encoded, so that none of them is a tag, an entity or a shortcode. */
export function writeRuns(runs: readonly Run[]): string {
  return writeFrom(runs, -1);
}

const plain = ({ text }: Run): string => encodeText(text).replaceAll('\n', '<br>');

/** `depth` -1: links, which enclose all other marks. */
function writeFrom(runs: readonly Run[], depth: number): string {
  if (depth >= MARKS.length) return runs.map(plain).join('');
  const of = ({ marks }: Run): string => {
    const name = MARKS[depth];
    if (name === undefined) return marks.href ?? '';
    return marks[name] === true ? name : '';
  };
  let html = '';
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const first = runs[from];
    if (!first) break;
    const mark = of(first);
    while (to < runs.length && runs[to] && of(runs[to] ?? first) === mark) to++;
    const inner = writeFrom(runs.slice(from, to), depth + 1);
    if (mark === '') html += inner;
    else html += depth < 0 ? `<a href="${attribute(mark)}">${inner}</a>` : `<${mark}>${inner}</${mark}>`;
  }
  return html;
}

const attribute = (text: string): string => encodeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#039;');

function sameMarks(one: Marks, other: Marks): boolean {
  return one.href === other.href && MARKS.every((name) => (one[name] === true) === (other[name] === true));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
