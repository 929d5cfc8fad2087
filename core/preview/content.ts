import { decodePlain, encodeAttribute } from '../units/entities.ts';
import { tokenizeHtml, type HtmlToken } from '../units/html.ts';
import type { PreviewHosts } from './hosts.ts';
import { trusted, type Markup } from './markup.ts';

/** The path of a local file on any host of the site, in the form used by pages and that of the local server. */
export const FILE_PATH = /\/(?:wp-content\/uploads|polydesk\/files)\/(\d{4}\/\d{2}\/[^/?#]+)$/;

/** Rendered content with links rewritten to the preview, and files of the site loaded from there. */
export function localContent(rendered: string, hosts: PreviewHosts): Markup {
  return trusted(
    tokenizeHtml(rendered)
      .map((token) => (DROPPED.has('name' in token ? token.name : '') ? '' : withLocalLinks(token, hosts)))
      .join(''),
  );
}

/** The links of a page, verbatim, in order. */
export function linksIn(rendered: string): string[] {
  return tokenizeHtml(rendered).flatMap((token) =>
    token.kind === 'open' && token.name === 'a'
      ? token.attributes.filter(({ name }) => name === 'href').map(({ raw }) => decodePlain(raw))
      : [],
  );
}

/** Elements that would affect the whole page, or embed another. */
const DROPPED = new Set(['script', 'base', 'meta', 'link', 'iframe', 'embed', 'object', 'form', 'title']);
const ADDRESSES = new Set(['href', 'src', 'poster']);

function withLocalLinks(token: HtmlToken, hosts: PreviewHosts): string {
  if (token.kind !== 'open') return token.raw;
  let { raw } = token;
  // From the end, so that earlier offsets stay valid.
  for (const { name, start, end, raw: value, quote } of token.attributes.toReversed()) {
    const written = name === 'srcset' ? '' : ADDRESSES.has(name) ? localAddress(decodePlain(value), hosts) : undefined;
    if (written === undefined) continue;
    const quoted = encodeAttribute(written);
    raw = raw.slice(0, start) + (quote === '' ? `"${quoted}"` : quoted) + raw.slice(end);
  }
  return raw;
}

/** The preview address of a site address; undefined if it is to be kept. */
export function localAddress(address: string, hosts: PreviewHosts): string | undefined {
  const url = URL.parse(address);
  const file = FILE_PATH.exec(url?.pathname ?? '')?.[0];
  if (file !== undefined && (hosts.isOwn(address) || url?.hostname === '127.0.0.1')) return file;
  return hosts.toPreview(address);
}
