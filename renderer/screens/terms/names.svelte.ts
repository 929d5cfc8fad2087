import { typeName } from '../../lib/content-types.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { keepEdits } from '../../lib/typed/kept-form.svelte.ts';
import type { FormEdit } from '../../lib/typed/kept-form.svelte.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { itemWrite, metFields } from '../../lib/api/item-write.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { editedMarks } from '../../../core/units/states/field-marks.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { faultText, storedName, versionWrite, writeAll } from './acts.ts';
import type { TermWrite, StoredTerm } from './acts.ts';

/** An unsaved name. */
interface NameEdit {
  row: GroupRow;
  code: string;
  text: string;
  /** The stored name it was based on. */
  over: string;
  /** The API error. */
  fault: string;
}

interface NameSaving {
  now: (row: GroupRow) => GroupRow;
  onsaved: (stored: readonly StoredTerm[]) => void;
}

/** Names edited in the grid, until they are saved together. */
export class NameEdits {
  #edits = $state.raw<ReadonlyMap<string, NameEdit>>(new Map());
  isSaving = $state(false);

  /** Persists the edits until they are saved; set after earlier ones were restored. */
  #keep: (edits: readonly FormEdit[]) => void = () => undefined;

  constructor(type: ContentType) {
    const { base } = type;
    const place = { name: `${base} names`, title: typeName(type), screen: base, item: '' };
    const reading = keepEdits(place, (kept) => this.#restore(kept));
    reading.then((keep) => {
      this.#keep = keep;
      this.#set(this.#edits);
    }, reportError);
  }

  #restore(kept: readonly FormEdit[]): void {
    const known = kept.map(({ path, value }) => [path.join(' '), value as NameEdit] as const);
    this.#set(new Map([...known, ...this.#edits]));
  }

  count = $derived(this.#edits.size);
  faults = $derived([...this.#edits.values()].filter(({ fault }) => fault));

  of(row: GroupRow, code: string): NameEdit | undefined {
    return this.#edits.get(keyOf(row, code));
  }

  /** The text shown in a cell. */
  textOf(row: GroupRow, code: string): string {
    return this.of(row, code)?.text ?? plainText(row.value.items[code]?.title ?? '');
  }

  /** An empty name, or the saved one, is not an edit. */
  write(row: GroupRow, code: string, text: string): void {
    const edits = new Map(this.#edits);
    const wanted = text.trim();
    if (wanted === '' || wanted === plainText(row.value.items[code]?.title ?? '')) edits.delete(keyOf(row, code));
    else {
      const over = this.of(row, code)?.over ?? row.value.items[code]?.title ?? '';
      edits.set(keyOf(row, code), { row, code, text: wanted, over, fault: '' });
    }
    this.#set(edits);
  }

  discard(): void {
    this.#set(new Map());
  }

  /**
   * Saves all in one undo step; rejected names stay, with the reason. Returns the number of names saved, and the entry. `now`
   * returns the latest loaded row: a version may have been deleted since the edit. `onsaved` is called with the stored values,
   * before they stop being edits.
   */
  async save({ now, onsaved }: NameSaving): Promise<{ saved: number; entry: number | null }> {
    // Pressed twice: a save in progress is not repeated.
    if (this.isSaving) return { saved: 0, entry: null };
    const edits = [...this.#edits];
    this.isSaving = true;
    try {
      const { faults, stored, entry } = await writeAll(
        edits.map(([, edit]) => this.#write({ ...edit, row: now(edit.row) })),
      );
      const left = edits.flatMap(([key, edit], at) => (faults[at] ? [[key, refused(edit, faults[at])] as const] : []));
      const since = [...this.#edits].filter(([key, edit]) => edits.find(([each]) => each === key)?.[1] !== edit);
      onsaved(stored);
      this.#set(new Map([...left, ...since]));
      return { saved: edits.length - left.length, entry };
    } finally {
      this.isSaving = false;
    }
  }

  #write({ row, code, text, over }: NameEdit): TermWrite {
    const item = row.value.items[code];
    if (!item) return versionWrite(row, code, { name: text, over: plainText(over) });
    const marks = item.state === 'needs_update' ? this.#marks(row, item.title, text) : [];
    return itemWrite('term', item.id, { fields: { name: text }, over: { name: over }, marks });
  }

  #marks({ value, sourceLang }: GroupRow, before: string, text: string): UnitMark[] {
    const named = (title: string) => ({ title, content: '', excerpt: '' });
    const source = named(value.items[sourceLang]?.title ?? '');
    return editedMarks({ source, before: named(before), after: named(storedName(text)) });
  }

  #set(edits: ReadonlyMap<string, NameEdit>): void {
    this.#edits = edits;
    this.#keep([...edits].map(([key, edit]) => ({ path: [key], value: edit, over: edit.over })));
  }
}

/** A conflict is reported with the current value: the next save overwrites that. */
function refused(edit: NameEdit, error: ApiError): NameEdit {
  const [met] = metFields(error);
  if (!met) return { ...edit, fault: faultText(error) };
  const over = String(met.now);
  return { ...edit, over, fault: t('ui.changed.meanwhile', { text: plainText(over) }) };
}

const keyOf = (row: GroupRow, code: string) => `${row.value.group} ${code}`;
