import { workOn, type TextWork } from './long-texts.ts';
import { withParagraphs } from './paragraphs.ts';
import { replaceElements, splitMarkup, typographic } from './typography.ts';

/** Words of an excerpt made from the content (`content.md` 2.2). */
export const EXCERPT_WORDS = 55;

/** A title as it is shown (`content.md` 2.2). */
export function renderTitle(raw: string): string {
  return raw === '' ? '' : remember('title', raw, () => typographic(raw).trim());
}

/** Content as it is shown: block comments gone and the output of blocks kept, or paragraphs made for plain text. */
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

/** The excerpt of its own, or the first words without markup of what stands before "read more" in the content. */
export function renderExcerpt(row: { excerpt: string; content: string }, words: number = EXCERPT_WORDS): string {
  if (row.excerpt !== '') return remember('excerpt', row.excerpt, () => withParagraphs(typographic(row.excerpt)));
  if (row.content === '') return '';
  return remember(`words ${words}`, row.content, () => {
    const text = firstWords(renderContent(teaserOf(row.content)), words);
    return text === '' ? '' : `<p>${text}</p>\n`;
  });
}

/** Whether a text is made of blocks. */
export function hasBlocks(raw: string): boolean {
  return raw.includes('<!-- wp:');
}

/** What a block holds is written without `<`. */
const BLOCK_COMMENT = /<!--\s?\/?wp:[^<]*?-->\n?/g;

const MORE = '<!--more';

/** What lists show: the author may have ended it by a comment, in which may stand what the link to the rest shall say. */
function teaserOf(content: string): string {
  const end = content.indexOf(MORE);
  return end >= 0 && content.includes('-->', end) ? content.slice(0, end) : content;
}

/** The first words of a text without markup; what scripts and styles hold is none of it. A tag inside a word does not part it. */
function firstWords(html: string, count: number): string {
  const bare = replaceElements(html, ['script', 'style'], () => '').replace(PARTING, '$& ');
  const text = splitMarkup(bare)
    .filter((part) => !/^<[!/a-z]/i.test(part))
    .join('');
  const all = text.split(/[\n\r\t ]+/).filter((word) => word !== '');
  return all.length > count ? `${all.slice(0, count).join(' ')} [&hellip;]` : all.join(' ');
}

const PARTING = /<\/(?:p|div|li|h[1-6]|td|th|tr|blockquote|figcaption)>|<br\s?\/?>/gi;

// Not state: each is a function of its text. What is shown again and again (the first page) is made once.
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
