// Converts words with their formatting from HTML to nodes and back.
import { encodeAttribute, encodeText, decodePlain } from '../entities.ts';
import type { HtmlToken } from '../html.ts';
import { itemsOf } from '../inline.ts';
import type { Item } from '../inline.ts';
import { isBlockLevel } from '../segment-kinds.ts';
import { fingerprint, knownText } from './nodes.ts';
import type { Mark, WritingNode } from './nodes.ts';

/** Elements with a named mark; every other one is the mark `tag`. */
const NAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'strike',
  del: 'strike',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
  a: 'link',
};
const ELEMENTS: Readonly<Record<string, string>> = { strong: 'strong', em: 'em', strike: 's', code: 'code' };
/** Entities that are kept as written. */
const KEPT_ENTITY = /^&(?:nbsp|#160|#xa0);$/i;

/** How line breaks are read: as a space, unchanged (code), or as a line break (text outside of elements). */
export type LineEnds = 'blank' | 'kept' | 'break';

interface Reading {
  items: readonly Item[];
  lineEnds: LineEnds;
}

/** Inline HTML as nodes; undefined if the tokens contain a block-level tag. */
export function readInline(tokens: readonly HtmlToken[], lineEnds: LineEnds = 'blank'): WritingNode[] | undefined {
  if (tokens.some((token) => (token.kind === 'open' || token.kind === 'close') && isBlockLevel(token.name)))
    return undefined;
  const items = itemsOf(tokens);
  return joined(readItems({ items, lineEnds }, 0, items.length, []));
}

function readItems(reading: Reading, from: number, to: number, marks: readonly Mark[]): WritingNode[] {
  const nodes: WritingNode[] = [];
  for (let at = from; at < to; at++) {
    const item = reading.items[at];
    if (!item) continue;
    if (item.kind === 'text') nodes.push(...textNodes(item.text, reading.lineEnds, marks));
    else if (item.kind === 'open' && item.what === 'element' && item.partner > at) {
      const inner = readItems(reading, at + 1, item.partner, within(marks, markOf(item, marks)));
      const raw = reading.items.slice(at, item.partner + 1).map((each) => each.raw);
      nodes.push(...(inner.length > 0 ? inner : [locked(raw.join(''), item.name, marks)]));
      at = item.partner;
    } else if (item.kind === 'single' && item.what === 'element' && item.name === 'br')
      nodes.push({ type: 'hard_break', attrs: { html: item.raw }, marks });
    else if (item.kind === 'single' && item.what === 'entity' && isCharacter(item))
      nodes.push({ type: 'text', text: item.name, marks });
    else nodes.push(locked(item.raw, item.name, marks));
  }
  return nodes;
}

const isCharacter = ({ name, raw }: { name: string; raw: string }): boolean =>
  KEPT_ENTITY.test(raw) || (name !== raw && /^[^\s\p{C}]{1,2}$/u.test(name));

const locked = (html: string, name: string, marks: readonly Mark[]): WritingNode => ({
  type: 'locked',
  attrs: { html, name: name.slice(0, 40) },
  marks,
});

function textNodes(text: string, lineEnds: LineEnds, marks: readonly Mark[]): WritingNode[] {
  if (lineEnds === 'kept') return [{ type: 'text', text, marks }];
  if (lineEnds === 'blank') return [{ type: 'text', text: text.replace(/[^\S\u00a0]*\n[^\S\u00a0]*/g, ' '), marks }];
  return text
    .split('\n')
    .flatMap((line, at): WritingNode[] => [
      ...(at > 0 ? [{ type: 'hard_break', attrs: { html: '\n' }, marks }] : []),
      { type: 'text', text: line, marks },
    ]);
}

function markOf(item: Exclude<Item, { kind: 'text' }>, around: readonly Mark[]): Mark {
  const named = NAMED[item.name];
  const type = named !== undefined && !around.some((mark) => mark.type === named) ? named : 'tag';
  if (type !== 'link') return { type, attrs: { open: item.raw } };
  const href = item.attributes.find(({ name }) => name === 'href')?.raw ?? '';
  return { type, attrs: { href: decodePlain(href), open: item.raw } };
}

/** An element within the same element adds nothing. */
const within = (marks: readonly Mark[], own: Mark): readonly Mark[] =>
  marks.some((mark) => keyOf(mark) === keyOf(own)) ? marks : [...marks, own];

/** Joins adjacent texts with the same formatting, and removes empty ones. */
function joined(nodes: readonly WritingNode[]): WritingNode[] {
  const out: WritingNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.type !== 'text') out.push(node);
    else if (node.text === '') continue;
    else if (last?.type === 'text' && sameMarks(last, node))
      out[out.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    else out.push(node);
  }
  return out;
}

const keyOf = (mark: Mark): string => fingerprint(mark);
const sameMarks = (one: WritingNode, other: WritingNode): boolean =>
  (one.marks ?? []).map(keyOf).sort().join() === (other.marks ?? []).map(keyOf).sort().join();

/** The nodes as HTML. Words can form no tag, no comment, no entity and no shortcode. */
export function writeInline(nodes: readonly WritingNode[], lineEnds: LineEnds = 'blank'): string {
  return writeFrom(
    nodes.map((node) => ({ node, marks: node.marks ?? [] })),
    lineEnds,
  );
}

interface Marked {
  node: WritingNode;
  marks: readonly Mark[];
}

/** The mark with the longest range encloses the others. */
function writeFrom(all: readonly Marked[], lineEnds: LineEnds): string {
  let html = '';
  for (let at = 0; at < all.length;) {
    const first = all[at];
    if (!first) break;
    const reach = first.marks.map((mark) => ({ mark, to: endOf(all, at, keyOf(mark)) }));
    const [widest] = reach.sort((one, other) => other.to - one.to);
    if (!widest) {
      html += writeNode(first.node, lineEnds);
      at++;
      continue;
    }
    const key = keyOf(widest.mark);
    const inner = all
      .slice(at, widest.to)
      .map(({ node, marks }) => ({ node, marks: marks.filter((mark) => keyOf(mark) !== key) }));
    const [open, close] = tagsOf(widest.mark);
    html += open + writeFrom(inner, lineEnds) + close;
    at = widest.to;
  }
  return html;
}

function endOf(all: readonly Marked[], from: number, key: string): number {
  let to = from;
  while (all[to]?.marks.some((mark) => keyOf(mark) === key)) to++;
  return to;
}

function tagsOf(mark: Mark): [open: string, close: string] {
  const written = knownText({ ...mark }, 'open');
  const name = /^<([a-z][^\s/>]*)/i.exec(written ?? '')?.[1];
  if (written !== undefined && name !== undefined) return [written, `</${name}>`];
  if (mark.type === 'link') {
    const href = knownText({ ...mark }, 'href') ?? '';
    return [`<a href="${encodeAttribute(href)}">`, '</a>'];
  }
  const element = ELEMENTS[mark.type] ?? mark.type;
  return [`<${element}>`, `</${element}>`];
}

function writeNode(node: WritingNode, lineEnds: LineEnds): string {
  if (node.type === 'text') return encodeText(node.text ?? '').replaceAll('\u00a0', '&nbsp;');
  const html = knownText(node, 'html');
  if (node.type !== 'hard_break') return html ?? '';
  if (lineEnds === 'break') return html ?? '\n';
  if (lineEnds === 'kept') return html ?? '\n';
  return html === undefined || html === '\n' ? '<br>' : html;
}
