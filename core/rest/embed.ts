import { isMap } from '../schema/wire/coerce.ts';
import type { Dict } from '../types.ts';
import { parseQuery } from './query.ts';

/** Answers an internal GET below the REST root, errors included. */
export type Ask = (path: string, query: Dict) => unknown;

/** Which relations to embed: a predicate, or undefined if `_embed` was not sent (`content.md` 1.5). */
export function embedOf(query: Dict | undefined): ((relation: string) => boolean) | undefined {
  if (!query || !('_embed' in query)) return undefined;
  const value = query['_embed'];
  if (Array.isArray(value)) return (relation) => value.includes(relation);
  if (isMap(value)) return (relation) => Object.values(value).includes(relation);
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if (['', '0', '1', 'true'].includes(text.trim())) return () => true;
  const names = text.split(/[\s,]+/);
  return (relation) => names.includes(relation);
}

/**
 * Adds `_embedded` to an item, or to each item of a list: every embeddable link of the wanted relations, resolved with
 * `context=embed` through the same pipeline, in link order. A link that fails holds its error (`content.md` 1.5).
 * @param root local REST root without trailing slash
 */
export function embed(body: unknown, wanted: (relation: string) => boolean, from: { root: string; ask: Ask }): unknown {
  const known = new Map<string, unknown>();
  const resolve = (href: string): unknown => {
    let found = known.get(href);
    if (found === undefined) known.set(href, (found = resolveLink(href, from)));
    return found;
  };
  const one = (item: unknown): unknown => (isMap(item) ? embedItem(item, wanted, resolve) : item);
  return Array.isArray(body) ? body.map(one) : one(body);
}

function embedItem(item: Dict, wanted: (relation: string) => boolean, resolve: (href: string) => unknown): Dict {
  const links = item['_links'];
  if (!isMap(links)) return item;
  const embedded: Dict = {};
  for (const [relation, list] of Object.entries(links)) {
    if (!wanted(relation) || !Array.isArray(list)) continue;
    const found = (list as unknown[]).flatMap((link) =>
      isMap(link) && link['embeddable'] === true && typeof link['href'] === 'string' ? [resolve(link['href'])] : [],
    );
    if (found.length > 0) embedded[relation] = found;
  }
  return Object.keys(embedded).length > 0 ? { ...item, _embedded: embedded } : item;
}

/** Embedded lists use the longest page allowed: an item is shown with all of its terms. */
const LONGEST_PAGE = 100;

function resolveLink(href: string, { root, ask }: { root: string; ask: Ask }): unknown {
  if (!href.startsWith(`${root}/`)) return {};
  const [path = '', text = ''] = href.slice(root.length).split('?', 2);
  return ask(path, { context: 'embed', per_page: LONGEST_PAGE, ...parseQuery(text) });
}
