/** A shortcode in text: `[name]`, `[name key="value"]`, `[name/]`, `[/name]`, or an escaped one: `[[name]]`. */
export interface Shortcode {
  kind: 'open' | 'close' | 'single';
  name: string;
  raw: string;
  start: number;
}

/** Names that are shortcodes on every site, even with unnamed values. */
const KNOWN = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption']);

export function shortcodePattern(): RegExp {
  return /\[\[[A-Za-z][^[\]]*\]\]|\[(\/?)([A-Za-z][\w-]*)((?:\s[^[\]]*)?)(\/?)\]/g;
}

/**
 * The shortcodes of a text. The names known to a site are not available here, so anything similar counts: with a named value,
 * with a closing partner, or a single word in small letters. `[Note]` and `[see page 4]` are text.
 */
export function findShortcodes(text: string): Shortcode[] {
  if (!text.includes('[')) return [];
  const found: (Shortcode & { isSure: boolean })[] = [];
  for (const match of text.matchAll(shortcodePattern())) {
    const [raw, slash, name = '', values = '', self] = match;
    const isWrittenOut = raw.startsWith('[[');
    const kind = isWrittenOut || self || values.endsWith('/') ? 'single' : slash ? 'close' : 'open';
    const looksSure = values.trim() === '' ? /^[a-z][a-z0-9_-]*$/.test(name) : /\s[\w-]+=["'\w]/.test(values);
    const isSure = isWrittenOut || looksSure || KNOWN.has(name) || kind === 'single' || /[_-]/.test(name);
    found.push({ kind, name: isWrittenOut ? raw : name, raw, start: match.index, isSure });
  }
  const closed = new Set(found.filter(({ kind }) => kind === 'close').map(({ name }) => name));
  return found.filter(({ isSure, kind, name }) => isSure || kind === 'close' || closed.has(name));
}
