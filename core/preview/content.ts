import { decodePlain, encodeAttribute } from '../units/entities.ts';
import { tokenizeHtml, type HtmlToken } from '../units/html.ts';
import type { PreviewHosts } from './hosts.ts';
import { trusted, type Markup } from './markup.ts';

/** Where a file of the site lies below any of its hosts, as a page names it and as the local server does. */
export const FILE_PATH = /\/(?:wp-content\/uploads|polydesk\/files)\/(\d{4}\/\d{2}\/[^/?#]+)$/;

/** A rendered content with its links leading into the preview, and files of the site taken from there. */
export function localContent(rendered: string, hosts: PreviewHosts): Markup {
  return trusted(
    tokenizeHtml(rendered)
      .map((token) => (DROPPED.has('name' in token ? token.name : '') ? '' : withLocalLinks(token, hosts)))
      .join(''),
  );
}

/** Links that a page holds, as they are written, in order. */
export function linksIn(rendered: string): string[] {
  return tokenizeHtml(rendered).flatMap((token) =>
    token.kind === 'open' && token.name === 'a'
      ? token.attributes.filter(({ name }) => name === 'href').map(({ raw }) => decodePlain(raw))
      : [],
  );
}

/** They would act on the whole page, or load another into it. */
const DROPPED = new Set(['script', 'base', 'meta', 'link', 'iframe', 'embed', 'object', 'form', 'title']);
const ADDRESSES = new Set(['href', 'src', 'poster']);

function withLocalLinks(token: HtmlToken, hosts: PreviewHosts): string {
  if (token.kind !== 'open') return token.raw;
  let { raw } = token;
  // From the end, so that the places of those before stay right.
  for (const { name, start, end, raw: value, quote } of token.attributes.toReversed()) {
    const written = name === 'srcset' ? '' : ADDRESSES.has(name) ? localAddress(decodePlain(value), hosts) : undefined;
    if (written === undefined) continue;
    const quoted = encodeAttribute(written);
    raw = raw.slice(0, start) + (quote === '' ? `"${quoted}"` : quoted) + raw.slice(end);
  }
  return raw;
}

/** An address of the site as the preview has it; undefined for one that stays as it is written. */
export function localAddress(address: string, hosts: PreviewHosts): string | undefined {
  const url = URL.parse(address);
  const file = FILE_PATH.exec(url?.pathname ?? '')?.[0];
  if (file !== undefined && (hosts.isOwn(address) || url?.hostname === '127.0.0.1')) return file;
  return hosts.toPreview(address);
}
