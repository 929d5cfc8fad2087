import { findDelimiters, type Delimiter } from '../units/delimiters.ts';
import { jsonScalars } from '../units/json-strings.ts';

/** What an id in a text can refer to. */
export type RefKind = 'post' | 'term';

/** An id or a name that cannot be resolved for the other side. */
export interface UnknownRef {
  kind: RefKind;
  ref: string;
}

/** A text with its references converted, and those that could not be. */
export interface Referred {
  text: string;
  unknown: UnknownRef[];
}

/**
 * Another Polydesk names files as this one does, so that a file here and another one there may have the same path (`live-site.md` 11).
 */
export interface OwnFiles {
  /** Addresses of files here and there begin with them. */
  here: string;
  there: string;
  /** Whether the file with this path was uploaded here: one there with the same path is another one, unless it came from here. */
  isOwn(path: string): boolean;
  /** The path there of a file that was uploaded here; undefined: it is not there, or was not seen there yet. */
  pathThere(path: string): string | undefined;
  /** The path here of a file there that was uploaded here. */
  pathHere(path: string): string | undefined;
}

/** Resolves references of one side. */
export interface Numbers {
  /** Public address without trailing slash. */
  home: string;
  /** The stable key of an id; undefined: unknown. */
  keyOf(kind: RefKind, id: number): string | undefined;
  /** The id for a stable key. */
  idOf(kind: RefKind, key: string): number | undefined;
  /** Of this side, if the other one is another Polydesk. */
  files?: OwnFiles | undefined;
}

interface BlockRow {
  block: RegExp;
  /** Keys joined by dots. */
  path: RegExp;
  kind: RefKind | ((json: string) => RefKind);
}

/** The attributes of a navigation link name the kind of its target. */
const linkKind = (json: string): RefKind => (/"kind":"taxonomy"/.test(json) ? 'term' : 'post');

/** Ids in the attributes of blocks (`live-site.md` 4). To add one, add a row. */
const BLOCKS: readonly BlockRow[] = [
  { block: /^core\/(?:image|cover|file|audio|video)$/, path: /^id$/, kind: 'post' },
  { block: /^core\/media-text$/, path: /^mediaId$/, kind: 'post' },
  { block: /^core\/gallery$/, path: /^(?:ids\.\d+|images\.\d+\.id)$/, kind: 'post' },
  { block: /^core\/(?:block|navigation)$/, path: /^ref$/, kind: 'post' },
  { block: /^core\/navigation-(?:link|submenu)$/, path: /^id$/, kind: linkKind },
  { block: /^core\/page-list$/, path: /^parentPageID$/, kind: 'post' },
  { block: /^core\/query$/, path: /^query\.(?:parents|exclude)\.\d+$/, kind: 'post' },
  { block: /^core\/query$/, path: /^query\.(?:categoryIds|tagIds)\.\d+$/, kind: 'term' },
  { block: /^core\/query$/, path: /^query\.taxQuery\.[\w-]+\.(?:(?:include|exclude)\.)?\d+$/, kind: 'term' },
  { block: /^core\/latest-posts$/, path: /^categories(?:\.\d+\.id)?$/, kind: 'term' },
];

/** Ids in HTML and shortcodes, with the part before them; several are separated by commas. */
const HTML: readonly { before: RegExp; kind: RefKind }[] = [
  { before: /\bwp-image-/, kind: 'post' },
  { before: /\bwp-att-/, kind: 'post' },
  { before: /\battachment_/, kind: 'post' },
  { before: /\bdata-id="/, kind: 'post' },
  { before: /\[(?:gallery|playlist)\b[^\]]{0,500}?\b(?:ids|include|exclude)="/, kind: 'post' },
  { before: /\{\{home\}\}\/\?(?:p|page_id|attachment_id)=/, kind: 'post' },
  { before: /\{\{home\}\}\/\?cat=/, kind: 'term' },
];
const ANY = new RegExp(HTML.map(({ before }) => `(${before.source})`).join('|'), 'g');

/**
 * Converts a text to comparable form: ids to stable keys, own addresses to `{{home}}`, or `{{here}}` for files that only this side may
 * have. Text that already looks like this is
 * escaped, so that `withNumbers` restores every text.
 */
export function withKeys(text: string, numbers: Numbers): Referred {
  const unknown: UnknownRef[] = [];
  const keyOf = (kind: RefKind, digits: string): string | undefined => {
    const key = /^[1-9]\d{0,15}$/.test(digits) ? numbers.keyOf(kind, Number(digits)) : undefined;
    if (key === undefined) unknown.push({ kind, ref: digits });
    return key;
  };
  const escaped = text.replace(/\{\{(?=!*#?(?:post:|term:|home\}\}|here\}\}))/g, '{{!');
  const blocks = eachDelimiter(escaped, (one) => blockWithKeys(one, keyOf));
  const own = withOwnFiles(withHome(blocks, numbers.home), numbers.files);
  return { text: htmlWithKeys(own, keyOf), unknown };
}

/** The same text for another side. A reference without an id there stays a key, and is reported. */
export function withNumbers(text: string, numbers: Numbers): Referred {
  const unknown: UnknownRef[] = [];
  const numberOf = (whole: string, kind: RefKind, key: string): string => {
    const id = numbers.idOf(kind, key);
    if (id !== undefined) return String(id);
    unknown.push({ kind, ref: key });
    return whole;
  };
  const own = text
    .replace(/"\{\{#(post|term):([^{}"]+)\}\}"/g, numberOf)
    .replace(/\{\{(post|term):([^{}"]+)\}\}/g, numberOf);
  const placed = withFilesHere(own, numbers).replaceAll('{{home}}', numbers.home);
  return { text: placed.replace(/\{\{!(?=!*#?(?:post:|term:|home\}\}|here\}\}))/g, '{{'), unknown };
}

type KeyOf = (kind: RefKind, digits: string) => string | undefined;

function eachDelimiter(text: string, change: (delimiter: Delimiter) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const delimiter of findDelimiters(text)) {
    if (delimiter.json === '') continue;
    parts.push(text.slice(at, delimiter.jsonStart), change(delimiter));
    at = delimiter.jsonStart + delimiter.json.length;
  }
  return parts.join('') + text.slice(at);
}

function blockWithKeys({ name, json }: Delimiter, keyOf: KeyOf): string {
  const rows = BLOCKS.filter(({ block }) => block.test(name));
  if (rows.length === 0) return json;
  const parts: string[] = [];
  let at = 0;
  for (const { path, value, start, end } of jsonScalars(json)) {
    const row = rows.find((one) => one.path.test(path.join('.')));
    const digits = typeof value === 'string' ? value : json.slice(start, end);
    if (!row || !/^\d+$/.test(digits)) continue;
    const kind = typeof row.kind === 'function' ? row.kind(json) : row.kind;
    const key = keyOf(kind, digits);
    if (key === undefined) continue;
    parts.push(json.slice(at, start), typeof value === 'string' ? `"{{${kind}:${key}}}"` : `"{{#${kind}:${key}}}"`);
    at = end;
  }
  return parts.join('') + json.slice(at);
}

/** The address alone or with a path after it; not as the beginning of another host. */
function withHome(text: string, home: string): string {
  if (home === '') return text;
  const pattern = new RegExp(`${home.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.:@-])`, 'g');
  return text.replace(pattern, '{{home}}');
}

const FILE_PATH = String.raw`(\d{4}\/\d{2}\/[^\s"'<>()\\?#]+)`;
const HERE = `{{here}}/polydesk/files/`;
const THERE = `{{home}}/polydesk/files/`;
const isOf = (side: string): RegExp => new RegExp(side.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + FILE_PATH, 'g');

/** Files there and here by their addresses in a text of this side. */
function withOwnFiles(text: string, files: OwnFiles | undefined): string {
  if (!files || !text.includes('/polydesk/files/')) return text;
  const own = (whole: string, path: string): string => (files.isOwn(path) ? HERE + path : whole);
  return text.replace(isOf(THERE), own).replace(isOf(files.here), own).replaceAll(files.there, THERE);
}

/** The same back: a file there has the address that it has here, if it came from here, and never that of another file here. */
function withFilesHere(text: string, { files, home }: Numbers): string {
  if (!text.includes('/polydesk/files/')) return text;
  if (!files) return text.replaceAll(HERE, `${home}/polydesk/files/`);
  const there = text.replace(isOf(THERE), (whole, path: string) => {
    const own = files.pathHere(path);
    if (own !== undefined) return files.here + own;
    return files.isOwn(path) ? files.there + path : whole;
  });
  return there.replaceAll(HERE, files.here);
}

/** Files that came from here by the addresses that they have there, where those are known: for comparing with what is there. */
export function withFilesShared(text: string, files: OwnFiles): string {
  return text.replace(isOf(HERE), (whole, path: string) => {
    const there = files.pathThere(path);
    return there === undefined ? whole : THERE + there;
  });
}

function htmlWithKeys(text: string, keyOf: KeyOf): string {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(ANY)) {
    const kind = HTML[match.slice(1).findIndex((group) => group !== undefined)]?.kind ?? 'post';
    const start = match.index + match[0].length;
    const digits = /^\d+(?:\s*,\s*\d+)*/.exec(text.slice(start, start + 2000))?.[0];
    if (digits === undefined || start < at) continue;
    const keys = digits.replace(/\d+/g, (one) => {
      const key = keyOf(kind, one);
      return key === undefined ? one : `{{${kind}:${key}}}`;
    });
    parts.push(text.slice(at, start), keys);
    at = start + digits.length;
  }
  return parts.join('') + text.slice(at);
}
