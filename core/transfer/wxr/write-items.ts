import { postType } from '../../domain/content/content-model.ts';
import type { ContentFacts } from '../../domain/content/content-facts.ts';
import { languageBase } from '../../domain/content/links.ts';
import { postLink, type LinkedPost } from '../../domain/content/posts/links.ts';
import { loadPage } from '../../domain/content/posts/page.ts';
import { chosenAmong, chosenSources, languagesOfPosts } from '../../store/transfer/export.ts';
import type { MediaRow } from '../../store/content/media.ts';
import type { PostRow } from '../../store/content/posts.ts';
import { termNames } from '../../store/content/names.ts';
import { writePhp, type PhpArray, type PhpValue } from '../../domain/content/php.ts';
import { itemPage, type ItemPage } from '../item-page.ts';
import type { CommentRecord } from '../records.ts';
import { SOURCE_KEY, UUID_KEY } from './terms.ts';
import { carriesLanguage, metaElement, rssDate, uploadsAddress, type WxrContext } from './context.ts';
import { elementLines, fieldMeta, type Named } from './fields.ts';
import { element, escaped, cdata, plain } from './xml-write.ts';

const ZERO = '0000-00-00 00:00:00';

/** Writes a page of items, with everything they need loaded in bulk (`content.md` 8.1). */
export function writeItems(context: WxrContext, ids: readonly number[]): void {
  const { site, scope, out, control } = context;
  const items = itemPage(site, ids);
  const { rows } = items;
  context.done += rows.length;
  const related = rows.flatMap((row) => [row.parent ?? 0, row.featured_media]).filter((id) => id > 0);
  const terms = [...items.terms.values()].flat().map(({ id }) => id);
  const page: WxrPage = {
    ...items,
    languages: languagesOfPosts(site.db, ids),
    links: linksOf(context, rows),
    leaving: chosenAmong(site.db, scope, related),
    names: termNames(site.db, [...new Set(terms)]),
    sources: scope.uuids ? chosenSources(site.db, 'post', ids) : new Set<number>(),
  };
  for (const row of rows) out.write(itemText(context, page, row));
  control.progress(context.done, context.total);
}

interface WxrPage extends ItemPage {
  languages: Map<number, { group_id: number; language_id: number }>;
  links: Map<number, string>;
  /** Parents and images that are exported too. */
  leaving: Set<number>;
  /** Names of the terms. */
  names: Map<number, string>;
  /** Explicitly chosen sources. */
  sources: Set<number>;
}

/** Links as the real site writes them: those of drafts, too, begin with the language. */
function linksOf({ site, facts }: WxrContext, rows: readonly PostRow[]): Map<number, string> {
  const out = new Map<number, string>();
  for (const [name, own] of Map.groupBy(rows, (row) => row.type)) {
    const type = postType(site, name);
    if (!type) continue;
    const page = loadPage(site, { facts, type, rows: own, wants: () => false });
    for (const row of own) out.set(row.id, exportedLink(facts, page.linked(row)));
  }
  return out;
}

function exportedLink(facts: ContentFacts, post: LinkedPost): string {
  const link = postLink(facts, post);
  const start = `${facts.home}/?`;
  if (!post.language || facts.permalinks === '' || !link.startsWith(start)) return link;
  return `${languageBase(facts, post.language)}${link.slice(start.length - 1)}`;
}

function itemText(context: WxrContext, page: WxrPage, stored: PostRow): string {
  const row = { ...stored, ...context.moved.get(stored.id) };
  const url = row.type === 'attachment' ? attachmentUrl(context, row, page.media.get(row.id)) : undefined;
  const named: Named = { login: page.logins.get(row.author ?? 0) ?? '', isLeaving: (id) => page.leaving.has(id) };
  const lines = [
    ...elementLines(row, named, {
      link: plain('link', page.links.get(row.id) ?? `${context.facts.home}/?p=${row.id}`),
      pubDate: plain('pubDate', row.floating === 1 ? '' : rssDate(row.date_gmt)),
      guid: `<guid isPermaLink="false">${escaped(row.guid)}</guid>`,
      description: '<description></description>',
      'wp:post_id': plain('wp:post_id', row.id),
      'wp:post_type': element('wp:post_type', row.type),
      ...(row.floating === 1 && { 'wp:post_date_gmt': element('wp:post_date_gmt', ZERO) }),
    }),
    ...(url === undefined ? [] : [element('wp:attachment_url', url)]),
    ...categoryLines(context, page, row),
    ...metaOf(context, page, { row, named }).map((one) => metaElement('wp:postmeta', one)),
    ...commentLines(page.comments.get(row.id)),
  ];
  return `\t<item>\n\t\t${lines.join('\n\t\t')}\n\t</item>\n`;
}

/** The address recorded on import; a file of this site gets the address that the real site would give it. */
function attachmentUrl({ facts }: WxrContext, row: PostRow, media: MediaRow | undefined): string {
  if (!media || media.source_url !== '') return media?.source_url ?? row.guid;
  return media.file === '' ? row.guid : `${uploadsAddress(facts)}/${media.file}`;
}

function categoryLines(context: WxrContext, page: WxrPage, row: PostRow): string[] {
  const { site, languages, groupNames } = context;
  const own = carriesLanguage(site, 'post', row.type) ? page.languages.get(row.id) : undefined;
  const language = own && languages.get(own.language_id);
  const group = own && groupNames.get(row.id);
  const line = (domain: string, slug: string, name: string): string =>
    `<category domain="${escaped(domain)}" nicename="${escaped(slug)}">${cdata(name)}</category>`;
  const terms = [...(page.terms.get(row.id) ?? [])].sort((a, b) => compare(a.taxonomy, b.taxonomy) || a.id - b.id);
  const format = row.format.charAt(0).toUpperCase() + row.format.slice(1);
  return [
    ...(language ? [line('language', language.slug, language.name)] : []),
    ...(group === undefined ? [] : [line('post_translations', group, group)]),
    ...terms.map((term) => line(term.taxonomy, term.slug, page.names.get(term.id) ?? term.slug)),
    ...(row.format === '' ? [] : [line('post_format', `post-format-${row.format}`, format)]),
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function metaOf(
  { scope }: WxrContext,
  page: WxrPage,
  { row, named }: { row: PostRow; named: Named },
): { key: string; value: string }[] {
  const stored = page.meta.get(row.id) ?? [];
  const media = row.type === 'attachment' ? page.media.get(row.id) : undefined;
  return [
    ...(media ? mediaMeta(media, stored) : []),
    ...fieldMeta(row, named),
    ...stored,
    ...(scope.uuids ? [{ key: UUID_KEY, value: row.uuid }] : []),
    ...(scope.uuids && page.sources.has(row.id) ? [{ key: SOURCE_KEY, value: '1' }] : []),
  ];
}

/** The custom fields that the real site stores for a file; an imported list of sizes is kept as it was. */
function mediaMeta(media: MediaRow, stored: readonly { key: string }[]): { key: string; value: string }[] {
  const { file, alt_text } = media;
  const isKept = stored.some(({ key }) => key === '_wp_attachment_metadata');
  return [
    ...(file === '' ? [] : [{ key: '_wp_attached_file', value: file }]),
    ...(alt_text === '' ? [] : [{ key: '_wp_attachment_image_alt', value: alt_text }]),
    ...(isKept || media.width === null ? [] : [{ key: '_wp_attachment_metadata', value: writePhp(factsOf(media)) }]),
  ];
}

function factsOf({ width, height, file, filesize, sizes, image_meta }: MediaRow): PhpArray {
  return new Map<string | number, PhpValue>([
    ['width', width],
    ['height', height],
    ['file', file],
    ['filesize', filesize],
    ['sizes', fromJson(JSON.parse(sizes))],
    ['image_meta', fromJson(JSON.parse(image_meta))],
  ]);
}

function fromJson(value: unknown): PhpValue {
  if (Array.isArray(value)) return new Map(value.map((one, index) => [index, fromJson(one)]));
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, one]) => [key, fromJson(one)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function commentLines(text: string | undefined): string[] {
  if (text === undefined) return [];
  return (JSON.parse(text) as CommentRecord[]).map(({ fields, meta }) => {
    const lines = [
      ...fields.map(([name, value]) => element(`wp:${name}`, value)),
      ...meta.map((one) => metaElement('wp:commentmeta', one)),
    ];
    return `<wp:comment>${lines.join('')}</wp:comment>`;
  });
}
