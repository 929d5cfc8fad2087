import { shortcodePattern } from './shortcodes.ts';

/** Entities that every HTML writer knows: shown as the character, encoded again if needed. */
const PLAIN: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&#38;': '&',
  '&#038;': '&',
  '&lt;': '<',
  '&#60;': '<',
  '&gt;': '>',
  '&#62;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#034;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#039;': "'",
  '&#x27;': "'",
  '&#91;': '[',
  '&#093;': ']',
  '&#93;': ']',
};
/** What a chip shows for the common ones among the others. */
const SHOWN: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  times: '×',
  deg: '°',
};
const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** Text as written, split at entities that are kept as written; plain ones are already decoded. */
export function splitEntities(raw: string): ({ raw: string; text: string } | { raw: string; entity: string })[] {
  const parts: ({ raw: string; text: string } | { raw: string; entity: string })[] = [];
  let from = 0;
  const text = (to: number) => {
    const piece = raw.slice(from, to);
    if (piece !== '') parts.push({ raw: piece, text: decodePlain(piece) });
  };
  for (const match of raw.matchAll(ENTITY)) {
    if (match[0].toLowerCase() in PLAIN) continue;
    text(match.index);
    parts.push({ raw: match[0], entity: shownAs(match[0]) });
    from = match.index + match[0].length;
  }
  text(raw.length);
  return parts;
}

/** Decodes plain entities; others stay as written. */
export function decodePlain(raw: string): string {
  return raw.includes('&') ? raw.replace(ENTITY, (entity) => PLAIN[entity.toLowerCase()] ?? entity) : raw;
}

const BODY = String.raw`(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`;
const ENCODED_AMPERSAND = new RegExp(String.raw`&(?:amp|#0{0,2}38);(?!${BODY})`, 'g');
const BARE_AMPERSAND = new RegExp(`&(?!${BODY})`, 'g');

/**
 * A field that is stored with tags and entities (a title, an excerpt) as people read and write it: `&amp;` is `&`. Other entities
 * stay: as characters they could form a tag, or another entity.
 */
export const withPlainAmpersands = (stored: string): string => stored.replaceAll(ENCODED_AMPERSAND, '&');

/**
 * The reverse: encoded if `like` is, the stored text it replaces or translates. A site has both forms, since the platform encodes
 * what authors write and keeps what editors write. Unchanged text gives `like` itself.
 */
export function withStoredAmpersands(text: string, like: string): string {
  if (withPlainAmpersands(like) === text) return like;
  return like.search(ENCODED_AMPERSAND) === -1 ? text : text.replaceAll(BARE_AMPERSAND, '&amp;');
}

/** Encodes text for HTML: typed text can form no tag, no comment, no entity and no shortcode. */
export function encodeText(text: string): string {
  const safe = text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
  return encodeBrackets(safe);
}

/** Encodes text for an attribute value, whichever quotes it has. */
export function encodeAttribute(text: string): string {
  return encodeText(text).replaceAll('"', '&quot;').replaceAll("'", '&#039;');
}

/** Encodes a bracket that could begin a shortcode; an unclosed one could otherwise be closed by later text. */
function encodeBrackets(text: string): string {
  if (!text.includes('[')) return text;
  const closed = text.replace(shortcodePattern(), (code) => code.replaceAll('[', '&#91;'));
  const tail = closed.lastIndexOf(']') + 1;
  return closed.slice(0, tail) + closed.slice(tail).replace(/\[(?=\[|\/?[A-Za-z])/g, '&#91;');
}

function shownAs(entity: string): string {
  const name = entity.slice(1, -1);
  const number = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : NaN;
  const isCharacter = number > 31 && number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff);
  return isCharacter ? String.fromCodePoint(number) : (SHOWN[name] ?? entity);
}
