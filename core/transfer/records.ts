/**
 * What an import is made of, whatever file it came from (`design/architecture.md` 8). Records name each other by the
 * numbers and slugs of the file; what they become here is decided by the plan.
 */

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

export interface TermRecord {
  source: number | null;
  uuid: string;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
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

export interface PostRecord {
  source: number | null;
  uuid: string;
  type: string;
  status: string;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  date: string;
  date_gmt: string;
  floating: boolean;
  modified: string;
  modified_gmt: string;
  /** Login of the author. */
  author: string;
  parent: number;
  menu_order: number;
  password: string;
  guid: string;
  comment_status: 'open' | 'closed';
  ping_status: 'open' | 'closed';
  sticky: boolean;
  format: string;
  template: string;
  /** Number of the featured image; 0 for none. */
  thumbnail: number;
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
export interface MediaRecord {
  file: string;
  source_url: string;
  mime_type: string;
  width: number | null;
  height: number | null;
  filesize: number;
  sizes: Record<string, unknown>;
  image_meta: Record<string, unknown>;
  alt_text: string;
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
