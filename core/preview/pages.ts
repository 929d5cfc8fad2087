import { GUEST } from '../domain/access/capabilities.ts';
import { postAddresses } from '../domain/content/item-addresses.ts';
import { shownName } from '../domain/content/plain-text.ts';
import { renderContent, renderExcerpt, renderTitle } from '../domain/content/posts/render.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';
import type { PostRow } from '../store/content/posts.ts';
import { locate, type Located } from './alternates.ts';
import { pageAddress } from '../domain/content/addresses.ts';
import { localContent } from './content.ts';
import type { PreviewHosts } from './hosts.ts';
import { layout, NOT_FOUND, words } from './layout.ts';
import { postsOf, type ListPlace } from './lists.ts';
import { html, NONE, trusted, type Markup } from './markup.ts';
import { featuredPicture } from './pictures.ts';
import type { Place } from './places.ts';

/** A page of the finished site. */
export interface FinishedPage {
  status: 200 | 404;
  html: string;
  located: Located | undefined;
}

/** The page at a place, with links into the preview; for undefined a "not found" page. */
export function pageAt(
  site: Site,
  place: Exclude<Place, { kind: 'moved' }> | undefined,
  hosts: PreviewHosts,
): FinishedPage {
  if (!place) return { status: 404, html: layout(site, hosts, NOT_FOUND), located: undefined };
  const list = place.kind === 'item' ? undefined : postsOf(site, place);
  const located = locate(site, place);
  // Past the last page of a list; its first page exists even if it is empty.
  if (list && place.kind !== 'item' && place.page > list.pages)
    return { status: 404, html: layout(site, hosts, NOT_FOUND), located: undefined };
  const title = titleOf(site, place);
  const body =
    place.kind === 'item' ? itemBody(site, place.row, hosts) : listBody(site, place, { hosts, located, ...list });
  return { status: 200, html: layout(site, hosts, { title, body, language: place.language, located }), located };
}

/** The title, without the site name. */
function titleOf(site: Site, place: Exclude<Place, { kind: 'moved' }>): string {
  switch (place.kind) {
    case 'item':
      return place.row.title;
    case 'term':
      return shownName(place.row.name);
    case 'search':
      return place.text;
    case 'archive':
      return place.type;
    case 'posts':
      return siteSettings(site).description;
  }
}

function itemBody(site: Site, row: PostRow, hosts: PreviewHosts): Markup {
  const isLocked = row.password !== '';
  const content = isLocked ? html`<p>${words(undefined).locked}</p>` : localContent(renderContent(row.content), hosts);
  return html`<article>
    <h1>${trusted(renderTitle(row.title))}</h1>
    ${row.type === 'post' ? html`<p class="meta"><time datetime="${row.date}">${row.date.slice(0, 10)}</time></p>` : NONE}
    ${isLocked ? NONE : featuredPicture(site, row)} ${content}
  </article>`;
}

function listBody(
  site: Site,
  place: ListPlace,
  { hosts, located, rows = [], pages = 1 }: { hosts: PreviewHosts; located: Located; rows?: PostRow[]; pages?: number },
): Markup {
  const addresses = postAddresses(site, GUEST, rows);
  const entries = rows.map((row) => {
    const address = addresses.get(row.id) ?? '';
    const summary = row.password === '' ? localContent(renderExcerpt(row), hosts) : NONE;
    return html`<article>
      <h2><a href="${hosts.toPreview(address) ?? address}">${trusted(renderTitle(row.title) || '…')}</a></h2>
      <p class="meta"><time datetime="${row.date}">${row.date.slice(0, 10)}</time></p>
      ${summary}
    </article>`;
  });
  const title = titleOf(site, place);
  const about =
    place.kind === 'term' && place.row.description !== '' ? html`<p>${shownName(place.row.description)}</p>` : NONE;
  const own = words(place.language);
  return html`${place.kind === 'posts' ? NONE : html`<h1>${title}</h1>`}${about}
  ${entries.length > 0 ? entries : html`<p>${own.nothing}</p>`}
  ${pages > 1 ? pager(place, { hosts, first: located.address, pages }) : NONE}`;
}

function pager(
  place: ListPlace,
  { hosts, first, pages }: { hosts: PreviewHosts; first: string; pages: number },
): Markup {
  const start = place.page > 1 ? first.replace(/\/page\/\d+\/$/, '/').replace(/([?&])paged=\d+&?/, '$1') : first;
  const to = (page: number): string => {
    const address = pageAddress(start, page);
    return hosts.toPreview(address) ?? address;
  };
  const own = words(place.language);
  return html`<nav class="pager" aria-label="${own.pages}">
    ${place.page > 1 ? html`<a rel="prev" href="${to(place.page - 1)}">←</a>` : NONE}
    <span>${place.page} / ${pages}</span>
    ${place.page < pages ? html`<a rel="next" href="${to(place.page + 1)}">→</a>` : NONE}
  </nav>`;
}
