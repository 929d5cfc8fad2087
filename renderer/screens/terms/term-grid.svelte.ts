import { MOST_WIDE, TranslationGridState } from '../../matrix/grid/translation-grid.svelte.ts';
import type { TranslationWidths } from '../../matrix/grid/translation-grid.svelte.ts';
import type { GridLanguage } from '../../matrix/grid/translation-grid.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import type { CellName } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellState } from '../../ui/state-glyphs.ts';
import type { TermRow } from './term-rows.svelte.ts';
import type { TermTable } from './terms.svelte.ts';

/** The grid of a taxonomy: a tree whose branches are opened and closed by the arrow keys, with names edited in their cells. */
export class TermGridState extends TranslationGridState<TermRow> {
  #table: TermTable;

  constructor(table: TermTable, open: (cell: CellName) => void) {
    super(table, open);
    this.#table = table;
  }

  override get isTree(): boolean {
    return this.#table.rows.isTree;
  }
  override get foot(): number {
    return 48;
  }

  /** Whether the name of this cell is being edited. */
  isEditing(row: number, column: string): boolean {
    const { editing } = this.#table;
    return editing?.row === row && editing.column === column;
  }

  /** The name shown in a cell; "" if it shows a state. */
  textOf(row: TermRow, code: string): string {
    return this.#table.view === 'names' ? this.#table.names.textOf(row, code) : '';
  }

  /** undefined if the cell shows a name, or an unsaved one. */
  override stateOf(row: TermRow, code: string): CellState | undefined {
    const { editing, names, rows } = this.#table;
    const isWritten = editing?.column === code && rows.at(editing.row)?.key === row.key;
    if (isWritten || this.textOf(row, code) || names.of(row, code)) return undefined;
    return row.states?.[code] ?? 'missing';
  }

  override labelOf(row: TermRow, language: GridLanguage): string {
    const state = row.states?.[language.code] ?? 'missing';
    const text = this.textOf(row, language.code);
    return text ? `${t(`ui.state.name.${state}`, { language: language.name })}, ${text}` : this.nameOf(state, language);
  }

  override faultOf(row: TermRow, code: string): string {
    return this.#table.names.of(row, code)?.fault ?? '';
  }

  override keydown(event: KeyboardEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || event.defaultPrevented || this.#table.editing || this.#branch(event, cell)) return;
    super.keydown(event);
    if (event.defaultPrevented) return;
    if (event.key === 'F2') this.onopen(cell);
    else if (!this.#isWriting(event, cell)) return;
    event.preventDefault();
  }

  protected override hasGlyphs(): boolean {
    const { view, columns } = this.#table;
    return view === 'states' && (columns.length > MOST_WIDE || (this.width > 0 && this.width < 640));
  }

  /** Names need more space than states; they share what the first column leaves, but stay readable. */
  protected override widths(): TranslationWidths {
    const { width } = this;
    const { view, columns } = this.#table;
    const [most, share] = view === 'names' ? [190, 0.25] : [260, 0.32];
    const lead = Math.floor(Math.min(most, Math.max(160, width * share)));
    const end = width > 0 && width < 520 ? 0 : 64;
    const room = (width - lead - end) / Math.max(1, columns.length);
    // Slightly narrower if then all fit; if scrolling is needed anyway, wider.
    const name = Math.floor(room >= 100 ? Math.min(200, room) : 120);
    return { column: view === 'names' ? name : this.isGlyph ? 46 : 84, head: 28, end, lead };
  }

  /** In the names view, typing a letter starts replacing the name. */
  #isWriting(event: KeyboardEvent, cell: CellName): boolean {
    const { view, rows } = this.#table;
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (view !== 'names' || !isText || !rows.at(cell.row) || cell.column === 'end' || cell.column === 'title')
      return false;
    this.#table.edit(cell, event.key);
    return true;
  }

  /** On the name, left and right open and close the branch first. */
  #branch(event: KeyboardEvent, cell: CellName): boolean {
    const row = this.#table.rows.at(cell.row);
    if (cell.column !== 'title' || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return false;
    const [forward, back] = this.isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const isChange = (event.key === forward && row.isOpen === false) || (event.key === back && row.isOpen === true);
    if (isChange) this.#table.rows.toggle(row);
    else if (event.key === back && row.level > 1) void this.focus({ row: this.#parentOf(cell.row), column: 'title' });
    else return false;
    event.preventDefault();
    return true;
  }

  #parentOf(index: number): number {
    const { rows } = this.#table;
    const level = rows.at(index)?.level ?? 1;
    let at = index;
    while (at > 0 && (rows.at(at)?.level ?? 1) >= level) at -= 1;
    return at;
  }
}
