import type { Site } from '../site.ts';

/** The local REST root without trailing slash: for all `_links`, `Link` and `Location` (`interface.md` 1.2). */
export function restRoot(site: Pick<Site, 'serverUrl'>): string {
  return `${site.serverUrl}/wp-json`;
}

/** The `Link` to the public page of an item (`content.md` 1.4). Headers are ASCII: the host in punycode, the rest percent-encoded. */
export function alternateLink(address: string): string {
  return `<${asciiAddress(address)}>; rel="alternate"; type=text/html`;
}

function asciiAddress(address: string): string {
  if (/^[!-~]*$/.test(address)) return address;
  return URL.canParse(address) ? new URL(address).href : encodeURI(address.toWellFormed());
}
