/** A parsed address: the parts that identify the page, and those that only select a part of it. */
export interface AskedAddress {
  /** Equal for addresses of the same page: see `addressKey`. */
  key: string;
  /** The decoded parts of the path. */
  parts: string[];
  query: URLSearchParams;
  /** Starting at 1. */
  page: number;
  /** The search text. */
  search: string | undefined;
}

const PAGED = /\/page\/([1-9]\d{0,5})\/?$/;

/** Parses an absolute address; undefined if invalid. */
export function readAddress(address: string): AskedAddress | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const query = new URLSearchParams(url.search);
  const [ending, inPath] = PAGED.exec(url.pathname) ?? [];
  const inQuery = /^[1-9]\d{0,5}$/.exec(query.get('paged') ?? '')?.[0];
  const search = query.get('s') ?? undefined;
  if (ending !== undefined) url.pathname = url.pathname.slice(0, url.pathname.length - ending.length + 1);
  query.delete('paged');
  query.delete('s');
  url.search = query.toString();
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { key: keyOf(url), parts, query, page: Number(inPath ?? inQuery ?? 1), search };
}

/**
 * Normalises an address for comparison: host, decoded path without trailing slash, sorted query. Scheme and fragment are ignored.
 * "" if invalid.
 */
export function addressKey(address: string): string {
  const url = URL.parse(address);
  return url ? keyOf(url) : '';
}

/** The address of a later page of a list. */
export function pageAddress(address: string, page: number): string {
  if (page < 2) return address;
  const url = new URL(address);
  if (url.search !== '') url.searchParams.set('paged', String(page));
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/page/${page}/`;
  return url.href;
}

function keyOf(url: URL): string {
  const words = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  return `${url.host}${decoded(url.pathname).replace(/\/$/, '')}?${words.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}
