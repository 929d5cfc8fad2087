import { createHash } from 'node:crypto';
import { contentFacts } from '../../domain/content/content-facts.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { w3cOf } from '../../domain/languages/catalog.ts';
import type { Site } from '../../site.ts';
import {
  authorsOf,
  beginReading,
  chosenIdsAfter,
  countChosen,
  countOwnFiles,
  endReading,
  exportedGroups,
  exportedTerms,
  highestTermId,
  newestChange,
  chosenSources,
} from '../../store/transfer/export.ts';
import { allLanguages, type LanguageRow } from '../../store/languages/languages.ts';
import { metaOf } from '../../store/content/meta.ts';
import { uuidsOfTerms } from '../../store/content/names.ts';
import type { TermRow } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { writePhp } from '../../domain/content/php.ts';
import { emptyReport, type Warning } from '../report.ts';
import { UNWATCHED, type Control } from '../refusal.ts';
import { carriesLanguage, metaElement, rssDate, uploadsAddress, type WxrContext, type WxrExport } from './context.ts';
import { distinctDates } from './distinct-dates.ts';
import { readWxr } from './read.ts';
import { importOrder } from './term-order.ts';
import { SOURCE_KEY, UUID_KEY } from './terms.ts';
import { writeItems } from './write-items.ts';
import { element, plain, writeWhole, type Output } from './xml-write.ts';

/**
 * Writes a WordPress export that the real importer accepts without loss (`content.md` 8.4). The file is read back before it
 * replaces the target. Returns how many items it holds.
 */
export function writeWxr(site: Site, path: string, scope: WxrExport, control: Control = UNWATCHED): number {
  beginReading(site.db);
  try {
    const total = countChosen(site.db, scope);
    writeWhole(
      path,
      (out) => fill(site, { scope, out, control, total }),
      (written) => checkWritten(written, total),
    );
    return total;
  } finally {
    endReading(site.db);
  }
}

function fill(site: Site, how: Pick<WxrContext, 'scope' | 'out' | 'control' | 'total'>): void {
  const languages = new Map(allLanguages(site.db).map((row) => [row.term_id, row]));
  const { out, scope, control } = how;
  const note = (warning: Warning): void => control.note?.(warning);
  const moved = distinctDates(site.db, scope, note);
  const facts = contentFacts(site);
  const context: WxrContext = { site, facts, groupNames: new Map(), languages, done: 0, moved, note, ...how };
  writeHead(context);
  writeLanguages(context);
  const terms = exportedTerms(site.db, scope);
  writeTerms(context, terms);
  noteOwnFiles(context);
  const next = writeGroups(context, 'term', {
    first: highestTermId(site.db) + 1,
    terms: new Set(terms.map(({ id }) => id)),
  });
  writeGroups(context, 'post', { first: next });
  const page = 200;
  for (let ids = chosenIdsAfter(site.db, scope, { after: 0, limit: page }); ids.length > 0;) {
    writeItems(context, ids);
    ids = chosenIdsAfter(site.db, scope, { after: ids.at(-1) ?? 0, limit: page });
  }
  out.write('</channel>\n</rss>\n');
}

/** Files of this site get an address where nothing exists yet (`live-wordpress.md` 6). */
function noteOwnFiles({ site, facts, scope, note }: WxrContext): void {
  const count = countOwnFiles(site.db, scope);
  if (count === 0) return;
  const address = uploadsAddress(facts);
  const text = `${count} media ${count === 1 ? 'file is' : 'files are'} only on this computer, and ${count === 1 ? 'its address leads' : 'their addresses lead'} nowhere yet: upload the folder of media files to ${address} before the import, or featured images are lost.`;
  note({ line: 0, code: 'export_media', text, params: { count, address } });
}

/** Reads the export back: an unreadable one is an error. */
function checkWritten(path: string, total: number): void {
  let items = 0;
  const nothing = (): void => undefined;
  const sink = {
    site: nothing,
    user: nothing,
    language: nothing,
    term: nothing,
    group: nothing,
    post: () => (items += 1),
  };
  readWxr(path, sink, { report: emptyReport(), control: UNWATCHED, now: new Date(0) });
  if (items !== total) throw new Error(`The export holds ${items} items instead of ${total}`);
}

function writeHead({ site, facts, scope, out, languages }: WxrContext): void {
  const { title, description } = siteSettings(site);
  const standard = facts.defaultLanguage === null ? undefined : languages.get(facts.defaultLanguage);
  const newest = newestChange(site.db, scope, site.now().toISOString().slice(0, 19));
  out.write(`<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	${plain('title', title)}
	${plain('link', facts.home)}
	${plain('description', description)}
	${plain('pubDate', rssDate(newest === '' ? '1970-01-01T00:00:00' : newest))}
	${plain('language', standard ? w3cOf(standard.locale) : 'en-US')}
	<wp:wxr_version>1.2</wp:wxr_version>
	${plain('wp:base_site_url', facts.home)}
	${plain('wp:base_blog_url', facts.home)}
`);
  for (const { id, login, email, name, first_name, last_name } of authorsOf(site.db, scope)) {
    const fields = [
      plain('wp:author_id', id),
      element('wp:author_login', login),
      element('wp:author_email', email),
      element('wp:author_display_name', name),
      element('wp:author_first_name', first_name),
      element('wp:author_last_name', last_name),
    ];
    out.write(`\t<wp:author>${fields.join('')}</wp:author>\n`);
  }
}

/** The default language gets the lowest number: the real site makes the lowest its default. */
function writeLanguages(context: WxrContext): void {
  const { site, facts, languages, out } = context;
  const rows = [...languages.values()].sort((a, b) => a.term_id - b.term_id);
  const standard = rows.find(({ term_id }) => term_id === facts.defaultLanguage);
  const [lowest] = rows;
  const number = (row: LanguageRow): LanguageRow => {
    if (!standard || !lowest) return row;
    if (row === standard) return lowest;
    return row === lowest ? standard : row;
  };
  const ids = rows.map(({ term_id }) => term_id);
  const metas = metaOf(site.db, 'term', ids);
  const uuids = uuidsOfTerms(site.db, ids);
  const ordered = standard ? [standard, ...rows.filter((row) => row !== standard)] : rows;
  for (const row of ordered) {
    const { term_id, name, slug, locale, is_rtl, flag_code } = row;
    const facts = new Map<string, string | boolean>([
      ['locale', locale],
      ['rtl', is_rtl === 1],
      ['flag_code', flag_code],
    ]);
    const meta = metas.filter((one) => one.item_id === term_id);
    writeTerm(out, {
      id: number(row).term_id,
      taxonomy: 'language',
      slug,
      name,
      description: writePhp(facts),
      meta: withUuid(context.scope, meta, uuids.get(term_id)),
    });
    const twin = number(row).twin_id;
    writeTerm(out, { id: twin, taxonomy: 'term_language', slug: `pll_${slug}`, name, description: '', meta: [] });
  }
}

interface WrittenTerm {
  id: number;
  taxonomy: string;
  slug: string;
  parent?: string;
  name: string;
  description: string;
  meta: readonly { key: string; value: string }[];
}

function withUuid(
  scope: WxrExport,
  meta: readonly { key: string; value: string }[],
  uuid: string | undefined,
): { key: string; value: string }[] {
  return scope.uuids && uuid !== undefined ? [...meta, { key: UUID_KEY, value: uuid }] : [...meta];
}

function writeTerms({ site, scope, out, note }: WxrContext, terms: readonly TermRow[]): void {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const sorted = importOrder(terms, note);
  for (let at = 0; at < sorted.length; at += 500) {
    const page = sorted.slice(at, at + 500);
    const ids = page.map(({ id }) => id);
    const metas = metaOf(site.db, 'term', ids);
    const sources = scope.uuids ? chosenSources(site.db, 'term', ids) : new Set<number>();
    for (const { parent, ...term } of page) {
      const stored = metas.filter((one) => one.item_id === term.id);
      const meta = sources.has(term.id) ? [...stored, { key: SOURCE_KEY, value: '1' }] : stored;
      const above = parent === null ? undefined : byId.get(parent);
      writeTerm(out, { ...term, parent: above?.slug ?? '', meta: withUuid(scope, meta, term.uuid) });
    }
  }
}

const ELEMENTS: Readonly<Record<string, { name: string; prefix: string; slug: string }>> = {
  category: { name: 'wp:category', prefix: 'wp:category', slug: 'wp:category_nicename' },
  post_tag: { name: 'wp:tag', prefix: 'wp:tag', slug: 'wp:tag_slug' },
};

function writeTerm(out: Output, term: WrittenTerm): void {
  const { id, taxonomy, slug, parent = '', name, description, meta } = term;
  const own = ELEMENTS[taxonomy];
  const prefix = own?.prefix ?? 'wp:term';
  const lines = [
    plain('wp:term_id', id),
    ...(own ? [] : [element('wp:term_taxonomy', taxonomy)]),
    element(own?.slug ?? 'wp:term_slug', slug),
    ...(taxonomy === 'post_tag' ? [] : [element(`${prefix}_parent`, parent)]),
    element(taxonomy === 'category' ? 'wp:cat_name' : `${prefix}_name`, name),
    ...(description === '' ? [] : [element(`${prefix}_description`, description)]),
    ...meta.map((one) => metaElement('wp:termmeta', one)),
  ];
  const tag = own?.name ?? 'wp:term';
  out.write(`\t<${tag}>\n\t\t${lines.join('\n\t\t')}\n\t</${tag}>\n`);
}

/**
 * Writes a group per translated term, including single ones; for items only groups of two or more. Returns the next free number.
 */
function writeGroups(context: WxrContext, kind: Kind, how: { first: number; terms?: ReadonlySet<number> }): number {
  const { site, scope, out, languages, groupNames } = context;
  let id = how.first;
  for (const group of exportedGroups(site.db, kind, scope)) {
    const members = group.members.filter(({ item_id }) => how.terms?.has(item_id) ?? true);
    if (members.length < (kind === 'term' ? 1 : 2) || !carriesLanguage(site, kind, group.type)) continue;
    const map = new Map(members.map((one) => [languages.get(one.language_id)?.slug ?? '', one.item_id]));
    const name = groupName(kind, members);
    if (kind === 'post') for (const one of members) groupNames.set(one.item_id, name);
    const taxonomyName = kind === 'post' ? 'post_translations' : 'term_translations';
    writeTerm(out, { id, taxonomy: taxonomyName, slug: name, name, description: writePhp(map), meta: [] });
    id += 1;
  }
  return id;
}

/** The name is the same in every export while the member with the lowest number stays. */
function groupName(kind: Kind, members: readonly { item_id: number }[]): string {
  const lowest = Math.min(...members.map(({ item_id }) => item_id));
  return `pll_${createHash('sha256').update(`${kind} ${lowest}`).digest('hex').slice(0, 13)}`;
}
