import type { Site } from '../site.ts';
import type { PreviewFinding, PreviewWalk } from '../schema/site/site-preview.ts';
import { addressKey } from '../domain/content/addresses.ts';
import { locate } from './alternates.ts';
import { linksIn } from './content.ts';
import type { PreviewHosts } from './hosts.ts';
import { pageAt } from './pages.ts';
import { placeAt, type Place } from './places.ts';
import { publicPages, type PublicPage } from './public-pages.ts';

/** Maximum number of findings listed; the rest is counted. */
const MOST = 1000;

interface Walk {
  site: Site;
  hosts: PreviewHosts;
  findings: PreviewFinding[];
  counts: Record<string, number>;
  /** Results by address key; most links have the same few targets. */
  known: Map<string, Found>;
  /** The `hreflang` links of each page, by page key and language code. */
  hreflangs: Map<string, { address: string; links: Map<string, Hreflang>; at: Where }>;
}

interface Hreflang {
  /** In the preview. */
  href: string;
  key: string;
}

/** The target of a link, as far as the checks need it. */
interface Found {
  id: string;
  language: string | undefined;
  /** Addresses of its other languages, by code. */
  others: ReadonlyMap<string, string>;
}

/**
 * Walks every page of the finished site and checks that each has a unique, resolvable address, that its links resolve and stay in
 * its language, and that every `hreflang` is reciprocal. `step` is called with the number of pages done; it may throw to stop.
 */
export function walkSite(site: Site, hosts: PreviewHosts, step: (pages: number) => void): PreviewWalk {
  const walk: Walk = { site, hosts, findings: [], counts: {}, known: new Map(), hreflangs: new Map() };
  let pages = 0;
  for (const page of publicPages(site)) {
    judgePage(walk, page);
    pages += 1;
    step(pages);
  }
  judgeHreflangs(walk);
  const found = Object.values(walk.counts).reduce((sum, n) => sum + n, 0);
  return { pages, found, counts: walk.counts, findings: walk.findings };
}

function judgePage(walk: Walk, { place, located }: PublicPage): void {
  const { address } = located;
  const there = foundAt(walk, address);
  if (there?.id !== idOf(place)) {
    note(walk, {
      code: there ? 'address_taken' : 'address_dead',
      at: whereOf(place),
      address,
      target: there?.id ?? '',
    });
    return;
  }
  const { html } = pageAt(walk.site, place, walk.hosts);
  const key = addressKey(walk.hosts.toPreview(address) ?? address);
  walk.hreflangs.set(key, { address, links: hreflangsIn(html), at: whereOf(place) });
  const own = place.language?.slug;
  for (const link of new Set(linksIn(mainOf(html)))) judgeLink(walk, { link, place, address, own });
}

function judgeLink(
  walk: Walk,
  { link, place, address, own }: { link: string; place: PublicPage['place']; address: string; own: string | undefined },
): void {
  const url = URL.parse(link);
  const target = url && walk.hosts.toPublic(url.host, url.pathname + url.search);
  if (target === undefined || target === null || /\/polydesk\/files\/|\/wp-(?:content|admin|json|login)/.test(target))
    return;
  const there = foundAt(walk, target);
  if (!there) return note(walk, { code: 'link_dead', at: whereOf(place), address, target });
  const better =
    own === undefined || there.language === undefined || there.language === own ? undefined : there.others.get(own);
  if (better !== undefined) note(walk, { code: 'link_language', at: whereOf(place), address, target });
}

function judgeHreflangs(walk: Walk): void {
  for (const [key, { address, links, at }] of walk.hreflangs)
    for (const [code, link] of links) {
      if (code === 'x-default') continue;
      const back = walk.hreflangs.get(link.key);
      if (back && [...back.links.values()].some((each) => each.key === key)) continue;
      const url = URL.parse(link.href);
      const target = (url && walk.hosts.toPublic(url.host, url.pathname + url.search)) ?? link.href;
      note(walk, { code: 'hreflang_one_way', at, address, target });
    }
}

function foundAt(walk: Walk, address: string): Found | undefined {
  const key = addressKey(address);
  const known = walk.known.get(key);
  if (known) return known;
  let place = placeAt(walk.site, address);
  if (place?.kind === 'moved') place = placeAt(walk.site, place.to);
  if (!place || place.kind === 'moved') return undefined;
  const found = { id: idOf(place), language: place.language?.slug, others: othersOf(walk, place) };
  walk.known.set(key, found);
  return found;
}

function othersOf({ site }: Walk, place: PublicPage['place']): ReadonlyMap<string, string> {
  const { alternates } = locate(site, place);
  return new Map(alternates.map(({ language, address }) => [language.slug, address]));
}

function idOf(place: Place): string {
  switch (place.kind) {
    case 'item':
    case 'term':
      return `${place.kind} ${place.row.id}`;
    case 'moved':
      return place.to;
    default:
      return `${place.kind} ${place.type} ${place.id} ${place.language?.slug ?? ''}`;
  }
}

interface Noted {
  code: PreviewFinding['code'];
  address: string;
  target: string;
  at: Where;
}

/** The part of a finding that identifies its page; nothing else is kept during a walk. */
type Where = Pick<PreviewFinding, 'lang' | 'kind' | 'id'>;

function whereOf(place: PublicPage['place']): Where {
  const lang = place.language?.slug ?? '';
  if (place.kind === 'item') return { lang, kind: 'post', id: place.row.id };
  return place.kind === 'term' ? { lang, kind: 'term', id: place.row.id } : { lang };
}

function note(walk: Walk, { code, address, target, at }: Noted): void {
  walk.counts[code] = (walk.counts[code] ?? 0) + 1;
  if (walk.findings.length < MOST) walk.findings.push({ code, address, target, ...at });
}

const HREFLANG = /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)" ?\/?>/g;

function hreflangsIn(html: string): Map<string, Hreflang> {
  const head = html.slice(0, html.indexOf('</head>'));
  return new Map(
    [...head.matchAll(HREFLANG)].map(([, code = '', raw = '']) => {
      const href = raw.replaceAll('&amp;', '&');
      return [code, { href, key: addressKey(href) }];
    }),
  );
}

/** The language switcher links to other languages on purpose. */
function mainOf(html: string): string {
  return html.slice(html.indexOf('<main>'), html.lastIndexOf('</main>'));
}
