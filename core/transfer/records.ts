/**
 * What an import is made of, whatever file it came from (`architecture.md` 8). Records name each other by the
 * numbers and slugs of the file; what they become here is decided by the plan.
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
  /** Public address without final slash, "" when the file names none. */
  url: string;
  /** The file holds all content, its terms and languages too (`content.md` 8.2). */
  whole: boolean;
  /** How far its clocks are from UTC: for items without a time in UTC, whose `date_gmt` or `modified_gmt` is "". */
  offsets?: Offsets;
  /** What only a bundle carries. */
  more?: {
    /** Number of the default category. */
    category: number;
    /** Options by name; pages and pictures by number. */
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
  /** "" when the file does not say. */
  locale: string;
  is_rtl: boolean | null;
  flag_code: string | null;
  term_group: number;
  /** What only a bundle says. */
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
  /** Number of the parent, where the file names it by number. */
  parentSource: number | null;
  /** Somebody chose it as the source of its group. */
  isSource?: boolean;
  meta: Meta[];
  line: number;
}

/** A translation group as the file states it: code → number of the item, in stored order. */
export interface GroupRecord {
  kind: 'post' | 'term';
  source: number | null;
  name: string;
  members: [code: string, id: number][];
  line: number;
}

/** A term an item carries: by taxonomy and slug; the name where the file has no list of terms. */
export interface TermRef {
  taxonomy: string;
  slug: string;
  name: string;
  /** Number of the term, where the file names it by number. */
  source?: number;
}

const EMPTY = { text: '', date: '', number: 0, switch: false, open: 'closed', user: '', parent: 0, image: 0 };

/** The stored values of an item of which nothing is known. */
export const BLANK = Object.fromEntries(
  POST_ROWS.filter(({ ofFile }) => !ofFile).map(({ name, holds }) => [name, (EMPTY as Record<string, unknown>)[holds]]),
) as PostRecordValues;

/** An item: what is stored of it, its author by login, its parent and its image by number, 0 for none. */
export interface PostRecord extends PostRecordValues {
  source: number | null;
  uuid: string;
  type: string;
  /** Code of the language; "" for none. */
  lang: string;
  langName: string;
  /** Name of the translation group; "" for none. */
  group: string;
  /** Somebody chose it as the source of its group. */
  isSource?: boolean;
  terms: TermRef[];
  meta: Meta[];
  media: MediaRecord | null;
  comments: CommentRecord[];
  line: number;
}

/** The file of an attachment as the export records it. */
export interface MediaRecord extends MediaRecordValues {
  mime_type: string;
}

/** A comment, kept for the way back: fields by name, as the file has them. */
export interface CommentRecord {
  fields: [name: string, value: string][];
  meta: Meta[];
}

/** Where a reader puts what it finds. */
export interface RecordSink {
  site(record: SiteRecord): void;
  user(record: UserRecord): void;
  language(record: LanguageRecord): void;
  term(record: TermRecord): void;
  group(record: GroupRecord): void;
  post(record: PostRecord): void;
}
