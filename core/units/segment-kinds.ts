import type { SegmentKind } from './tokens.ts';

/** Tags that end a line of text; every other tag is part of it. */
const BLOCK_LEVEL = new Set(
  (
    'address article aside audio blockquote body button canvas caption center col colgroup dd details dialog dir div dl ' +
    'dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html label legend li ' +
    'main menu nav ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul video'
  ).split(' '),
);
/** Elements made to contain one text: a row even if empty, and blank lines in it have no meaning. */
const HOLDERS = new Set(
  'button caption dd dt figcaption h1 h2 h3 h4 h5 h6 label legend li option p pre summary td th'.split(' '),
);
/** Keys of block attributes that usually contain text; others only if the HTML repeats the value. */
const TEXT_KEYS =
  /^(?:alt|answer|buttonText|caption|content|description|heading|label|linkText|message|moreText|placeholder|prefix|question|subheading|subtitle|suffix|summary|text|title)$/;
const TEXT_ATTRIBUTES = new Set(['alt', 'aria-label', 'label', 'placeholder', 'summary', 'title']);

const BY_ELEMENT: Readonly<Record<string, SegmentKind>> = {
  button: 'button',
  caption: 'caption',
  dd: 'definition',
  dt: 'term',
  figcaption: 'caption',
  label: 'label',
  legend: 'label',
  li: 'list item',
  option: 'label',
  summary: 'summary',
  td: 'cell',
  th: 'cell',
};
const BY_BLOCK: Readonly<Record<string, SegmentKind>> = {
  'core/button': 'button',
  'core/code': 'code',
  'core/verse': 'verse',
  'core/preformatted': 'preformatted',
};

export const isBlockLevel = (name: string): boolean => BLOCK_LEVEL.has(name);
export const isHolder = (name: string): boolean => HOLDERS.has(name);

/** The context of a text: the block, the block-level elements around it outermost first, the marks around all of it. */
export interface Standing {
  block: string;
  elements: readonly string[];
  around: readonly string[];
  isInShortcode: boolean;
}

/** The kind of the row of a text. */
export function kindOf({ block, elements, around, isInShortcode }: Standing): { kind: SegmentKind; level: number } {
  const element = elements.at(-1) ?? '';
  const level = /^h[1-6]$/.test(element) ? Number(element[1]) : 0;
  if (level > 0) return { kind: 'heading', level };
  const byBlock = BY_BLOCK[block];
  if (byBlock) return { kind: byBlock, level };
  if (around.includes('cite')) return { kind: 'citation', level };
  const byElement = BY_ELEMENT[element];
  if (byElement) return { kind: byElement, level };
  if (element === 'pre') return { kind: 'preformatted', level };
  if (elements.includes('blockquote')) return { kind: 'quote', level };
  if (element === 'p') return { kind: elements.includes('li') ? 'list item' : 'paragraph', level };
  if (isInShortcode) return { kind: 'shortcode', level };
  return { kind: element === '' && block === '' ? 'paragraph' : 'text', level };
}

/** Whether the value of an attribute of a tag is a row, and of which kind; `type` is that of an input. */
export function kindOfAttribute(tag: string, name: string, type: string): 'attribute' | 'link' | undefined {
  if (name === 'href') return tag === 'a' || tag === 'area' ? 'link' : undefined;
  if (name === 'value') return tag === 'input' && /^(?:submit|button|reset)$/i.test(type) ? 'attribute' : undefined;
  return TEXT_ATTRIBUTES.has(name) ? 'attribute' : undefined;
}

/** Whether a string in the attributes of a block is a text by itself; `hasField`: a sibling key describes it as a field. */
export function isTextOfBlock(path: readonly string[], value: string, hasField: boolean): boolean {
  const key = path.findLast((each) => !/^\d+$/.test(each)) ?? '';
  if (/^(?:style|layout|metadata|query|lock)$/.test(path[0] ?? '') || !/\p{L}/u.test(value)) return false;
  if (/^(?:[a-z]+:|[/#.]|--)\S*$/i.test(value)) return false;
  if (TEXT_KEYS.test(key)) return true;
  return hasField && !key.startsWith('_') && /[\s\p{Lu}]|[^\u0020-\u007e]/u.test(value);
}
