import { t } from '../lib/messages/messages.svelte.ts';
import { dayOf } from './days.ts';
import { Entries, type Entry, type EntryQuery } from './entries.svelte.ts';
import { partsOf, type Part } from './parts.ts';

/** The item of a history: `post`, `media` or `term` and its ID. */
export interface HistoryItem {
  kind: string;
  id: number;
}

/** A row in the history of an item. */
export interface Line {
  entry: Entry;
  parts: readonly Part[];
  /** What happened to the item as a whole. */
  op: 'create' | 'update' | 'delete';
  /** The title: the changed parts, else the kind of change. */
  title: string;
  day: string;
}

/** Maximum number of part names in a title. */
const MOST_NAMES = 3;

/** The history of one item, with filters. */
export class ItemHistory {
  readonly item: HistoryItem;
  field = $state('');
  author = $state('');
  token = $state('');
  origin = $state('');
  /** All fields seen in any entry, for the filter. */
  fields = $state.raw<ReadonlySet<string>>(new Set());

  constructor(item: HistoryItem) {
    this.item = item;
  }

  #query = $derived.by((): EntryQuery => {
    const { kind, id } = this.item;
    const { field, author, token, origin } = this;
    const filters = Object.entries({ field, author, token, origin }).filter(([, value]) => value !== '');
    return { kind, id: String(id), ...Object.fromEntries(filters) };
  });
  entries = $derived(new Entries(this.#query));
  lines: readonly Line[] = $derived.by(() => this.#linesOf(this.entries.list));
  /** How many changes are listed once all are loaded: an undo has no line of its own. */
  total = $derived(this.entries.hasMore ? this.entries.total : this.lines.length);
  isFiltered = $derived(this.field !== '' || this.author !== '' || this.token !== '' || this.origin !== '');

  clear(): void {
    this.field = this.author = this.token = this.origin = '';
  }

  /** Adds seen fields to the filter options. */
  learn(): void {
    const seen = this.entries.list.flatMap(({ changes = [] }) => changes.map(({ field }) => field));
    if (seen.some((field) => !this.fields.has(field))) this.fields = new Set([...this.fields, ...seen]);
  }

  #linesOf(list: readonly Entry[]): Line[] {
    const byId = new Map(list.map((entry) => [entry.id, entry]));
    // An undo is shown on the entry it undid, struck through.
    const own = list.filter(({ undoes }) => undoes === null || !byId.has(undoes));
    return own.map((entry) => {
      const parts = partsOf(entry);
      const op = entry.items.find((item) => item.kind === this.item.kind && item.id === this.item.id)?.op ?? 'update';
      return { entry, parts, op, title: titleOf(entry, parts, op), day: dayOf(entry.at) };
    });
  }
}

function titleOf(entry: Entry, parts: readonly Part[], op: Line['op']): string {
  if (op !== 'update' || parts.length === 0) return entry.summary;
  const names = [...new Set(parts.map(({ name }) => name))];
  const rest = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return rest > 0 ? t('activity.parts.more', { names: shown, count: rest }) : shown;
}

/** The newer change of the same part, if any: an undo would not restore the current text. */
export function changedAgain(lines: readonly Line[], line: Line, part: Part): Entry | undefined {
  const newer = lines.filter(({ entry }) => entry.id > line.entry.id && entry.undone_by === null);
  return newer.findLast(({ parts }) =>
    parts.some((other) => other.field === part.field && (!part.isUnit || other.before === part.after)),
  )?.entry;
}

/**
 * The newer changes of the same fields, newest first: undone together with a change, they bring back what was there before it.
 * undefined where that could reach further: other items, the live site, or changes that the filters hide.
 */
export function laterChanges({ lines, isFiltered }: ItemHistory, line: Line): Line[] | undefined {
  const fields = new Set(line.parts.map(({ field }) => field));
  const later: Line[] = [];
  for (const each of lines.toReversed()) {
    const { id, undone_by } = each.entry;
    if (id <= line.entry.id || undone_by !== null || !each.parts.some(({ field }) => fields.has(field))) continue;
    later.unshift(each);
    for (const { field } of each.parts) fields.add(field);
  }
  const isAlone = [line, ...later].every(({ entry }) => entry.item_count === 1 && entry.origin !== 'push');
  return later.length > 0 && isAlone && !isFiltered ? later : undefined;
}
