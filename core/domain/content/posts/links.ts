import type { PostRow } from '../../../store/content/posts.ts';
import { languageBase, permalinkRoot, type LinkFacts, type LinkLanguage } from '../links.ts';

/** What the address of an item depends on besides its row. */
export interface LinkedPost {
  row: Pick<PostRow, 'id' | 'type' | 'status' | 'slug' | 'date' | 'parent'>;
  /** Its slug, preceded by those of its parents, separated by slashes. */
  path: string;
  /** One of its parents is hidden: its address contains none of them. */
  isShort?: boolean | undefined;
  /** The language in its address, if any. */
  language?: LinkLanguage | undefined;
  /** Path of its first category, if the permalinks include it. */
  category?: string | undefined;
  /** Slug of its author, if the permalinks include it. */
  author?: string | undefined;
  /** The item a media item is attached to. */
  parent?: LinkedPost | undefined;
}

const WITHOUT_PERMALINK = new Set(['draft', 'pending', 'auto-draft', 'trash', 'future']);

/** Address of an item (`content.md` 2.2, 5.11). */
export function postLink(facts: LinkFacts, post: LinkedPost): string {
  const { row, language } = post;
  if (WITHOUT_PERMALINK.has(row.status) || post.isShort) return shortLink(facts, row);
  if (facts.permalinks === '') {
    const isNamed = language && !(language.is_default && facts.settings.hide_default);
    return `${shortLink(facts, row)}${isNamed ? `&lang=${language.slug}` : ''}`;
  }
  return permalink(facts, post, lastPart(post));
}

/**
 * The item's permalink, or the one it would have, with a placeholder as the last part (`content.md` 2.2, `permalink_template`).
 */
export function permalinkTemplate(facts: LinkFacts, post: LinkedPost, hierarchical: boolean): string {
  if (facts.permalinks === '') return shortLink(facts, post.row);
  return permalink(facts, post, hierarchical ? '%pagename%' : '%postname%');
}

/** The permanent address that identifies an item (`content.md` 2.2, guid): without language part. */
export function guidOf(facts: LinkFacts, post: LinkedPost): string {
  return postLink(facts, { ...post, language: undefined });
}

/** The address without permalinks. */
function shortLink({ home }: LinkFacts, { id, type }: LinkedPost['row']): string {
  if (type === 'post') return `${home}/?p=${id}`;
  if (type === 'page') return `${home}/?page_id=${id}`;
  if (type === 'attachment') return `${home}/?attachment_id=${id}`;
  return `${home}/?post_type=${type}&p=${id}`;
}

function lastPart({ row, path }: LinkedPost): string {
  return path.slice(path.lastIndexOf('/') + 1) || row.slug;
}

function permalink(facts: LinkFacts, post: LinkedPost, last: string): string {
  const { row, language } = post;
  if (row.type === 'attachment' && post.parent) {
    if (WITHOUT_PERMALINK.has(post.parent.row.status) || post.parent.isShort) return shortLink(facts, row);
    return `${withSlash(postLink(facts, post.parent))}${last}/`;
  }
  const start = itemBase(facts, language);
  if (row.type === 'post') return start.site + start.root + structured(facts, post, last);
  const upper = post.path.slice(0, post.path.lastIndexOf('/') + 1);
  const kind = row.type === 'page' || row.type === 'attachment' ? '' : `${row.type}/`;
  return `${start.site}${start.root}${kind}${upper}${last}${facts.permalinks.endsWith('/') ? '/' : ''}`;
}

/** The base of item addresses in a language; `root` is the prefix of the permalinks, unless the language part includes it. */
export function itemBase(facts: LinkFacts, language: LinkLanguage | undefined): { site: string; root: string } {
  const root = permalinkRoot(facts);
  if (!language) return { site: `${facts.home}/`, root };
  const base = languageBase(facts, language);
  const holdsRoot = root !== '' && base.slice(facts.home.length).startsWith(`/${root}`);
  return { site: base, root: holdsRoot ? '' : root };
}

/** Fills in the permalink structure: each part is either text or a placeholder. */
function structured(facts: LinkFacts, post: LinkedPost, last: string): string {
  let out = '';
  for (const part of partsOf(facts)) out += part.startsWith('%') ? (FILL[part]?.(post, last) ?? part) : part;
  return out;
}

const FILL: Readonly<Record<string, ((post: LinkedPost, last: string) => string) | undefined>> = {
  '%year%': ({ row }) => row.date.slice(0, 4),
  '%monthnum%': ({ row }) => row.date.slice(5, 7),
  '%day%': ({ row }) => row.date.slice(8, 10),
  '%hour%': ({ row }) => row.date.slice(11, 13),
  '%minute%': ({ row }) => row.date.slice(14, 16),
  '%second%': ({ row }) => row.date.slice(17, 19),
  '%post_id%': ({ row }) => String(row.id),
  '%postname%': (_post, last) => last,
  '%category%': ({ category }) => category ?? '',
  '%author%': ({ author }) => author ?? '',
};

// A pure cache, derived from the facts.
const split = new WeakMap<LinkFacts, string[]>();

function partsOf(facts: LinkFacts): string[] {
  let parts = split.get(facts);
  if (!parts) {
    const structure = facts.permalinks.replace(/^\/+/, '').slice(permalinkRoot(facts).length);
    parts = structure.split(/(%[a-z_]+%)/);
    split.set(facts, parts);
  }
  return parts;
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
