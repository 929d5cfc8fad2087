import { harmlessStyle, isHarmlessAddress } from './harmless.ts';

/** Elements that stay. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br caption cite code col colgroup dd del details dfn ' +
    'div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main map mark ' +
    'menu nav ol p pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th ' +
    'thead time tr track tt u ul var video wbr'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'abbr align alt autoplay axis bgcolor border cellpadding cellspacing char charoff cite class clear color colspan ' +
    'controls datetime dir download face frame headers height hidden href hreflang hspace id itemprop itemscope ' +
    'itemtype label lang loading longdesc loop media muted name noshade nowrap open playsinline poster preload rel rev ' +
    'reversed role rowspan rules scope shape size span src srclang start summary tabindex target title type usemap ' +
    'valign value vspace width xml:lang'
  ).split(' '),
);
const ADDRESSES = new Set(['href', 'src', 'cite', 'longdesc', 'poster', 'usemap']);
const EMPTY = new Set(['br', 'hr', 'img', 'col', 'source', 'track', 'wbr']);

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9:-]*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:>|$)|<[!?][^>]*(?:>|$)/gi;
const ATTRIBUTE = /([a-z_:][-a-z0-9_:.]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
const BLOCK = /^<!--\s*\/?wp:[^>]*-->$/;
/** Where a text is cut, among others: the end of such a comment is the same for everybody who reads it. */
const COMMENT = /^<!--[^<>]*-->$/;

/**
 * Markup that cannot run script (`content.md` 1.3): tags and attributes that are not on the lists go, the text between
 * them stays. Every tag that stays is written anew, so that nothing half-read gets through.
 */
export function sanitiseMarkup(html: string): string {
  if (!html.includes('<')) return html;
  let out = '';
  let from = 0;
  for (const match of html.matchAll(TOKEN)) {
    out += escapeLoose(html.slice(from, match.index)) + cleanToken(match);
    from = match.index + match[0].length;
  }
  return out + escapeLoose(html.slice(from));
}

function cleanToken([whole, closing = '', name = '', attributes = '']: RegExpExecArray): string {
  if (whole.startsWith('<!--')) return BLOCK.test(whole) || COMMENT.test(whole) ? whole : '';
  const tag = name.toLowerCase();
  if (!ELEMENTS.has(tag)) return '';
  if (closing !== '') return EMPTY.has(tag) ? '' : `</${tag}>`;
  return `<${tag}${cleanAttributes(attributes)}${EMPTY.has(tag) && /\/\s*$/.test(attributes) ? ' /' : ''}>`;
}

function cleanAttributes(text: string): string {
  let out = '';
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const isAllowed = ATTRIBUTES.has(key) || /^(?:data|aria)-[a-z0-9_-]+$/.test(key);
    const given = double ?? single ?? bare;
    const value = key === 'style' && given !== undefined ? harmlessStyle(given) : given;
    if (key === 'style' ? !value : !isAllowed) continue;
    if (value !== undefined && ADDRESSES.has(key) && !isHarmlessAddress(value)) continue;
    out += value === undefined ? ` ${key}` : ` ${key}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
  }
  return out;
}

/** A `<` that opens no tag is text. */
function escapeLoose(text: string): string {
  return text.replaceAll('<', '&lt;');
}
