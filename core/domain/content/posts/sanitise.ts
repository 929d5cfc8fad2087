import { escapeAmpersands } from '../entities.ts';
import { harmlessStyle, isHarmlessAddress } from './harmless.ts';
import { workOn } from './long-texts.ts';

/** Allowed elements. */
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
/** Positions where a text is split, among others: all parsers agree on the end of such a comment. */
const COMMENT = /^<!--[^<>]*-->$/;

/** Allowed markup: the attributes of a tag, or undefined if the tag is removed; and whether comments are kept. */
interface Markup {
  allows(tag: string): ((attribute: string) => boolean) | undefined;
  comments: boolean;
}

const isCommon = (name: string): boolean => ATTRIBUTES.has(name) || /^(?:data|aria)-[a-z0-9_-]+$/.test(name);
const HARMLESS: Markup = {
  allows: (tag) => (ELEMENTS.has(tag) ? isCommon : undefined),
  comments: true,
};

/** Inline tags, with their attributes. */
function inline(attributes: Readonly<Record<string, readonly string[]>>): Markup {
  const bare = 'b blockquote cite code em i s strike strong'.split(' ');
  const all = new Map([...bare.map((tag) => [tag, []] as const), ...Object.entries(attributes)]);
  return {
    allows(tag) {
      const names = all.get(tag);
      return names && ((name) => names.includes(name));
    },
    comments: false,
  };
}

const shared = { abbr: ['title'], acronym: ['title'], q: ['cite'], del: ['datetime'] };
const TITLE = inline({ ...shared, a: ['href', 'title'] });
const TERM = inline({ ...shared, a: ['href', 'title', 'rel', 'target'] });

/**
 * Markup that cannot run script (`content.md` 1.3): tags and attributes not on the allow list are removed, the text between them
 * is kept. Every kept tag is serialised again, so that nothing half-parsed gets through.
 */
export const sanitiseMarkup = (html: string): string => workOn('markup', html, () => clean(html, HARMLESS));

/** A title by a caller who may not write raw HTML (`content.md` 1.3). */
export const sanitiseTitle = (html: string): string => workOn('title markup', html, () => clean(html, TITLE));

/** The description of a term, the same for every role (`content.md` 1.3). */
export const sanitiseTermDescription = (html: string): string => workOn('term markup', html, () => clean(html, TERM));

function clean(html: string, markup: Markup): string {
  let out = '';
  let from = 0;
  for (const match of html.matchAll(TOKEN)) {
    out += escapeLoose(html.slice(from, match.index)) + cleanToken(match, markup);
    from = match.index + match[0].length;
  }
  return out + escapeLoose(html.slice(from));
}

function cleanToken([whole, closing = '', name = '', attributes = '']: RegExpExecArray, markup: Markup): string {
  if (whole.startsWith('<!--')) return BLOCK.test(whole) || (markup.comments && COMMENT.test(whole)) ? whole : '';
  const tag = name.toLowerCase();
  const allows = markup.allows(tag);
  if (!allows) return '';
  if (closing !== '') return EMPTY.has(tag) ? '' : `</${tag}>`;
  return `<${tag}${cleanAttributes(attributes, allows)}${EMPTY.has(tag) && /\/\s*$/.test(attributes) ? ' /' : ''}>`;
}

function cleanAttributes(text: string, allows: (name: string) => boolean): string {
  let out = '';
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const given = double ?? single ?? bare;
    const isStyle = key === 'style' && allows === isCommon;
    const value = isStyle && given !== undefined ? harmlessStyle(given) : given;
    if (isStyle ? !value : !allows(key)) continue;
    if (value !== undefined && ADDRESSES.has(key) && !isHarmlessAddress(value)) continue;
    out += value === undefined ? ` ${key}` : ` ${key}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
  }
  return out;
}

/** Escapes a `<` that does not open a tag and a `&` that does not start an entity. */
function escapeLoose(text: string): string {
  return escapeAmpersands(text).replaceAll('<', '&lt;');
}
