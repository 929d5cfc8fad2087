/**
 * Typographic replacement in the text between tags (`content.md` 2.2): curly quotes, dashes, ellipsis, trade marks, and
 * `&` that begins no entity. Text inside code, preformatted text and scripts stays as it is.
 */
export function typographic(html: string): string {
  if (!/['"`&.-]|\((?:tm|c|r)\)|\d\s*x\s*\d/i.test(html)) return html;
  let quiet = '';
  return splitMarkup(html)
    .map((part) => {
      if (part.startsWith('<')) {
        quiet = nextQuiet(part, quiet);
        return part;
      }
      return quiet === '' ? inText(part) : part;
    })
    .join('');
}

/** Splits markup into alternating text and tags or comments. A `<` that opens no tag is text. */
export function splitMarkup(html: string): string[] {
  return html.split(MARKUP).filter((part) => part !== '');
}

const MARKUP = /(<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|<![^<>]*>)/i;
const QUIET = /^<(\/?)(pre|code|kbd|style|script|tt|textarea|svg)\b/i;

/** Name of the element in which nothing is replaced, or "". */
function nextQuiet(tag: string, quiet: string): string {
  const [, closing, name = ''] = QUIET.exec(tag) ?? [];
  if (name === '') return quiet;
  if (closing === '') return quiet === '' ? name.toLowerCase() : quiet;
  return name.toLowerCase() === quiet ? '' : quiet;
}

/** Context before an opening quote: the beginning, a space, a bracket, a dash. */
const OPENS = String.raw`(^|[\s([{\u2013\u2014"'-])`;

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]*;)/gi, '&#038;'],
  [/\.\.\./g, '&#8230;'],
  [/\(tm\)/gi, '&#8482;'],
  [/---/g, '&#8212;'],
  [/(^|\s)--(?=\s|$)/g, '$1&#8212;'],
  [/(?<!xn)--/g, '&#8211;'],
  [/(^|\s)-(?=\s|$)/g, '$1&#8211;'],
  [/``/g, '&#8220;'],
  [/''/g, '&#8221;'],
  [/'(?=\d\d(?!\d)(?:\s|$|[.,;:!?)}\]&-]))/g, '&#8217;'],
  [/(\d)"(?=\s*(?:x|&#215;|$|[\s.,;]))/g, '$1&#8243;'],
  [new RegExp(`${OPENS}"(?=\\S)`, 'g'), '$1&#8220;'],
  [/"/g, '&#8221;'],
  [new RegExp(`(^|[\\s([{\\u2013\\u2014-]|&#8220;)'(?=\\S)`, 'g'), '$1&#8216;'],
  [/'/g, '&#8217;'],
  [/(?<=\d)\s?x\s?(?=\d)/g, '&#215;'],
];

function inText(text: string): string {
  return REPLACEMENTS.reduce((out, [pattern, replacement]) => out.replace(pattern, replacement), text);
}

/**
 * Replaces whole elements with these names, from the opening tag to the next closing one; unclosed elements are kept. Not a
 * regex, which would scan to the end of the text for each opening tag.
 */
export function replaceElements(html: string, names: readonly string[], replace: (whole: string) => string): string {
  const opening = new RegExp(`<(${names.join('|')})(?=[\\s/>])`, 'gi');
  const open = new Set(names);
  let out = '';
  let from = 0;
  for (let match = opening.exec(html); match && open.size > 0; match = opening.exec(html)) {
    const name = (match[1] ?? '').toLowerCase();
    const end = open.has(name) ? endOf(html, name, match.index) : -1;
    if (end < 0) {
      open.delete(name);
      continue;
    }
    out += html.slice(from, match.index) + replace(html.slice(match.index, end));
    from = end;
    opening.lastIndex = end;
  }
  return out + html.slice(from);
}

/** Searches the original text: lower-casing may change its length (İ becomes two characters), shifting later positions. */
function endOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  const end = found ? html.indexOf('>', found.index) : -1;
  return end < 0 ? -1 : end + 1;
}
