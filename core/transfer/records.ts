/**
 * The records of an import, independent of the file format (`architecture.md` 8). They refer to each other by the numbers and
 * slugs of the file; the plan maps them to this site.
 */

import type { MediaRecordValues } from '../schema/content/fields/media.ts';
import { POST_ROWS, type PostRecordValues } from '../schema/content/fields/posts.ts';
import type { TermRecordValues } from '../schema/content/fields/terms.ts';
import type { Json } from '../types.ts';
import type { Offsets } from './clock.ts';

export interface Meta {
  key: string;
  value: string;
}

/** About the site as a whole. */
export interface SiteRecord {
  title: string;
  description: string;
  /** Public address without trailing slash, "" if the file has none. */
  url: string;
  /** The file holds all content, including its terms and languages (`content.md` 8.2). */
  whole: boolean;
  /** UTC offsets of its clocks, for items without a UTC time, whose `date_gmt` or `modified_gmt` is "". */
  offsets?: Offsets;
  /** Only in bundles. */
  more?: {
    /** Number of the default category. */
    category: number;
    /** Options by name; pages and images by number. */
    options: Record<string, Json>;
    settings: Record<string, Json>;
    model: unknown;
  };
}

export interface UserRecord {
  source: number | null;
  uuid: string;
  login: string;
  email: string;
  name: string;
  first_name: string;
  last_name: string;
  line: number;
}

export interface LanguageRecord {
  source: number | null;
  /** Number of the twin of the taxonomy "term_language". */
  twin: number | null;
  uuid: string;
  code: string;
  name: string;
  /** "" if the file does not give it. */
  locale: string;
  is_rtl: boolean | null;
  flag_code: string | null;
  term_group: number;
  /** Only in bundles. */
  more?: { active: boolean; fallbacks: string[] };
  meta: Meta[];
  line: number;
}

export interface TermRecord extends Omit<TermRecordValues, 'parent'> {
  source: number | null;
  uuid: string;
  taxonomy: string;
  /** Slug of the parent; "" for none. */
  parent: string;
  /** Number of the parent, if the file refers to it by number. */
  parentSource: number | null;
  /** It was explicitly chosen as the source of its group. */
  isSource?: boolean;
  meta: Meta[];
  line: number;
}

/** A translation group as in the file: code → number of the item, in stored order. */
export interface GroupRecord {
  kind: 'post' | 'term';
  source: number | null;
  name: string;
  members: [code: string, id: number][];
  line: number;
}

/** A term of an item, by taxonomy and slug; with the name if the file has no list of terms. */
export interface TermRef {
  taxonomy: string;
  slug: string;
  name: string;
  /** Number of the term, if the file refers to it by number. */
  source?: number;
}

const EMPTY = { text: '', date: '', number: 0, switch: false, open: 'closed', user: '', parent: 0, image: 0 };

/** The stored values of an item with no data. */
export const BLANK = Object.fromEntries(
  POST_ROWS.filter(({ ofFile }) => !ofFile).map(({ name, holds }) => [name, (EMPTY as Record<string, unknown>)[holds]]),
) as PostRecordValues;

/** An item: its stored values, with the author by login, and parent and image by number, 0 for none. */
export interface PostRecord extends PostRecordValues {
  source: number | null;
  uuid: string;
  type: string;
  /** Code of the language; "" for none. */
  lang: string;
  langName: string;
  /** Name of the translation group; "" for none. */
  group: string;
  /** It was explicitly chosen as the source of its group. */
  isSource?: boolean;
  terms: TermRef[];
  meta: Meta[];
  media: MediaRecord | null;
  comments: CommentRecord[];
  line: number;
}

/** The file of an attachment, as recorded in the export. */
export interface MediaRecord extends MediaRecordValues {
  mime_type: string;
}

/** A comment, preserved for export: fields by name, as in the file. */
export interface CommentRecord {
  fields: [name: string, value: string][];
  meta: Meta[];
}

/** Receives the records of a reader. */
export interface RecordSink {
  site(record: SiteRecord): void;
  user(record: UserRecord): void;
  language(record: LanguageRecord): void;
  term(record: TermRecord): void;
  group(record: GroupRecord): void;
  post(record: PostRecord): void;
}
