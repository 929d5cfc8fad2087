import type { Site } from '../../site.ts';
import { postHeads, postsWithSlug, type PostRow } from '../../store/content/posts.ts';
import { countedTerms } from '../../store/content/term-list.ts';
import { termsWithSlug } from '../../store/content/terms.ts';
import { groupMembers, itemLanguage, type Kind } from '../../store/translations/translations.ts';
import { addressKey, readAddress } from './addresses.ts';
import { contentFacts } from './content-facts.ts';
import { listLanguages } from '../languages/languages.ts';
import { postTypes, taxonomy } from './content-model.ts';
import { postAddresses } from './item-addresses.ts';
import { termAddresses } from './terms/values.ts';

/** An item of the site. */
export interface LinkedItem {
  kind: Kind;
  id: number;
}

const NUMBERED = ['p', 'page_id', 'attachment_id'];

/** The post or term an address leads to, absolute or relative to the site root; undefined for any other. */
export function linkedItem(site: Site, address: string): LinkedItem | undefined {
  const { home } = contentFacts(site);
  const whole = URL.parse(address, `${home}/`)?.href;
  const asked = whole === undefined ? undefined : readAddress(whole);
  if (!asked) return undefined;
  const last = asked.parts.at(-1) ?? '';
  const slugs = last === '' ? [] : [...new Set([last, encodeURIComponent(last).toLowerCase()])];
  const named = NUMBERED.flatMap((name) => {
    const text = asked.query.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : [];
  });
  const posts = postHeads(site.db, named.length > 0 ? named : postsWithSlug(site.db, slugs));
  const post = keyed(postAddresses(site, undefined, posts), asked.key);
  if (post !== undefined) return { kind: 'post', id: post };
  const rows = countedTerms(site.db, termsWithSlug(site.db, slugs)).filter((row) => taxonomy(site, row.taxonomy));
  const term = keyed(termAddresses(site, rows, contentFacts(site)), asked.key);
  return term === undefined ? undefined : { kind: 'term', id: term };
}

/** First parts of addresses at which there are lists and programs instead of items. */
const NO_ITEMS = new Set(['author', 'feed', 'comments', 'search', 'page', 'embed', 'trackback', 'attachment']);

/**
 * Whether an address is one of this site and no item is there. False for what need not be an item: files, lists, feeds, and
 * programs of the host.
 */
export function isDeadLink(site: Site, address: string): boolean {
  const { home, languages } = contentFacts(site);
  const url = URL.parse(address, `${home}/`);
  const homes = [`${home}/`, ...listLanguages(site).map(({ home_url }) => home_url)].flatMap(
    (one) => URL.parse(one) ?? [],
  );
  const asked = url && /^https?:$/.test(url.protocol) ? readAddress(url.href) : undefined;
  if (!url || !asked || asked.search !== undefined || !homes.some(({ host }) => host === url.host)) return false;
  if (homes.some(({ href }) => addressKey(href) === asked.key)) return false;
  const inside = url.pathname.startsWith(new URL(`${home}/`).pathname);
  const last = asked.parts.at(-1) ?? '';
  const isNamed = NUMBERED.some((name) => asked.query.has(name));
  const isNumber = /^\d*$/.test(last) && !isNamed;
  const isFile = /\.[a-z\d]{2,5}$/i.test(last);
  const isList = postTypes(site).some(({ name, has_archive }) => has_archive && name === last);
  const isOfHost = asked.parts.some((part) => NO_ITEMS.has(part) || part.startsWith('wp-'));
  const isLanguage = [...languages.values()].some(({ slug }) => slug === last);
  if (!inside || isNumber || isFile || isList || isOfHost || isLanguage) return false;
  const item = linkedItem(site, address);
  return item === undefined || (item.kind === 'post' && postHeads(site.db, [item.id])[0]?.status === 'trash');
}

const keyed = (addresses: Map<number, string>, key: string): number | undefined =>
  [...addresses].find(([, address]) => addressKey(address) === key)?.[0];

/** The linked item's version in a language: its address, and its group. */
export interface LinkedVersion {
  group: number;
  address: string;
}

/**
 * The better target for a link in a text of a given language: the published version of the linked item in that language.
 * undefined if the link is already right, or if there is no such version.
 */
export function betterLink(site: Site, address: string, language: number): LinkedVersion | undefined {
  const item = linkedItem(site, address);
  const own = item && itemLanguage(site.db, item.kind, item.id);
  if (!item || !own || own.language_id === language) return undefined;
  const version = groupMembers(site.db, own.group_id).find((member) => member.language_id === language);
  const better = version && publicAddress(site, item.kind, version.item_id);
  return better === undefined ? undefined : { group: own.group_id, address: better };
}

function publicAddress(site: Site, kind: Kind, id: number): string | undefined {
  if (kind === 'term') return termAddresses(site, countedTerms(site.db, [id]), contentFacts(site)).get(id);
  return postAddresses(site, undefined, postHeads(site.db, [id]).filter(isPublic)).get(id);
}

const isPublic = ({ status }: PostRow): boolean => status === 'publish' || status === 'inherit';
