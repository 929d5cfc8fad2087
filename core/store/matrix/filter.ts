import type { State } from '../../types.ts';
import type { Search } from '../content/few-found.ts';
import type { Kind } from '../translations/translations.ts';

/** The filter of a media list. */
export interface MediaFilter {
  /** `image`, `video`, …: the first part of the media type. */
  type?: string | undefined;
  /** Pictures without an alternative text; files neither featured by an item nor attached to one; records without their file. */
  lacks?: 'alt' | 'place' | 'file' | undefined;
}

/** The filter of a list of groups. */
export interface GroupFilter {
  kind: Kind;
  type: string;
  /** Combined with `state`: in this language. */
  language?: number | undefined;
  /** "todo": missing, needs an update, partial or draft. */
  state?: State | 'todo' | undefined;
  status?: string | undefined;
  author?: number | undefined;
  term?: number | undefined;
  /** In the format of stored times, in UTC. */
  modifiedAfter?: string | undefined;
  /** Ids of items; groups with one of them. */
  items?: readonly number[] | undefined;
  /** Of these items only posts that contain a text, in one of these statuses: the others are false positives. */
  holding?: { search: Search; statuses: readonly string[] } | undefined;
  media?: MediaFilter | undefined;
  /** With an item that has a machine-written text not yet confirmed. */
  machine?: boolean | undefined;
  /** The number of active languages of the site: groups with fewer members in those lack something. */
  languages: number;
  /** Ids of the inactive languages: they have no work left. */
  inactive?: readonly number[] | undefined;
}

export interface GroupOrder {
  by: 'modified' | 'title' | 'id';
  descending: boolean;
  limit: number;
  offset: number;
}

export interface GroupRow {
  group_id: number;
  source_id: number;
  title: string;
  modified: string;
}
