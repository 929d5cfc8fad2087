import { listLanguages } from '../domain/languages/languages.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';

/**
 * The hosts of the site and their local names: `example.org` is previewed as `example.org.localhost`, which browsers resolve to
 * this computer by themselves.
 */
export interface PreviewHosts {
  /** Maps a public address of the site to the preview; undefined for an external address. */
  toPreview(address: string): string | undefined;
  /** The public address of a request; undefined for a host that is not of the site. */
  toPublic(host: string, target: string): string | undefined;
  /** Whether an address belongs to the site. */
  isOwn(address: string): boolean;
  /** The start address of the preview. */
  start: string;
}

const LOCAL = '.localhost';

/** The current hosts of the site, on a port of the preview. */
export function previewHosts(site: Site, port: number): PreviewHosts {
  const origins = new Map<string, string>();
  const home = siteSettings(site).url;
  for (const address of [home, ...listLanguages(site).flatMap((one) => [one.home_url, one.search_url])]) {
    const url = parsed(address);
    if (url) origins.set(nameOf(url), url.origin);
  }
  // http and https, with and without a trailing dot: only the host counts.
  const isOwn = (url: URL | undefined): url is URL =>
    url !== undefined && /^https?:$/.test(url.protocol) && origins.has(nameOf(url));
  const toPreview = (address: string): string | undefined => {
    const url = parsed(address);
    return isOwn(url) ? `http://${nameOf(url)}${LOCAL}:${port}${url.pathname}${url.search}${url.hash}` : undefined;
  };
  return {
    toPreview,
    toPublic(host, target) {
      const name = host.toLowerCase().replace(/:\d+$/, '');
      const origin = name.endsWith(LOCAL) ? origins.get(name.slice(0, -LOCAL.length)) : undefined;
      return origin === undefined || !host.endsWith(`:${port}`) ? undefined : origin + target;
    },
    isOwn: (address) => isOwn(parsed(address)),
    start: toPreview(`${home}/`) ?? '',
  };
}

/** The host, sanitised of dots that would change it; a port becomes part of the name. */
function nameOf(url: URL): string {
  const port = url.port === '' ? '' : `-${url.port}`;
  return url.hostname.replace(/^\[|\]$|\.$/g, '').replaceAll(':', '-') + port;
}

function parsed(address: string): URL | undefined {
  return URL.parse(address) ?? undefined;
}
