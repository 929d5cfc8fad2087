import { postType } from '../domain/content-model.ts';
import { postLink } from '../domain/posts/links.ts';
import { loadPage } from '../domain/posts/page.ts';
import { chosenAmong, chosenSources, commentsOf, languagesOfPosts } from '../store/export.ts';
import { mediaByIds, type MediaRow } from '../store/media.ts';
import { metaOfPosts } from '../store/post-meta.ts';
import { termsOfPosts } from '../store/post-terms.ts';
import { postsByIds, type PostRow } from '../store/posts.ts';
import { loginsOf, termNames } from '../store/names.ts';
import { writePhp, type PhpArray, type PhpValue } from './php.ts';
import type { CommentRecord } from './records.ts';
import { SOURCE_KEY, UUID_KEY } from './wxr-terms.ts';
import { carriesLanguage, metaElement, rssDate, type WxrContext } from './wxr-context.ts';
import { element, escaped, cdata, plain } from './xml-write.ts';

const ZERO = '0000-00-00 00:00:00';

/** A page of items, everything they need read at once (`content.md` 8.1). */
export function writeItems(context: WxrContext, ids: readonly number[]): void {
  const { site, scope, out, control } = context;
  const rows = postsByIds(site.db, ids);
  context.done += rows.length;
  const related = rows.flatMap((row) => [row.parent ?? 0, row.featured_media]).filter((id) => id > 0);
  const page = {
    meta: grouped(metaOfPosts(site.db, ids)),
    terms: grouped(termsOfPosts(site.db, ids)),
    media: mediaByIds(site.db, ids),
    comments: commentsOf(site.db, ids),
    languages: languagesOfPosts(site.db, ids),
    links: linksOf(context, rows),
    leaving: chosenAmong(site.db, scope, related),
    logins: loginsOf(
      site.db,
      rows.flatMap((row) => row.author ?? []),
    ),
    names: new Map<number, string>(),
    sources: scope.uuids ? chosenSources(site.db, 'post', ids) : new Set<number>(),
  };
  page.names = termNames(site.db, [...new Set([...page.terms.values()].flat().map(({ id }) => id))]);
  for (const row of rows) out.write(itemText(context, page, row));
  control.progress(context.done, context.total);
}

interface ItemPage {
  meta: Map<number, { post_id: number; key: string; value: string }[]>;
  terms: Map<number, { post_id: number; id: number; taxonomy: string; slug: string }[]>;
  media: Map<number, MediaRow>;
  comments: Map<number, string>;
  languages: Map<number, { group_id: number; language_id: number }>;
  links: Map<number, string>;
  /** Parents and images that leave too. */
  leaving: Set<number>;
  logins: Map<number, string>;
  names: Map<number, string>;
  /** Those that somebody chose as the source of their group. */
  sources: Set<number>;
}

function grouped<T extends { post_id: number }>(list: readonly T[]): Map<number, T[]> {
  return Map.groupBy(list, (one) => one.post_id);
}

function linksOf({ site, facts }: WxrContext, rows: readonly PostRow[]): Map<number, string> {
  const out = new Map<number, string>();
  for (const [name, own] of Map.groupBy(rows, (row) => row.type)) {
    const type = postType(site, name);
    if (!type) continue;
    const page = loadPage(site, { facts, type, rows: own, wants: () => false });
    for (const row of own) out.set(row.id, postLink(facts, page.linked(row)));
  }
  return out;
}

function itemText(context: WxrContext, page: ItemPage, row: PostRow): string {
  const url = row.type === 'attachment' ? attachmentUrl(context, row, page.media.get(row.id)) : undefined;
  const lines = [
    element('title', row.title),
    plain('link', page.links.get(row.id) ?? `${context.facts.home}/?p=${row.id}`),
    plain('pubDate', rssDate(row.date_gmt)),
    element('dc:creator', page.logins.get(row.author ?? 0) ?? ''),
    `<guid isPermaLink="false">${escaped(row.guid)}</guid>`,
    '<description></description>',
    element('content:encoded', row.content),
    element('excerpt:encoded', row.excerpt),
    plain('wp:post_id', row.id),
    ...stateLines(page, row),
    ...(url === undefined ? [] : [element('wp:attachment_url', url)]),
    ...categoryLines(context, page, row),
    ...metaOf(context, page, row).map((one) => metaElement('wp:postmeta', one)),
    ...commentLines(page.comments.get(row.id)),
  ];
  return `\t<item>\n\t\t${lines.join('\n\t\t')}\n\t</item>\n`;
}

function stateLines({ leaving }: ItemPage, row: PostRow): string[] {
  const parent = row.parent !== null && leaving.has(row.parent) ? row.parent : 0;
  return [
    element('wp:post_date', row.date.replace('T', ' ')),
    element('wp:post_date_gmt', row.floating === 1 ? ZERO : row.date_gmt.replace('T', ' ')),
    element('wp:post_modified', row.modified.replace('T', ' ')),
    element('wp:post_modified_gmt', row.modified_gmt.replace('T', ' ')),
    element('wp:comment_status', row.comment_status),
    element('wp:ping_status', row.ping_status),
    element('wp:post_name', row.slug),
    element('wp:status', row.status),
    plain('wp:post_parent', parent),
    plain('wp:menu_order', row.menu_order),
    element('wp:post_type', row.type),
    element('wp:post_password', row.password),
    plain('wp:is_sticky', row.sticky),
  ];
}

/** The address recorded on import; a file of this site stands where the real site would put it. */
function attachmentUrl({ facts }: WxrContext, row: PostRow, media: MediaRow | undefined): string {
  if (!media || media.source_url !== '') return media?.source_url ?? row.guid;
  return media.file === '' ? row.guid : `${facts.home}/wp-content/uploads/${media.file}`;
}

function categoryLines(context: WxrContext, page: ItemPage, row: PostRow): string[] {
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

function metaOf({ scope }: WxrContext, page: ItemPage, row: PostRow): { key: string; value: string }[] {
  const stored = page.meta.get(row.id) ?? [];
  const media = row.type === 'attachment' ? page.media.get(row.id) : undefined;
  const thumbnail = row.featured_media > 0 && page.leaving.has(row.featured_media) ? row.featured_media : 0;
  return [
    ...(media ? mediaMeta(media, stored) : []),
    ...(thumbnail > 0 ? [{ key: '_thumbnail_id', value: String(thumbnail) }] : []),
    ...(row.template === '' ? [] : [{ key: '_wp_page_template', value: row.template }]),
    ...stored,
    ...(scope.uuids ? [{ key: UUID_KEY, value: row.uuid }] : []),
    ...(scope.uuids && page.sources.has(row.id) ? [{ key: SOURCE_KEY, value: '1' }] : []),
  ];
}

/** What the real site keeps of a file as fields; the list of versions as it came, where it came. */
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
