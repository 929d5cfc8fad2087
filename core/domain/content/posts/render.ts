import { workOn, type TextWork } from './long-texts.ts';
import { withParagraphs } from './paragraphs.ts';
import { replaceElements, splitMarkup, typographic } from './typography.ts';

/** Number of words of an excerpt generated from the content (`content.md` 2.2). */
export const EXCERPT_WORDS = 55;

/** Renders a title (`content.md` 2.2). */
export function renderTitle(raw: string): string {
  return raw === '' ? '' : remember('title', raw, () => typographic(raw).trim());
}

/** Renders content: strips block comments and keeps block markup, or adds paragraphs to plain text. */
export function renderContent(raw: string): string {
  return raw === ''
    ? ''
    : remember('content', raw, () => {
        const blocks = hasBlocks(raw);
        const bare = blocks ? raw.replace(BLOCK_COMMENT, '') : raw;
        const text = typographic(bare);
        return blocks ? text : withParagraphs(text);
      });
}

/** The item's own excerpt, or the first words, without markup, of the content before "read more". */
export function renderExcerpt(row: { excerpt: string; content: string }, words: number = EXCERPT_WORDS): string {
  if (row.excerpt !== '') return remember('excerpt', row.excerpt, () => withParagraphs(typographic(row.excerpt)));
  if (row.content === '') return '';
  return remember(`words ${words}`, row.content, () => {
    const text = firstWords(renderContent(teaserOf(row.content)), words);
    return text === '' ? '' : `<p>${text}</p>\n`;
  });
}

/** Whether a text consists of blocks. */
export function hasBlocks(raw: string): boolean {
  return raw.includes('<!-- wp:');
}

/** Block comments never contain `<`: their attributes escape it. */
const BLOCK_COMMENT = /<!--\s?\/?wp:[^<]*?-->\n?/g;

const MORE = '<!--more';

/** The part shown in lists: the author may have ended it with a comment, which may contain the text of the "read more" link. */
function teaserOf(content: string): string {
  const end = content.indexOf(MORE);
  return end >= 0 && content.includes('-->', end) ? content.slice(0, end) : content;
}

/** The first words of a text without markup, scripts and styles. A tag inside a word does not split it. */
function firstWords(html: string, count: number): string {
  const bare = replaceElements(html, ['script', 'style'], () => '').replace(PARTING, '$& ');
  const text = splitMarkup(bare)
    .filter((part) => !/^<[!/a-z]/i.test(part))
    .join('');
  const all = text.split(/[\n\r\t ]+/).filter((word) => word !== '');
  return all.length > count ? `${all.slice(0, count).join(' ')} [&hellip;]` : all.join(' ');
}

const PARTING = /<\/(?:p|div|li|h[1-6]|td|th|tr|blockquote|figcaption)>|<br\s?\/?>/gi;

// A pure cache: texts that are shown repeatedly, such as those of the first page, are rendered only once.
const MOST_CHARACTERS = 8_000_000;
const made = new Map<TextWork, Map<string, string>>();
let characters = 0;

function remember(kind: TextWork, raw: string, make: () => string): string {
  let known = made.get(kind);
  if (!known) {
    known = new Map();
    made.set(kind, known);
  }
  const found = known.get(raw);
  if (found !== undefined) return found;
  const value = workOn(kind, raw, make);
  characters += raw.length + value.length;
  if (characters > MOST_CHARACTERS) {
    made.clear();
    characters = raw.length + value.length;
    made.set(kind, new Map([[raw, value]]));
  } else known.set(raw, value);
  return value;
}
