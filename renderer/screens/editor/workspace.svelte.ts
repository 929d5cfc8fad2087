import { align } from '../../../core/units/align.ts';
import type { Alignment } from '../../../core/units/align.ts';
import { applyStructure } from '../../../core/units/apply-structure.ts';
import { readContent } from '../../../core/units/content.ts';
import type { Content } from '../../../core/units/content.ts';
import type { Edit } from '../../../core/units/rebuild.ts';
import { fillFrom, isBlank, rowKey, writeTranslation } from '../../../core/units/translation.ts';
import { PARAGRAPH, takesBlocks } from '../../../core/units/write.ts';
import { Row } from './rows/row.svelte.ts';
import type { RowBlock, RowParts } from './rows/row.svelte.ts';

const nothing = readContent('');

/** How a source is shown next to a translation; `before`: as it was at the time of confirmation. */
interface CompareOptions {
  before: string | undefined;
  isOneLanguage: boolean;
  fills: boolean;
}

/** Two contents as rows next to each other, and the edits in one of them. */
export class Workspace {
  blocks = $state.raw<readonly RowBlock[]>([]);
  /** It has no source: blocks may be added and removed. */
  isFree = $state(false);
  #source: Content = nothing;
  #before: Content | undefined;
  #target: Content = nothing;
  #alignment: Alignment = align(nothing, nothing);
  #rows = new Map<string, Row>();
  #isOneLanguage = false;
  /** The source as it was filled in, until it is stored. */
  #filled: string | undefined;
  /** An article without content shows an empty paragraph. It is not stored until something is typed there. */
  #isBegun = false;

  /** The content the rows were built from, without the edits. */
  get laid(): string {
    return this.#isBegun ? '' : this.#target.html;
  }

  get rows(): Row[] {
    return this.blocks.flatMap(({ rows }) => rows);
  }

  /** Sets the content of the source side. An empty translation that `fills` starts as a copy of it. */
  compare(source: string, { before, isOneLanguage, fills }: CompareOptions): void {
    const html = this.html();
    this.#source = readContent(source);
    this.#before = before === undefined ? undefined : readContent(before);
    this.#isOneLanguage = isOneLanguage;
    const isUnwritten = fills && (isBlank(html) || this.isFilling(html));
    const rows = this.rows;
    this.#rows = new Map();
    if (rows.some(isBetweenWords) && (!this.#isBegun || this.#source.blocks.length === 0)) this.#layAnew(rows);
    else this.setHtml(isUnwritten ? (this.#filled = fillFrom(source, '')) : html);
    const known = new Map(rows.map((row) => [row.key, row]));
    for (const row of this.rows) {
      if (isUnwritten) row.fill();
      const before = known.get(row.key);
      if (before) row.follow(before);
    }
  }

  /** Whether a content is the source, filled in here and not stored yet. */
  isFilling(html: string): boolean {
    return html === this.#filled;
  }

  /** Adopts the stored state after a save. A text being typed with a trailing space is not reread: the space would be lost. */
  takeSaved(html: string): void {
    this.#filled = undefined;
    if (html !== this.html() || !this.rows.some(isBetweenWords)) this.setHtml(html);
  }

  /** Replaces the content of the translation: as read, restored, or edited as HTML. */
  setHtml(html: string): void {
    this.#isBegun = html === '' && this.#source.blocks.length === 0;
    this.#target = readContent(this.#isBegun ? PARAGRAPH : html);
    this.#alignment = align(this.#source, this.#target, this.#before);
    this.#layOut();
  }

  /** The translation with all edits. */
  html(): string {
    const shown = this.shown();
    return this.#isBegun && shown === PARAGRAPH ? '' : shown;
  }

  /** The same, including the empty paragraph of an article without content: its positions match the rows. */
  shown(): string {
    const edits = new Map<string, Edit>();
    for (const { key, target, tokens, isTouched, isEmpty, dropped, isUnlocked } of this.rows)
      if (isTouched && (target || !isEmpty)) edits.set(key, { tokens, dropped, isOnPurpose: isUnlocked });
    return writeTranslation(this.#alignment, edits);
  }

  /** The same texts next to another source. */
  #layAnew(before: readonly Row[]): void {
    this.#alignment = align(this.#source, this.#target, this.#before);
    this.#layOut();
    for (const row of this.rows) {
      const known = before.find(({ target }) => target && target === row.target);
      if (!known?.isTouched) continue;
      row.edit(known.tokens, known.isMachine);
      row.dropped = known.dropped;
      row.isUnlocked = known.isUnlocked;
    }
  }

  /** Applies the structure of the source to one block: adds, removes, moves or rebuilds it. */
  apply(index: number): void {
    const key = this.blocks.find((block) => block.index === index)?.key;
    const html = this.html();
    if (html !== this.#target.html) this.setHtml(html);
    const at = this.blocks.find((block) => block.key === key)?.index;
    if (at !== undefined) this.setHtml(applyStructure(this.#alignment, new Set([at])).html);
  }

  #layOut(): void {
    const rows = new Map<string, Row>();
    const rowOf = (parts: RowParts): Row => {
      const key = rowKey(parts);
      const known = this.#rows.get(key);
      known?.take(parts);
      const row = known ?? new Row(key, parts);
      row.isOneLanguage = this.#isOneLanguage;
      row.isKnown = this.#before !== undefined;
      rows.set(key, row);
      return row;
    };
    this.isFree = this.#source.blocks.length === 0 && takesBlocks(this.#target);
    this.blocks = this.#alignment.blocks.map((pair, index) => ({
      key: pair.source ? `s${pair.source.index}` : `t${pair.target?.index ?? -1}`,
      index,
      pair,
      rows: pair.rows.map(({ source, target, before, change }) => rowOf({ source, target, before, change })),
    }));
    this.#rows = rows;
  }
}

const isBetweenWords = (row: Row): boolean => row.isBetweenWords;
