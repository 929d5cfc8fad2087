import type { Site } from '../site.ts';
import type { Dict, RestRequest } from '../types.ts';
import { restRoot } from './address.ts';

/** Where a page is within its collection. */
export interface PageFacts {
  total: number;
  page: number;
  perPage: number;
}

/**
 * Headers of a collection (`content.md` 1.4): the totals, and links to the previous and next page. Those addresses hold the
 * request's own query in the order sent, `page` replaced or appended.
 * @param path of the collection below the REST root, e.g. `/wp/v2/posts`
 */
export function pageHeaders(
  site: Site,
  request: Pick<RestRequest, 'query'>,
  path: string,
  facts: PageFacts,
): Dict<string> {
  const pages = Math.ceil(facts.total / facts.perPage);
  const address = (page: number): string => `${restRoot(site)}${path}?${queryText({ ...request.query, page })}`;
  const links: string[] = [];
  if (facts.page > 1) links.push(`<${address(Math.max(1, Math.min(facts.page - 1, pages)))}>; rel="prev"`);
  if (facts.page < pages) links.push(`<${address(facts.page + 1)}>; rel="next"`);
  return {
    'X-WP-Total': String(facts.total),
    'X-WP-TotalPages': String(pages),
    ...(links.length > 0 && { Link: links.join(', ') }),
  };
}

/** Serialises a parsed query; lists and maps as `a[0]=…`, `a[b]=…`. Without the parameter that names the route. */
export function queryText(query: Dict): string {
  return Object.entries(query)
    .filter(([name]) => name !== 'rest_route')
    .flatMap(([name, value]) => pairs(encoded(name), value))
    .join('&');
}

function pairs(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${encoded(key)}]`, inner));
  }
  return [`${name}=${encoded(scalarText(value))}`];
}

/** A lone surrogate, which the window may send, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
