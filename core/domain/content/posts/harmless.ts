/** An address without a scheme, or with one that leads nowhere dangerous. Entities and blanks hide nothing. */
export function isHarmlessAddress(address: string): boolean {
  const plain = address
    .replace(/&#x([0-9a-f]+);?/gi, (_whole, code: string) => character(parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_whole, code: string) => character(Number(code)))
    .replace(/&(?:colon|tab|newline);?/gi, (entity) => (/colon/i.test(entity) ? ':' : ''))
    .replace(/[\p{Cc}\p{Z}]/gu, '');
  const scheme = /^([^/?#:]*):/.exec(plain)?.[1];
  return scheme === undefined || /^(?:https?|mailto|tel|ftp|sms)$/i.test(scheme);
}

function character(code: number): string {
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : '';
}

/** What may be styled: how something looks and flows, not that it lies over something else. */
const PROPERTY =
  /^(?:--[\w-]+|(?:align|background|border|column|flex|font|grid|justify|list-style|margin|max|min|object|outline|overflow|padding|text|word)(?:-[a-z-]+)?|aspect-ratio|box-shadow|clear|color|columns|direction|display|float|gap|height|letter-spacing|line-height|opacity|order|row-gap|vertical-align|white-space|width|writing-mode)$/;
const FUNCTIONS = new Set(
  'calc clamp hsl hsla linear-gradient max min minmax radial-gradient repeat rgb rgba url var'.split(' '),
);

/** The declarations of a style attribute that can do no harm, letter for letter where that is all of them; "" when none is. */
export function harmlessStyle(text: string): string {
  const plain = text
    .replace(/&(?:quot|#0*34);/gi, '"')
    .replace(/&#0*39;/g, "'")
    .replace(/&amp;/gi, '');
  // What is written as an escape or hidden by a comment is not read here as it would be read there.
  if (/[&\\<>{}]|\/\*/.test(plain)) return '';
  const all = plain.split(';').filter((one) => one.trim() !== '');
  const kept = all.filter(isHarmlessDeclaration);
  return kept.length === all.length ? text : kept.map((one) => one.trim()).join(';');
}

function isHarmlessDeclaration(text: string): boolean {
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1);
  if (colon < 0 || !PROPERTY.test(text.slice(0, colon).trim().toLowerCase())) return false;
  // Each opening parenthesis follows the name of a function; an address has none within.
  const [, ...calls] = value.split('(');
  const names = value
    .split('(')
    .slice(0, -1)
    .map((before) => /[a-z-]*$/i.exec(before.slice(-20))?.[0].toLowerCase() ?? '');
  return names.every((name, at) => FUNCTIONS.has(name) && (name !== 'url' || isHarmlessUrl(calls[at] ?? '')));
}

/** What follows `url(`. */
function isHarmlessUrl(text: string): boolean {
  const end = text.indexOf(')');
  return end >= 0 && isHarmlessAddress(text.slice(0, end).trim().replace(/^["']/, ''));
}
