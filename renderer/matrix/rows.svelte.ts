import { PAGE, RowWindow } from '../lib/api/row-window.svelte.ts';
import type { CellState } from '../ui/state-glyphs.ts';
import type { Read } from '../lib/api/answers.ts';
import type { RowSource, TranslationRow } from './grid/translation-grid.ts';

/** A row of `GET polydesk/v1/groups`. */
export type GroupValue = Read<'/polydesk/v1/groups'>[number];
/** One of its versions. */
export type GroupItem = GroupValue['items'][string];

/** A row with its display values, computed once. */
export interface GroupRow extends TranslationRow {
  value: GroupValue;
  /** Language code of the source; "" for an item without a language. */
  sourceLang: string;
}

/** What the display of a row depends on: the languages of the site and of the interface. */
export interface RowLook {
  tagOf: (code: string) => string;
  dateOf: (time: string | null, value: GroupValue) => string;
}

const MOST_SOUGHT = 2000;
const KINDS = ['post', 'media', 'term', 'group', 'language', 'settings', 'site', 'content-model'];

/** The rows of a list of groups. */
export class GroupRows extends RowWindow<GroupValue, GroupRow> implements RowSource<GroupRow> {
  constructor(look: RowLook) {
    super({ path: '/polydesk/v1/groups', kinds: KINDS, rowOf: (value) => rowOf(value, look) });
  }

  /** The index of an item's row, loading until found; -1 if it is not among the first two thousand. */
  async find(id: number): Promise<number> {
    for (let from = 0; from === 0 || (from < this.total && from < MOST_SOUGHT); from += PAGE) {
      await this.load(from);
      for (const [place, row] of this.known()) if (place >= from && place < from + PAGE && holds(row, id)) return place;
    }
    return -1;
  }
}

/** The display values of a group. */
export function rowOf(value: GroupValue, look: RowLook): GroupRow {
  const items = Object.entries(value.items);
  const [sourceLang = ''] = items.find(([, item]) => item.id === value.source) ?? [];
  const states = Object.fromEntries(items.map(([code, { state }]) => [code, stateOf(state)]));
  return {
    key: value.source,
    title: plainText(value.title),
    lang: look.tagOf(sourceLang),
    states: value.group === 0 ? undefined : states,
    // Follows the language of the interface, also in rows that were read before it changed.
    get note() {
      return look.dateOf(value.modified, value);
    },
    done: items.filter(([, { state }]) => state !== 'draft').length,
    value,
    sourceLang,
  };
}

/** Whether an item is one of the versions of a row. */
export function holds({ value }: GroupRow, id: number): boolean {
  return value.source === id || Object.values(value.items).some((item) => item.id === id);
}

/** The column of an item in its row: its language code, or the title. */
export function columnOf({ value }: GroupRow, id: number): string {
  return Object.entries(value.items).find(([, item]) => item.id === id)?.[0] ?? 'title';
}

/** Maps an engine state to a cell state. */
export function stateOf(state: GroupItem['state']): CellState {
  return state === 'needs_update' ? 'update' : state;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#8217': '’' };

/** A title as plain text: stored ones may contain entities. Markup is shown literally. */
export function plainText(title: string): string {
  return title.includes('&')
    ? title.replace(/&(amp|lt|gt|quot|#039|#8217);/g, (all, name: string) => entities[name] ?? all)
    : title;
}
