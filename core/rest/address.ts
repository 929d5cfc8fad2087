import type { Site } from '../site.ts';

/** The local REST root without final slash: all `_links`, `Link` and `Location` (`interface.md` 1.2). */
export function restRoot(site: Pick<Site, 'serverUrl'>): string {
  return `${site.serverUrl}/wp-json`;
}
