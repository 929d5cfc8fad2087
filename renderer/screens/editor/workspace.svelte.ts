import { align } from '../../lib/blocks/align.ts';
import type { Alignment } from '../../lib/blocks/align.ts';
import { applyStructure } from '../../lib/blocks/apply.ts';
import { readContent } from '../../lib/blocks/content.ts';
import type { Content } from '../../lib/blocks/content.ts';
import { rebuild } from '../../lib/blocks/rebuild.ts';
import type { Edit } from '../../lib/blocks/rebuild.ts';
import { PARAGRAPH, takesBlocks } from '../../lib/blocks/write.ts';
import { Row } from './row.svelte.ts';
import type { RowBlock, RowParts } from './row.svelte.ts';

const nothing = readContent('');

/** Two contents as rows beside each other, and the texts a person writes into one of them. */
export class Workspace {
  blocks = $state.raw<readonly RowBlock[]>([]);
  /** Nothing stands beside it that it has to follow: blocks may be added and taken out. */
  isFree = $state(false);
  #source: Content = nothing;
  #before: Content | undefined;
  #target: Content = nothing;
  #alignment: Alignment = align(nothing, nothing);
  #rows = new Map<string, Row>();
  #isOneLanguage = false;
  /** An article without content shows an empty paragraph to write in. Until something is written there it stays without. */
  #isBegun = false;

  get rows(): Row[] {
    return this.blocks.flatMap(({ rows }) => rows);
  }

  /** What stands on the source side; `before`: as it was when the translation was confirmed. */
  compare(source: string, before: string | undefined, isOneLanguage: boolean): void {
    const html = this.html();
    this.#source = readContent(source);
    this.#before = before === undefined ? undefined : readContent(before);
    this.#isOneLanguage = isOneLanguage;
    const rows = this.rows;
    this.#rows = new Map();
    if (rows.some(isBetweenWords) && (!this.#isBegun || this.#source.blocks.length === 0)) this.#layAnew(rows);
    else this.setHtml(html);
    const known = new Map(rows.filter(({ isSettled }) => isSettled).map((row) => [row.key, row]));
    for (const row of this.rows) {
      const before = known.get(row.key);
      if (!before || before.source?.raw !== row.source?.raw) continue;
      row.isSettled = true;
      row.isMachine = before.isMachine && !row.isEmpty;
    }
  }

  /** What is stored after a save. A text in which somebody is between two words is not read again: the blank would go. */
  takeSaved(html: string): void {
    if (html !== this.html() || !this.rows.some(isBetweenWords)) this.setHtml(html);
  }

  /** Another content of the translation: as it was read, restored, or written as HTML. */
  setHtml(html: string): void {
    this.#isBegun = html === '' && this.#source.blocks.length === 0;
    this.#target = readContent(this.#isBegun ? PARAGRAPH : html);
    this.#alignment = align(this.#source, this.#target, this.#before);
    this.#layOut();
  }

  /** The translation with all that was written. */
  html(): string {
    const shown = this.shown();
    return this.#isBegun && shown === PARAGRAPH ? '' : shown;
  }

  /** The same, with the empty paragraph of an article without content: its places are those of the rows. */
  shown(): string {
    this.#insertPending();
    const edits = this.#edits();
    return edits.size === 0 ? this.#target.html : rebuild(this.#target, edits).html;
  }

  /** The same texts beside another source. */
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

  /** Carries the structure of the source over for one block: adds, removes, moves or rebuilds it. */
  apply(index: number): void {
    const key = this.blocks.find((block) => block.index === index)?.key;
    const html = this.html();
    if (html !== this.#target.html) this.setHtml(html);
    const at = this.blocks.find((block) => block.key === key)?.index;
    if (at !== undefined) this.#carry(new Set([at]));
  }

  #edits(): Map<number, Edit> {
    const edits = new Map<number, Edit>();
    for (const { target, tokens, isTouched, dropped, isUnlocked } of this.rows)
      if (target && isTouched) edits.set(target.id, { tokens, dropped, isOnPurpose: isUnlocked });
    return edits;
  }

  /** Rows that were written where the translation has no block yet: it comes with the structure of the source. */
  #insertPending(): void {
    const isPending = (row: Row) => !row.target && row.isTouched && !row.isEmpty;
    if (!this.rows.some(isPending)) return;
    const edits = this.#edits();
    if (edits.size > 0) this.setHtml(rebuild(this.#target, edits).html);
    const written = this.rows.filter(isPending).map(({ key, tokens, isMachine }) => ({ key, tokens, isMachine }));
    this.#carry(new Set(this.blocks.filter(({ rows }) => rows.some(isPending)).map(({ index }) => index)));
    for (const { key, tokens, isMachine } of written) this.#rows.get(key)?.edit(tokens, isMachine);
  }

  #carry(chosen: Set<number>): void {
    const missing = new Set(this.rows.filter((row) => !row.target).map(({ key }) => key));
    for (const row of this.rows) if (missing.has(row.key)) row.isTouched = false;
    this.setHtml(applyStructure(this.#alignment, chosen).html);
    for (const row of this.rows) if (missing.has(row.key) && row.target && row.source) row.isFresh = true;
  }

  #layOut(): void {
    const rows = new Map<string, Row>();
    const rowOf = (parts: RowParts): Row => {
      const key = parts.source ? `s${parts.source.id}` : `t${parts.target?.id ?? -1}`;
      const known = this.#rows.get(key);
      known?.take(parts);
      const row = known ?? new Row(key, parts);
      row.isOneLanguage = this.#isOneLanguage;
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

/** Written, with a blank at an end: more is to come there. */
function isBetweenWords({ isTouched, target, text }: Row): boolean {
  return isTouched && target !== undefined && text !== text.trim();
}
