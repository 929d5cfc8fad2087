// Inserts pasted blocks into a content.
import { readContent } from '../content.ts';
import { tokenizeHtml } from '../html.ts';
import { itemsOfList } from '../write.ts';
import type { PastedBlock, PastedBlocks } from './paste.ts';

/** A paragraph or a heading: what precedes its words, the words, and what follows them. */
const SIMPLE =
  /^(<!-- wp:(?:paragraph|heading)(?:\s[^>]*?)?-->\s*<(p|h[1-6])(?:\s[^>]*)?>)([\s\S]*)(<\/\2>\s*<!-- \/wp:(?:paragraph|heading) -->)$/;
const ITEM =
  /(<!-- wp:list-item(?:\s[^>]*?)?-->\s*<li(?:\s[^>]*)?>)((?:(?!<!-- wp:)[\s\S])*?)(<\/li>\s*<!-- \/wp:list-item -->)/g;

interface Inserted {
  html: string;
  /** The block with the end of the pasted content. */
  at: number;
}

/**
 * Replaces `mark`, which occurs in the content once, within a text, by blocks. In a paragraph or a heading they are inserted as
 * blocks: the text before and after the mark joins the first and the last of them, if these are paragraphs. In a list they are
 * inserted as items, anywhere else as lines. `keepsBlock`: the block with the mark stays, as the translation of its source.
 * Undefined if the mark is not within a text.
 */
export function insertPasted(
  html: string,
  { mark, pasted, keepsBlock }: { mark: string; pasted: PastedBlocks; keepsBlock: boolean },
): Inserted | undefined {
  const content = readContent(html);
  const at = content.blocks.findIndex(({ raw }) => raw.includes(mark));
  const block = content.blocks[at];
  if (!block || html.split(mark).length !== 2) return undefined;
  const isOneLine = pasted.blocks.length === 1 && pasted.blocks[0]?.words !== undefined && pasted.blocks[0].level === 0;
  const simple = isOneLine ? null : SIMPLE.exec(block.raw);
  const raws = simple
    ? intoText(simple, { mark, blocks: pasted.blocks, keepsBlock })
    : [itemsOfList(content, at) === undefined ? asLines(block.raw, mark, pasted) : intoList(block.raw, mark, pasted)];
  if (!raws || raws.includes(undefined)) return undefined;
  const parts = content.blocks.map(({ raw, after }) => raw + after);
  parts[at] = raws.join('\n\n') + block.after;
  return { html: content.lead + parts.join(''), at: at + raws.length - 1 };
}

const paragraph = (words: string): string => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`;
const isParagraph = (block: PastedBlock | undefined): boolean => block?.words !== undefined && block.level === 0;

function intoText(
  [, open = '', , inner = '', close = '']: RegExpExecArray,
  { mark, blocks, keepsBlock }: { mark: string; blocks: readonly PastedBlock[]; keepsBlock: boolean },
): string[] | undefined {
  const halves = cut(inner, mark);
  if (!halves) return undefined;
  const [left, right] = halves;
  const rest = [...blocks];
  const [first] = rest;
  const joins = keepsBlock ? first?.words !== undefined : isParagraph(first) && !isEmpty(left);
  const words = joins ? (rest.shift()?.words ?? '') : '';
  const keepsLeft = keepsBlock || !isEmpty(left);
  if (isEmpty(right)) return [...(keepsLeft ? [open + left + words + close] : []), ...rest.map(({ html }) => html)];
  const last = rest.at(-1);
  if (!last) return [open + left + words + right + close];
  const tail = isParagraph(last) ? [paragraph((last.words ?? '') + right)] : [last.html, paragraph(right)];
  return [...(keepsLeft ? [open + left + words + close] : []), ...rest.slice(0, -1).map(({ html }) => html), ...tail];
}

/** Lines as items: the first and the last join the text around the mark. */
function intoList(raw: string, mark: string, { lines }: PastedBlocks): string | undefined {
  for (const match of raw.matchAll(ITEM)) {
    const [whole, open = '', inner = '', close = ''] = match;
    const halves = inner.includes(mark) ? cut(inner, mark) : undefined;
    if (!halves) continue;
    const items = lines.length === 0 ? [''] : [...lines];
    items[0] = halves[0] + (items[0] ?? '');
    items[items.length - 1] += halves[1];
    const written = items.map((words) => open + words + close).join('\n\n');
    return raw.slice(0, match.index) + written + raw.slice(match.index + whole.length);
  }
  return asLines(raw, mark, { lines });
}

function asLines(raw: string, mark: string, { lines }: Pick<PastedBlocks, 'lines'>): string | undefined {
  const before = raw.slice(0, raw.indexOf(mark));
  // A tag or a comment cannot contain tags.
  return before.lastIndexOf('<') > before.lastIndexOf('>') ? undefined : raw.replace(mark, () => lines.join('<br>'));
}

/** Both sides of the mark, each with its tags closed; undefined if it is not within a text. */
function cut(html: string, mark: string): [left: string, right: string] | undefined {
  const open: { name: string; raw: string }[] = [];
  let left = '';
  let right: string | undefined;
  for (const token of tokenizeHtml(html)) {
    const at = token.kind === 'text' && right === undefined ? token.raw.indexOf(mark) : -1;
    if (at >= 0) {
      left +=
        token.raw.slice(0, at).trimEnd() +
        open
          .toReversed()
          .map(({ name }) => `</${name}>`)
          .join('');
      right = open.map(({ raw }) => raw).join('') + token.raw.slice(at + mark.length).trimStart();
      continue;
    }
    if (right === undefined) left += token.raw;
    else right += token.raw;
    if (token.kind === 'open' && !token.isVoid) open.push(token);
    else if (token.kind === 'close' && open.at(-1)?.name === token.name) open.pop();
  }
  return right === undefined ? undefined : [left, right];
}

/** No text and no picture. */
const isEmpty = (html: string): boolean => !/\S/.test(html.replace(/<(?!img[\s/>])[^>]*>/gi, ''));
