import { sayReadOnly } from '../../lib/commands.svelte.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { GroupList } from '../../matrix/group-list.svelte.ts';
import { filterOf, writeMatrixQuery } from '../../matrix/query.ts';
import type { GroupItem } from '../../matrix/rows.svelte.ts';
import { formatNumber, isMessage, t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import type { CellName } from '../../ui/grid/grid-focus.svelte.ts';
import { draftsOf } from './drafts.svelte.ts';
import type { NameEdits } from './names.svelte.ts';
import { sourceOf, TermRows } from './term-rows.svelte.ts';
import type { TermRow } from './term-rows.svelte.ts';

/** Glyphs, or editable names. */
export type View = 'states' | 'names';

export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'link' | 'merge'; row: TermRow; code: string }
  | { kind: 'delete'; row: TermRow; code: string };

/** The state of the screen of one taxonomy. */
export class TermTable extends GroupList<TermRow> {
  readonly rows: TermRows;
  /** Unsaved names. */
  readonly names: NameEdits;
  view = $state<View>('states');
  /** The cell whose name is being edited; `isMoved`: its row was moved meanwhile. */
  editing = $state.raw<(CellName & { text: string; isMoved?: boolean }) | null>(null);
  dialog = $state.raw<OpenDialog | null>(null);

  constructor(type: ContentType) {
    super(type);
    const tagOf = (code: string) => this.languageOf(code)?.w3c ?? code;
    this.rows = new TermRows(type, {
      tagOf,
      dateOf: (_time, { items, source }) => {
        const own = Object.values(items).find(({ id }) => id === source);
        return formatNumber(own?.count ?? 0);
      },
    });
    this.names = draftsOf(type).names;
    if (app.place.query['view'] === 'names') this.view = 'names';
  }

  /** Language code of the active cell; of the source in other columns. */
  code = $derived.by(() => (this.languageOf(this.active.column) ? this.active.column : (this.row?.sourceLang ?? '')));
  item: GroupItem | undefined = $derived.by(() => this.row?.value.items[this.code]);

  show(view: View): void {
    this.view = view;
    this.address();
  }

  override address(): void {
    app.refine({ ...writeMatrixQuery(this.query), ...(this.view === 'names' && { view: 'names' }) });
  }

  read(): void {
    const { kind, type } = this.type;
    this.rows.ask({ kind, type, ...filterOf(this.query) });
  }

  protected override keyOf({ value }: TermRow): number {
    return value.group;
  }
  protected override indexOf(group: number): number {
    return this.rows.indexOf(group);
  }

  /** A name being edited moves along with its row: otherwise it would be given to another term. */
  override keepRow(): void {
    const { row: before } = this.active;
    super.keepRow();
    const { row } = this.active;
    if (row !== before && this.editing?.row === before) this.editing = { ...this.editing, row, isMoved: true };
  }

  /** Whether the site's default category is in this group. */
  isProtected(row: TermRow): boolean {
    const id = site.options.value?.default_category;
    return this.type.type === 'category' && Object.values(row.value.items).some((item) => item.id === id);
  }

  /** Starts editing the name of a cell in place; on a read-only site shows a message instead. */
  edit(cell: CellName, text: string): void {
    if (site.isReadOnly) sayReadOnly();
    else this.editing = { ...cell, text };
  }

  /** Focuses the name in a language in the inspector. */
  writeIn(code: string): void {
    this.wanted = code;
    app.openInspector();
  }

  get newLabel(): string {
    const key = `terms.new.${this.type.type}`;
    const { one } = this.type;
    return isMessage(key) ? t(key) : one ? t('content.new.named', { name: one }) : t('terms.new');
  }

  /** Saves the edited names, and reports it. */
  async saveNames(): Promise<void> {
    try {
      const { saved, entry } = await this.names.save({
        now: (row) => this.rows.at(this.rows.indexOf(row.value.group)) ?? row,
        onsaved: (stored) => this.rows.take(stored),
      });
      if (saved > 0) toasts.done(t('terms.saved', { count: saved }), entry);
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }

  countOf(row: TermRow): number {
    return sourceOf(row)?.count ?? 0;
  }
}
