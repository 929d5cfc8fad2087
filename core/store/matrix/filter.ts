import type { State } from '../../types.ts';
import type { Search } from '../content/few-found.ts';
import type { Kind } from '../translations/translations.ts';

/** What a list of media is narrowed to. */
export interface MediaFilter {
  /** `image`, `video`, …: the first part of the media type. */
  type?: string | undefined;
  /** Pictures without an alternative text; files that no item shows as its image and that are attached to none. */
  lacks?: 'alt' | 'place' | undefined;
}

/** Which groups a list holds. */
export interface GroupFilter {
  kind: Kind;
  type: string;
  /** Together with `state`: in this language. */
  language?: number | undefined;
  /** "todo": missing, needs an update, partial or draft. */
  state?: State | 'todo' | undefined;
  status?: string | undefined;
  author?: number | undefined;
  term?: number | undefined;
  /** As the store keeps times, in UTC. */
  modifiedAfter?: string | undefined;
  /** Ids of items; a group with one of them is meant. */
  items?: readonly number[] | undefined;
  /** Of these items only posts that hold a text, in one of these statuses: the others were found by mistake. */
  holding?: { search: Search; statuses: readonly string[] } | undefined;
  media?: MediaFilter | undefined;
  /** With an item whose text a machine wrote and nobody found right yet. */
  machine?: boolean | undefined;
  /** How many languages of the site are switched on: with fewer members in those something is missing. */
  languages: number;
  /** Ids of the languages that are switched off: in them nothing is left to do. */
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
