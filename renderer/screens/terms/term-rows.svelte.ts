import type { ContentType } from '../../lib/content-types.ts';
import type { Dict } from '../../../core/types.ts';
import { api } from '../../lib/api/api.ts';
import { GroupRows, holds, rowOf } from '../../matrix/rows.svelte.ts';
import type { GroupItem, GroupRow, GroupValue, RowLook } from '../../matrix/rows.svelte.ts';
import type { StoredTerm } from './acts.ts';

/** A row with its position in the tree. */
export interface TermRow extends GroupRow {
  /** Starting at 1. */
  level: number;
  /** undefined: it has no visible children. */
  isOpen: boolean | undefined;
}

/** More than this are shown as a list: a tree must be loaded completely. */
const MOST_IN_TREE = 2000;
const PAGE = 200;

/** The version the others are translated from. */
export function sourceOf({ value, sourceLang }: GroupRow): GroupItem | undefined {
  return value.items[sourceLang];
}

/** The groups of a taxonomy: as a tree if it is hierarchical and unfiltered, else as a list loaded page by page. */
export class TermRows {
  readonly flat: GroupRows;
  #look: RowLook;
  #type: ContentType;
  #query: Dict = {};
  #turn = 0;
  #isReading = false;
  /** All groups, while there is a tree. */
  all = $state.raw<readonly GroupRow[] | null>(null);
  /** All groups as last loaded, even while a filter is on: the possible parents. */
  known = $state.raw<readonly GroupRow[]>([]);
  #closed = $state.raw<ReadonlySet<number>>(new Set());
  #tree = $derived.by(() => (this.all ? treeOf(this.all, this.#closed) : null));

  constructor(type: ContentType, look: RowLook) {
    this.#type = type;
    this.#look = look;
    this.flat = new GroupRows(look);
  }

  isTree = $derived(this.#tree !== null);
  total = $derived.by(() => this.#tree?.length ?? this.flat.total);
  isKnown = $derived.by(() => this.#tree !== null || this.flat.isKnown);
  error = $derived.by(() => this.flat.error);
  turn = $derived.by(() => this.flat.turn);

  at(index: number): TermRow | undefined {
    if (this.#tree) return this.#tree[index];
    const row = this.flat.at(index);
    return row && { ...row, level: 1, isOpen: undefined };
  }

  need(from: number, to: number): void {
    if (!this.#tree) this.flat.need(from, to);
  }

  /** Index of a group; -1 if not shown. */
  indexOf(group: number): number {
    if (this.#tree) return this.#tree.findIndex(({ value }) => value.group === group);
    for (const [index, { value }] of this.flat.known()) if (value.group === group) return index;
    return -1;
  }

  /** Index of a term's row, after expanding its branch. -1 if not found. */
  async find(id: number): Promise<number> {
    if (!this.#tree) return this.flat.find(id);
    const at = () => this.#tree?.findIndex((row) => holds(row, id)) ?? -1;
    if (at() < 0) this.#closed = new Set();
    return at();
  }

  /** Expands or collapses a branch. */
  toggle(row: TermRow): void {
    if (row.isOpen === undefined) return;
    const closed = new Set(this.#closed);
    if (row.isOpen) closed.add(row.value.group);
    else closed.delete(row.value.group);
    this.#closed = closed;
  }

  ask(query: Dict): void {
    this.#query = query;
    void this.#read();
  }

  /** Reloads after every relevant change. */
  open(): () => void {
    const stop = this.flat.open(() => this.refresh());
    return () => {
      stop();
      this.#turn += 1;
    };
  }

  refresh(): void {
    if (this.#mayBeTree()) void this.#read();
    else this.flat.refresh();
  }

  /** Applies the result of a write. Reads in flight may not reflect it and are repeated. */
  take(stored: readonly StoredTerm[]): void {
    const change = (value: GroupValue) => stored.reduce(withStored, value);
    const changeRow = (row: GroupRow) => {
      const value = change(row.value);
      return value === row.value ? row : rowOf(value, this.#look);
    };
    this.all = this.all?.map(changeRow) ?? null;
    this.known = this.known.map(changeRow);
    this.flat.change(change);
    if (this.#isReading) void this.#read();
  }

  #mayBeTree(): boolean {
    return this.#type.hierarchical && Object.keys(this.#query).every((name) => ['kind', 'type'].includes(name));
  }

  async #readKnown(turn: number): Promise<readonly GroupRow[] | null> {
    const { kind, type } = this.#type;
    const groups = await readAll({ kind, type, orderby: 'title' }).catch(() => null);
    const rows = groups?.map((value) => rowOf(value, this.#look)) ?? null;
    if (rows && turn === this.#turn) this.known = rows;
    return rows;
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const query = { ...this.#query, orderby: 'title' };
    this.#isReading = this.#mayBeTree();
    if (this.#isReading) {
      const groups = await this.#readKnown(turn);
      if (turn !== this.#turn) return;
      this.#isReading = false;
      this.all = groups;
      if (groups) return;
    }
    this.all = null;
    this.flat.ask(query);
    if (this.#type.hierarchical && this.known.length === 0) await this.#readKnown(turn);
  }
}

/** Updates the group of the term; other groups are returned unchanged. */
function withStored(value: GroupValue, stored: StoredTerm): GroupValue {
  const [code, item] = Object.entries(value.items).find(([, { id }]) => id === stored.id) ?? [stored.lang];
  if (!item && (value.group === 0 || stored.group !== value.group)) return value;
  const { id, slug = item?.slug ?? '', parent = item?.parent ?? 0 } = stored;
  const title = stored.name ?? stored.title ?? item?.title ?? '';
  const made = { id, status: null, state: 'translated', untranslated: 0, modified: null, count: 0 } as const;
  const items = { ...value.items, [code]: { ...(item ?? made), title, slug, parent } };
  return { ...value, title: value.source === id ? title : value.title, items };
}

/** All groups; null if there are too many. */
async function readAll(query: Dict): Promise<GroupValue[] | null> {
  const path = '/polydesk/v1/groups';
  const first = await api.list<GroupValue[]>(path, { ...query, per_page: PAGE });
  const total = Number(first.headers['x-wp-total'] ?? 0);
  if (total > MOST_IN_TREE) return null;
  const pages = Array.from({ length: Math.ceil(total / PAGE) - 1 }, (_, index) => index + 2);
  const rest = await Promise.all(pages.map((page) => api.get<GroupValue[]>(path, { ...query, per_page: PAGE, page })));
  return [first.body, ...rest].flat();
}

/** Children below their parents, according to the source; those in a cycle or with a missing parent are at the top level. */
export function treeOf(rows: readonly GroupRow[], closed: ReadonlySet<number>): TermRow[] {
  const owner = new Map(rows.flatMap((row) => Object.values(row.value.items).map(({ id }) => [id, row] as const)));
  const children = new Map<GroupRow | undefined, GroupRow[]>();
  const above = new Map<GroupRow, GroupRow | undefined>();
  for (const row of rows) above.set(row, owner.get(sourceOf(row)?.parent ?? 0));
  for (const row of rows) {
    const parent = isInCircle(row, above) ? undefined : above.get(row);
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const collator = new Intl.Collator();
  const out: TermRow[] = [];
  const add = (parent: GroupRow | undefined, level: number) => {
    for (const row of (children.get(parent) ?? []).toSorted((a, b) => collator.compare(a.title, b.title))) {
      const isOpen = children.has(row) ? !closed.has(row.value.group) : undefined;
      out.push({ ...row, level, isOpen });
      if (isOpen) add(row, level + 1);
    }
  };
  add(undefined, 1);
  return out;
}

function isInCircle(row: GroupRow, above: ReadonlyMap<GroupRow, GroupRow | undefined>): boolean {
  let steps = 0;
  for (let at = above.get(row); at; at = above.get(at)) if (at === row || ++steps > 200) return true;
  return false;
}
