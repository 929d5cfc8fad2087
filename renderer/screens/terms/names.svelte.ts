import type { ContentType } from '../../lib/content-types.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { versionWrite, writeAll } from './acts.ts';
import type { TermWrite, StoredTerm } from './acts.ts';

/** A name that was written and is not saved. */
interface NameEdit {
  row: GroupRow;
  code: string;
  text: string;
  /** What the API said about it. */
  fault: string;
}

interface NameSaving {
  now: (row: GroupRow) => GroupRow;
  onsaved: (stored: readonly StoredTerm[]) => void;
}

/** Names that were written in the grid, until they are saved together. */
export class NameEdits {
  #type: ContentType;
  #edits = $state.raw<ReadonlyMap<string, NameEdit>>(new Map());
  isSaving = $state(false);

  constructor(type: ContentType) {
    this.#type = type;
  }

  count = $derived(this.#edits.size);
  faults = $derived([...this.#edits.values()].filter(({ fault }) => fault));

  of(row: GroupRow, code: string): NameEdit | undefined {
    return this.#edits.get(keyOf(row, code));
  }

  /** What a cell shows. */
  textOf(row: GroupRow, code: string): string {
    return this.of(row, code)?.text ?? plainText(row.value.items[code]?.title ?? '');
  }

  /** An empty name, or the one that is saved, is no edit. */
  write(row: GroupRow, code: string, text: string): void {
    const edits = new Map(this.#edits);
    const wanted = text.trim();
    if (wanted === '' || wanted === plainText(row.value.items[code]?.title ?? '')) edits.delete(keyOf(row, code));
    else edits.set(keyOf(row, code), { row, code, text: wanted, fault: '' });
    this.#set(edits);
  }

  discard(): void {
    this.#set(new Map());
  }

  /**
   * Saves all in one step to undo; what was refused stays, with its reason. The number of names saved, and the entry. `now`
   * answers a row as it was read last: a version may have gone since the name was written. `onsaved` is called with what is stored now,
   * before it is no edit any more.
   */
  async save({ now, onsaved }: NameSaving): Promise<{ saved: number; entry: number | null }> {
    // Pressed twice: what goes on is not sent again.
    if (this.isSaving) return { saved: 0, entry: null };
    const edits = [...this.#edits];
    this.isSaving = true;
    try {
      const { faults, stored, entry } = await writeAll(
        edits.map(([, edit]) => this.#write({ ...edit, row: now(edit.row) })),
      );
      const left = edits.flatMap(([key, edit], at) =>
        faults[at] ? [[key, { ...edit, fault: faults[at] }] as const] : [],
      );
      const since = [...this.#edits].filter(([key, edit]) => edits.find(([each]) => each === key)?.[1] !== edit);
      onsaved(stored);
      this.#set(new Map([...left, ...since]));
      return { saved: edits.length - left.length, entry };
    } finally {
      this.isSaving = false;
    }
  }

  #write({ row, code, text }: NameEdit): TermWrite {
    const item = row.value.items[code];
    if (item) return { path: `/wp/v2/${this.#type.base}/${item.id}`, body: { name: text } };
    return versionWrite(this.#type, row, code, text);
  }

  #set(edits: ReadonlyMap<string, NameEdit>): void {
    this.#edits = edits;
  }
}

const keyOf = (row: GroupRow, code: string) => `${row.value.group} ${code}`;
