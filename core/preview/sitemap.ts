import { w3cOf } from '../domain/languages/catalog.ts';
import type { Site } from '../site.ts';
import type { PreviewHosts } from './hosts.ts';
import { html } from './markup.ts';
import { publicPages } from './public-pages.ts';

/** The limit of addresses per sitemap. */
const MOST = 50_000;

/** The sitemap of a host: its public pages with the addresses of their languages. */
export function sitemapOf(site: Site, hosts: PreviewHosts, host: string): string {
  const entries: string[] = [];
  for (const { located } of publicPages(site)) {
    const address = hosts.toPreview(located.address);
    if (address === undefined || URL.parse(address)?.host !== host) continue;
    const others = located.alternates.length < 2 ? [] : located.alternates;
    const links = others.map(
      (one) =>
        html`<xhtml:link
          rel="alternate"
          hreflang="${w3cOf(one.language.locale)}"
          href="${hosts.toPreview(one.address) ?? one.address}"
        />`,
    );
    entries.push(html`<url><loc>${address}</loc>${links}</url>`.text);
    if (entries.length === MOST) break;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
