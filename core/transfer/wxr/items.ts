import type { Clock } from '../clock.ts';
import { LANGUAGE_TAXONOMIES, FORMATS } from './host-types.ts';
import { mediaOf } from './media.ts';
import { BLANK, type CommentRecord, type Meta, type PostRecord, type TermRef } from '../records.ts';
import { warn, type Report } from '../report.ts';
import { SOURCE_KEY, UUID_KEY, uuidIn } from './terms.ts';
import { FIELD_KEYS, readFields } from './fields.ts';
import { idOf, textsOf, type Node } from './tree.ts';
import { dateOf, metaOf } from './values.ts';

/** Custom fields that are stored in columns here, and restored from them on export. */
const OWN_META: ReadonlySet<string> = new Set([
  ...FIELD_KEYS,
  '_wp_attached_file',
  '_wp_attachment_image_alt',
  UUID_KEY,
  SOURCE_KEY,
]);

/** Context of reading an item. */
export interface ItemContext {
  report: Report;
  /** UTC offsets of the site's clocks, for dates without a UTC form. */
  clock: Clock;
  now: string;
}

/** Reads an item (`content.md` 8.1). */
export function readItem(node: Node, context: ItemContext): PostRecord {
  const { report } = context;
  const of = textsOf(node);
  const type = of('wp:post_type') || 'post';
  const kind = type === 'attachment' ? ('media' as const) : ('posts' as const);
  const all = metaOf(node, 'wp:postmeta', { report, kind });
  const valueOf = (key: string): string => all.find((meta) => meta.key === key)?.value ?? '';
  const { terms, format, lang, langName, group } = termsOf(node);
  const record: PostRecord = {
    ...BLANK,
    terms,
    format,
    lang,
    langName,
    group,
    source: idOf(of('wp:post_id')),
    uuid: uuidIn(all),
    type,
    meta: all.filter(({ key }) => !OWN_META.has(key)),
    media: type === 'attachment' ? mediaOf({ node, valueOf }, report) : null,
    comments: commentsOf(node, report),
    line: node.line,
  };
  readFields(record, { element: of, meta: valueOf });
  Object.assign(record, datesOf(of, context, node.line));
  if (valueOf(SOURCE_KEY) === '1') record.isSource = true;
  return record;
}

type Dates = Pick<PostRecord, 'date' | 'date_gmt' | 'floating' | 'modified' | 'modified_gmt'>;

function datesOf(of: (name: string) => string, { clock, now, report }: ItemContext, line: number): Dates {
  const gmt = dateOf(of('wp:post_date_gmt'));
  const given = dateOf(of('wp:post_date'));
  const changed = dateOf(of('wp:post_modified'));
  if (given !== '' && gmt !== '') clock.note(given, gmt);
  const date = given || gmt || changed || now;
  if (given === '') {
    const text = `The date of "${of('title')}" cannot be read; ${date.replace('T', ' ')} was used instead.`;
    warn(report, 'posts', { line, code: 'date', text, params: { title: of('title'), date: date.replace('T', ' ') } });
  }
  const modified = changed || date;
  const modified_gmt = dateOf(of('wp:post_modified_gmt')) || (modified === date ? gmt : '');
  // Empty times are computed once all items were read.
  return { date, date_gmt: gmt, floating: gmt === '', modified, modified_gmt };
}

/** Terms, format, language and group: all of them are `category` elements. */
function termsOf(node: Node): Pick<PostRecord, 'terms' | 'format' | 'lang' | 'langName' | 'group'> {
  const out = { terms: [] as TermRef[], format: '', lang: '', langName: '', group: '' };
  const seen = new Set<string>();
  for (const { name, attributes, text } of node.children) {
    if (name !== 'category') continue;
    const { domain: taxonomy = '', nicename: slug = '' } = attributes;
    if (taxonomy === '' || slug === '') continue;
    if (taxonomy === 'language' && out.lang === '') Object.assign(out, { lang: slug, langName: text });
    if (taxonomy === 'post_translations' && out.group === '') out.group = slug;
    if (taxonomy === 'post_format') {
      const format = slug.replace(/^post-format-/, '');
      if (FORMATS.has(format)) out.format = format;
    }
    if (LANGUAGE_TAXONOMIES.has(taxonomy) || taxonomy === 'post_format' || seen.has(`${taxonomy} ${slug}`)) continue;
    seen.add(`${taxonomy} ${slug}`);
    out.terms.push({ taxonomy, slug, name: text.toWellFormed() || slug });
  }
  return out;
}

function commentsOf(node: Node, report: Report): CommentRecord[] {
  const found = node.children.filter((child) => child.name === 'wp:comment');
  return found.map((comment) => ({
    fields: comment.children
      .filter((child) => child.name.startsWith('wp:comment_') && child.children.length === 0)
      .map((child) => [child.name.slice('wp:'.length), child.text]),
    meta: commentMeta(comment, report),
  }));
}

function commentMeta(comment: Node, report: Report): Meta[] {
  return metaOf(comment, 'wp:commentmeta', { report, kind: 'comments' });
}
