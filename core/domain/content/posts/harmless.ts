/** Whether an address has no scheme, or a safe one. Entities and whitespace are decoded first. */
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

/** Allowed CSS properties: appearance and flow, not positioning over other content. */
const PROPERTY =
  /^(?:--[\w-]+|(?:align|background|border|column|flex|font|grid|justify|list-style|margin|max|min|object|outline|overflow|padding|text|word)(?:-[a-z-]+)?|aspect-ratio|box-shadow|clear|color|columns|direction|display|float|gap|height|letter-spacing|line-height|opacity|order|row-gap|vertical-align|white-space|width|writing-mode)$/;
const FUNCTIONS = new Set(
  'calc clamp hsl hsla linear-gradient max min minmax radial-gradient repeat rgb rgba url var'.split(' '),
);

/** The harmless declarations of a style attribute, unchanged if all of them are; "" if none is. */
export function harmlessStyle(text: string): string {
  const plain = text
    .replace(/&(?:quot|#0*34);/gi, '"')
    .replace(/&#0*39;/g, "'")
    .replace(/&amp;/gi, '');
  // Escapes and comments could make a browser parse it differently than we do.
  if (/[&\\<>{}]|\/\*/.test(plain)) return '';
  const all = plain.split(';').filter((one) => one.trim() !== '');
  const kept = all.filter(isHarmlessDeclaration);
  return kept.length === all.length ? text : kept.map((one) => one.trim()).join(';');
}

function isHarmlessDeclaration(text: string): boolean {
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1);
  if (colon < 0 || !PROPERTY.test(text.slice(0, colon).trim().toLowerCase())) return false;
  // Each opening parenthesis must follow a function name; addresses contain none.
  const [, ...calls] = value.split('(');
  const names = value
    .split('(')
    .slice(0, -1)
    .map((before) => /[a-z-]*$/i.exec(before.slice(-20))?.[0].toLowerCase() ?? '');
  return names.every((name, at) => FUNCTIONS.has(name) && (name !== 'url' || isHarmlessUrl(calls[at] ?? '')));
}

/** Checks the argument of `url(`. */
function isHarmlessUrl(text: string): boolean {
  const end = text.indexOf(')');
  return end >= 0 && isHarmlessAddress(text.slice(0, end).trim().replace(/^["']/, ''));
}
