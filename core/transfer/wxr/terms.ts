import type { PhpArray, PhpValue } from '../../domain/content/php.ts';
import type { GroupRecord, LanguageRecord, TermRecord } from '../records.ts';
import { count, warn, type Report } from '../report.ts';
import { idOf, textOf, type Node } from './tree.ts';
import { metaOf, phpArrayOf } from './values.ts';

/** The custom field that holds the UUID of an item (`content.md` 8.4). */
export const UUID_KEY = '_polydesk_uuid';
/** "1" on an item that was explicitly chosen as the source of its group. */
export const SOURCE_KEY = '_polydesk_source';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an element for a term can describe. */
export type TermNode =
  | { is: 'term'; record: TermRecord }
  | { is: 'language'; record: LanguageRecord }
  | { is: 'twin'; code: string; source: number }
  | { is: 'group'; record: GroupRecord };

interface Names {
  taxonomy: string;
  slug: string;
  parent: string;
  name: string;
  description: string;
}

const FIELDS: Readonly<Record<string, Names>> = {
  'wp:category': names('wp:category_nicename', 'wp:category_parent', 'wp:cat_name', 'wp:category_description'),
  'wp:tag': names('wp:tag_slug', '', 'wp:tag_name', 'wp:tag_description'),
  'wp:term': names('wp:term_slug', 'wp:term_parent', 'wp:term_name', 'wp:term_description'),
};

function names(slug: string, parent: string, name: string, description: string): Names {
  return { taxonomy: 'wp:term_taxonomy', slug, parent, name, description };
}

/** Reads a category, tag or term (`content.md` 8.1); returns undefined, with a line in the report, for an invalid one. */
export function readTerm(node: Node, report: Report): TermNode | undefined {
  const fields = FIELDS[node.name];
  if (!fields) return undefined;
  const taxonomy = node.name === 'wp:term' ? textOf(node, fields.taxonomy) : BUILT_IN[node.name];
  const slug = textOf(node, fields.slug);
  const source = idOf(textOf(node, 'wp:term_id'));
  if (!taxonomy || slug === '') {
    count(report, 'terms', 'dropped');
    const text = 'A term without a taxonomy or a slug was left out.';
    warn(report, 'terms', { line: node.line, code: 'term_incomplete', text });
    return undefined;
  }
  const about: TermAbout = {
    source,
    slug,
    name: textOf(node, fields.name).toWellFormed(),
    description: textOf(node, fields.description).toWellFormed(),
    line: node.line,
  };
  if (taxonomy === 'language') return { is: 'language', record: languageRecord(node, about, report) };
  if (taxonomy === 'term_language')
    return source === null ? undefined : { is: 'twin', code: slug.replace(/^pll_/, ''), source };
  if (taxonomy === 'term_translations' || taxonomy === 'post_translations')
    return groupRecord(taxonomy === 'post_translations' ? 'post' : 'term', about, report);
  return { is: 'term', record: termRecord(node, { ...about, taxonomy, parent: textOf(node, fields.parent) }, report) };
}

const BUILT_IN: Readonly<Record<string, string>> = { 'wp:category': 'category', 'wp:tag': 'post_tag' };

interface TermAbout {
  source: number | null;
  slug: string;
  name: string;
  description: string;
  line: number;
}

function termRecord(node: Node, about: TermAbout & { taxonomy: string; parent: string }, report: Report): TermRecord {
  const { meta, uuid } = metaAndUuid(node, report);
  const own = meta.filter(({ key }) => key !== SOURCE_KEY);
  return {
    ...{ ...about, name: about.name || about.slug, uuid, parentSource: null, meta: own },
    ...(own.length < meta.length && { isSource: true }),
  };
}

function metaAndUuid(node: Node, report: Report): { meta: TermRecord['meta']; uuid: string } {
  const all = metaOf(node, 'wp:termmeta', { report, kind: 'terms' });
  return { meta: all.filter(({ key }) => key !== UUID_KEY), uuid: uuidIn(all) };
}

/** The UUID among the fields, "" if there is none or it is invalid. */
export function uuidIn(meta: TermRecord['meta']): string {
  const value = meta.find(({ key }) => key === UUID_KEY)?.value ?? '';
  return UUID.test(value) ? value : '';
}

function languageRecord(node: Node, term: TermAbout, report: Report): LanguageRecord {
  const { source, slug, name, description, line } = term;
  const about = { what: 'language', name: slug };
  const place = { line, text: `The properties of the language "${slug}"`, about };
  const read = description === '' ? undefined : phpArrayOf(description, place, { report, kind: 'languages' });
  const map: PhpArray = read ?? new Map<string | number, PhpValue>();
  const locale = map.get('locale');
  const rtl = map.get('rtl');
  const flag = map.get('flag_code');
  const { meta, uuid } = metaAndUuid(node, report);
  return {
    source,
    twin: null,
    uuid,
    code: slug,
    name,
    locale: typeof locale === 'string' ? locale : '',
    is_rtl: rtl === undefined || rtl === null ? null : rtl === true || rtl === 1 || rtl === '1',
    flag_code: typeof flag === 'string' ? flag : null,
    term_group: 0,
    meta,
    line,
  };
}

function groupRecord(kind: GroupRecord['kind'], about: TermAbout, report: Report): TermNode | undefined {
  const { source, slug, description, line } = about;
  const place = { line, text: `The translation group "${slug}"`, about: { what: 'group', name: slug } };
  const map = description === '' ? undefined : phpArrayOf(description, place, { report, kind: 'groups' });
  if (!map) {
    if (description !== '') count(report, 'groups', 'dropped');
    return undefined;
  }
  const members = [...map].flatMap(([code, id]): GroupRecord['members'] => {
    const number = typeof id === 'number' || typeof id === 'string' ? idOf(String(id)) : null;
    return number === null ? [] : [[String(code), number]];
  });
  return { is: 'group', record: { kind, source, name: slug, members, line } };
}
