export type Params = Readonly<Record<string, string | number>>;
/** A piece of a text: words, or a slot that a component fills. */
export type Piece = string | { slot: string };

/**
 * Fills a pattern: `{name}`, `{n, number}`, `{n, plural, =0 {none} one {# item} other {# items}}`, `{kind, select, a {…} other
 * {…}}`. Numbers are formatted for the locale.
 */
export function format(pattern: string, params: Params, locale: string): string {
  return formatPieces(pattern, params, locale)
    .map((piece) => (typeof piece === 'string' ? piece : `{${piece.slot}}`))
    .join('');
}

/** The same, but a name missing in `params` becomes a slot, for texts that contain a button or bold word. */
export function formatPieces(pattern: string, params: Params, locale: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  while (from < pattern.length) {
    const open = pattern.indexOf('{', from);
    if (open < 0) break;
    pieces.push(pattern.slice(from, open));
    const close = closing(pattern, open);
    pieces.push(...fill(pattern.slice(open + 1, close), params, locale));
    from = close + 1;
  }
  pieces.push(pattern.slice(from));
  return pieces.filter((piece) => piece !== '');
}

function fill(inside: string, params: Params, locale: string): Piece[] {
  const [, name = '', kind, rest = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?(?:,([\s\S]*))?$/.exec(inside) ?? [];
  const value = params[name];
  if (value === undefined) return [{ slot: name }];
  if (kind !== 'plural' && kind !== 'select') return [write(value, locale)];
  const cases = readCases(rest);
  const chosen = kind === 'select' ? cases.get(String(value)) : pluralCase(cases, Number(value), locale);
  const words = chosen ?? cases.get('other') ?? '';
  return formatPieces(kind === 'plural' ? words.replaceAll('#', write(value, locale)) : words, params, locale);
}

function pluralCase(cases: Map<string, string>, value: number, locale: string): string | undefined {
  return cases.get(`=${value}`) ?? cases.get(toolsOf(locale).plurals.select(value));
}

function write(value: string | number, locale: string): string {
  if (typeof value === 'number') return plainNumber(value, locale);
  // A name keeps its own direction in a right-to-left sentence, and does not affect the text around it.
  return locale === 'ar' && /[A-Za-z]/.test(value) && !value.startsWith(APART) ? `${APART}${value}\u2069` : value;
}

interface Tools {
  numbers: Intl.NumberFormat;
  plurals: Intl.PluralRules;
}

const tools = new Map<string, Tools>();

/** Cached by locale: creating a formatter takes far longer than using it, and the name of every table cell contains a number. */
function toolsOf(locale: string): Tools {
  const known = tools.get(locale);
  if (known) return known;
  const made = { numbers: new Intl.NumberFormat(locale), plurals: new Intl.PluralRules(locale) };
  tools.set(locale, made);
  return made;
}

/** Formats a number for the locale, as patterns do. */
export function plainNumber(value: number, locale: string): string {
  return toolsOf(locale).numbers.format(value);
}

/** Isolates the following text from its surroundings, as one piece, up to the end mark. */
const APART = '\u2068';

/** ` one {a} other {b}` → one: a, other: b. */
function readCases(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  for (let from = 0; ;) {
    const open = text.indexOf('{', from);
    if (open < 0) return cases;
    const close = closing(text, open);
    cases.set(text.slice(from, open).trim(), text.slice(open + 1, close));
    from = close + 1;
  }
}

/** The index of the brace that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`A brace is not closed in: ${text}`);
}
