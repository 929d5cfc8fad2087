import type { LanguageValue } from '../../../core/schema/language.ts';
import { sayReadOnly } from '../../lib/commands.svelte.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { columnChoice } from '../../lib/matrix/columns.svelte.ts';
import { filterOf, plainQuery, readMatrixQuery, writeMatrixQuery } from '../../lib/matrix/query.ts';
import type { MatrixQuery } from '../../lib/matrix/query.ts';
import { columnOf } from '../../lib/matrix/rows.svelte.ts';
import type { GroupItem } from '../../lib/matrix/rows.svelte.ts';
import { formatNumber, isMessage, languageName, t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import type { Wanted } from '../../lib/wanted.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import type { CellName, GridLanguage } from '../../ui/translation-grid.ts';
import { namesOf } from './drafts.svelte.ts';
import type { NameEdits } from './names.svelte.ts';
import { sourceOf, TermRows } from './term-rows.svelte.ts';
import type { TermRow } from './term-rows.svelte.ts';

/** Glyphs, or names that can be written. */
export type View = 'states' | 'names';

export type OpenDialog =
  | { kind: 'new' }
  | { kind: 'link' | 'merge'; row: TermRow; code: string }
  | { kind: 'delete'; row: TermRow; code: string };

/** All that the screen of one taxonomy knows and shows. */
export class TermTable {
  readonly type: ContentType;
  readonly rows: TermRows;
  /** Names that were written and not saved. */
  readonly names: NameEdits;
  query = $state.raw<MatrixQuery>(plainQuery);
  active = $state.raw<CellName>({ row: 0, column: 'title' });
  view = $state<View>('states');
  /** The cell whose name is being written. */
  editing = $state.raw<(CellName & { text: string }) | null>(null);
  /** The grid has the focus: single keys mean something. */
  isFocused = $state(false);
  dialog = $state.raw<OpenDialog | null>(null);
  isColumnsOpen = $state(false);
  /** The language whose name the inspector is asked to begin at. */
  wanted = $state('');

  constructor(type: ContentType) {
    this.type = type;
    const tagOf = (code: string) => this.languageOf(code)?.w3c ?? code;
    this.rows = new TermRows(type, {
      tagOf,
      dateOf: (_time, { items, source }) => {
        const own = Object.values(items).find(({ id }) => id === source);
        return formatNumber(own?.count ?? 0);
      },
    });
    this.names = namesOf(type);
    this.query = readMatrixQuery(app.place.query);
    if (app.place.query['view'] === 'names') this.view = 'names';
  }

  /** Languages that are on, in the order of the site. */
  active_languages = $derived((site.languages.value ?? []).filter(({ active }) => active));
  coverage = $derived.by(() =>
    site.coverage.value?.find(({ kind, type }) => kind === 'term' && type === this.type.type),
  );
  shown = $derived.by(() => columnChoice.shown(this.active_languages, this.coverage));
  columns: GridLanguage[] = $derived(
    this.shown.map(({ slug, locale, flag_code }) => ({ code: slug, name: languageName(locale), flag: flag_code })),
  );
  row = $derived.by(() => this.rows.at(Math.max(0, this.active.row)));
  /** Code of the language the focus is at; of the source in the other columns. */
  code = $derived.by(() => (this.languageOf(this.active.column) ? this.active.column : (this.row?.sourceLang ?? '')));
  item: GroupItem | undefined = $derived.by(() => this.row?.value.items[this.code]);

  languageOf(code: string): LanguageValue | undefined {
    return site.languages.value?.find(({ slug }) => slug === code);
  }

  /** Name of a language in the interface language. */
  nameOf(code: string): string {
    const language = this.languageOf(code);
    return language ? languageName(language.locale) : code;
  }

  refine(part: Partial<MatrixQuery>): void {
    this.query = { ...this.query, ...part };
    this.address();
    this.active = { row: 0, column: this.active.column };
    this.read();
  }

  show(view: View): void {
    this.view = view;
    this.address();
  }

  address(): void {
    app.refine({ ...writeMatrixQuery(this.query), ...(this.view === 'names' && { view: 'names' }) });
  }

  read(): void {
    const { kind, type } = this.type;
    this.rows.ask({ kind, type, ...filterOf(this.query) });
  }

  /** The active row is this one again, after the list was read anew. */
  keep(group: number): void {
    const row = this.rows.indexOf(group);
    if (row >= 0 && row !== this.active.row) this.active = { ...this.active, row };
  }

  /** Makes a term the active one, in a language where one is named; the cell, or undefined when it is not here. */
  async goTo({ id, lang }: Wanted): Promise<CellName | undefined> {
    const at = await this.rows.find(id);
    const row = this.rows.at(at);
    if (row) this.active = { row: at, column: lang || columnOf(row, id) };
    else toasts.show({ text: t('terms.gone'), tone: 'plain' });
    return row && this.active;
  }

  /** The default category of the site stands in this group. */
  isProtected(row: TermRow): boolean {
    const id = site.options.value?.default_category;
    return this.type.type === 'category' && Object.values(row.value.items).some((item) => item.id === id);
  }

  /** Begins to write the name of a cell in its place; a site that can only be read says so instead. */
  edit(cell: CellName, text: string): void {
    if (site.isReadOnly) sayReadOnly();
    else this.editing = { ...cell, text };
  }

  /** Puts the focus on the name of a language in the inspector. */
  writeIn(code: string): void {
    this.wanted = code;
    app.openInspector();
  }

  get newLabel(): string {
    const key = `terms.new.${this.type.type}`;
    const { one } = this.type;
    return isMessage(key) ? t(key) : one ? t('content.new.named', { name: one }) : t('terms.new');
  }

  /** Saves the names that were written, and says so. */
  async saveNames(): Promise<void> {
    try {
      const { saved, entry } = await this.names.save({
        now: (row) => this.rows.at(this.rows.indexOf(row.value.group)) ?? row,
        tell: (told) => this.rows.take(told),
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
