import { asApiError } from './api/api-error.ts';
import type { FieldErrors } from './api/api-error.ts';

/**
 * The state of a form next to the saved value. `value` is edited in place (`bind:value={draft.value.name}`); `changes` is the
 * body of the PATCH. An API error is shown under its field until that field is edited: `<Field {...draft.field('name')}>`.
 */
export class Draft<T extends object> {
  value = $state() as T;
  /** An error that concerns no field, and errors of fields that are not in the form. */
  fault = $state.raw('');
  isSaving = $state(false);
  #saved = $state.raw() as T;
  /**
   * The saved value, except that each edited part keeps the value it was edited from, until the user has seen the current one.
   */
  #over: T;
  #faults = $state.raw<FieldErrors>({});
  /** The value sent when a save failed: an error applies while its field still has that value. */
  #sent = $state.raw<T | undefined>(undefined);
  #underWay: Promise<unknown> | undefined;
  /** Names of the fields that differ from the saved value, in object order. */
  changed = $derived(this.#names().filter((name) => !isSame(this.value[name], this.#saved[name])));
  isDirty = $derived(this.changed.length > 0);
  /** The changed fields only: the body to send. */
  changes = $derived(
    Object.fromEntries(this.changed.map((name) => [name, $state.snapshot(this.value[name])])) as Partial<T>,
  );
  /** Errors by field, nested ones by their full name (`domains[fr]`). */
  errors = $derived(
    Object.fromEntries(
      Object.entries(this.#faults).filter(([name]) => isSame(at(this.value, name), at(this.#sent, name))),
    ),
  );

  /** The edits, one per leaf. */
  edits = $derived.by(() => {
    const mine = $state.snapshot(this.value) as T;
    return leavesOf(mine, this.#saved).map((path) => ({ path, value: get(mine, path), over: get(this.#over, path) }));
  });

  constructor(saved: T) {
    this.#saved = saved;
    this.#over = saved;
    this.value = copy(saved);
  }

  get saved(): T {
    return this.#saved;
  }

  /** The values the edits are based on: a save must not overwrite a different stored value unseen. */
  get over(): T {
    return this.#over;
  }

  /** The current saved value has been shown: the next save may overwrite it. */
  see(): void {
    this.#over = this.#saved;
  }

  /** The props of `Field`: `<Field label="Code" {...draft.field('slug')}>`. */
  field(name: keyof T & string) {
    return { name, isChanged: this.isChanged(name), error: this.errorOf(name) };
  }

  isChanged(name: keyof T & string): boolean {
    return this.changed.includes(name);
  }

  /** Restores edits from before the page ended, with the values they were based on, where nothing has been edited since. */
  restore(edits: readonly Edit[]): void {
    for (const { path, value, over } of edits) {
      if (!isSame(get($state.snapshot(this.value), path), get(this.#saved, path))) continue;
      this.value = put($state.snapshot(this.value), path, value) as T;
      this.#over = put(this.#over, path, over) as T;
    }
  }

  /** Another user saved a different value, and the person editing has seen a message: the next save may overwrite it. */
  meet(now: readonly Pick<Edit, 'path' | 'value'>[]): void {
    this.rebase(now.reduce((saved, { path, value }) => put(saved, path, value) as T, this.#saved));
    for (const { path, value } of now) this.#over = put(this.#over, path, value) as T;
  }

  /** The error of a field or of one of its parts; undefined if none. */
  errorOf(name: keyof T & string): string | undefined {
    return Object.entries(this.errors).find(([each]) => each === name || each.startsWith(`${name}[`))?.[1];
  }

  /** Reverts one field, or all, to the saved value. */
  discard(name?: keyof T & string): void {
    const names = name === undefined ? this.#names() : [name];
    for (const each of names) this.value[each] = copy(this.#saved[each]);
    this.#over = { ...this.#over, ...Object.fromEntries(names.map((each) => [each, this.#saved[each]])) };
    this.#faults = {};
    this.fault = '';
  }

  /** Applies a newer saved value: untouched parts follow it, edits are kept, key by key and word by word. */
  rebase(saved: T): void {
    const before = this.#saved;
    const mine = $state.snapshot(this.value) as T;
    this.#over = seen(mine, { before, saved, over: this.#over }) as T;
    this.#saved = saved;
    for (const name of Object.keys(saved) as (keyof T & string)[]) {
      const mine: unknown = $state.snapshot(this.value[name]);
      const next = merge(mine, before[name], saved[name]);
      if (!isSame(mine, next)) this.value[name] = copy(next) as T[typeof name];
    }
  }

  /**
   * Sends the changes; the result of `write` becomes the saved value. Resolves with it, or with undefined after an error, which
   * is then in `errors` or `fault`. If another save is running, waits for it and sends what was edited since, if anything.
   */
  async save(write: (changes: Partial<T>) => Promise<T>): Promise<T | undefined> {
    if (this.#underWay) {
      for (let other = this.#underWay; other !== undefined; other = this.#underWay) await other;
      if (!this.isDirty || isSame(this.value, this.#sent)) return undefined;
    }
    const sending = this.#send(write);
    this.#underWay = sending;
    return sending;
  }

  async #send(write: (changes: Partial<T>) => Promise<T>): Promise<T | undefined> {
    const before = this.#saved;
    const sent = copy(this.value);
    this.isSaving = true;
    this.fault = '';
    try {
      const saved = await write(this.changes);
      this.#faults = {};
      // If the data was reloaded before the response, the adopted value stays saved next to our write.
      const ours = this.#saved;
      // Fields not edited since take their stored form; those edited meanwhile remain changes.
      this.#saved = merge(sent, before, ours) as T;
      this.rebase(merge(saved, before, ours) as T);
      this.see();
      return saved;
    } catch (thrown) {
      this.fail(thrown, sent);
      return undefined;
    } finally {
      this.isSaving = false;
      this.#underWay = undefined;
    }
  }

  /** Assigns the errors of a response to their fields. */
  fail(thrown: unknown, sent: T = copy(this.value)): void {
    const error = asApiError(thrown);
    const names: string[] = this.#names();
    const known = Object.entries(error.fields).filter(([name]) => names.includes(name.replace(/\[.*/, '')));
    this.#sent = sent;
    this.#faults = Object.fromEntries(known);
    this.fault = known.length > 0 ? '' : [error.message, ...error.others].filter(Boolean).join(' ');
  }

  #names(): (keyof T & string)[] {
    return [...new Set([...Object.keys(this.#saved), ...Object.keys(this.value)])] as (keyof T & string)[];
  }
}

/** One edit: its path, the new value, and the value it was based on. */
interface Edit {
  path: readonly string[];
  value: unknown;
  over: unknown;
}

/** Paths to the differences; a value that is not a map on both sides is a leaf. */
function leavesOf(mine: unknown, saved: unknown, path: readonly string[] = []): string[][] {
  if (isSame(mine, saved)) return [];
  if (!isMap(mine) || !(isMap(saved) || saved === undefined)) return [[...path]];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(saved ?? {})])];
  return names.flatMap((name) => leavesOf(mine[name], saved?.[name], [...path, name]));
}

function get(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((each, name) => (isMap(each) ? each[name] : undefined), value);
}

/** Returns the value with the leaf at a path replaced. */
function put(value: unknown, [name, ...rest]: readonly string[], leaf: unknown): unknown {
  if (name === undefined) return leaf;
  const map = isMap(value) ? value : {};
  return { ...map, [name]: put(map[name], rest, leaf) };
}

/** The value at a wire name: `domains[fr]` → value.domains.fr. */
function at(value: unknown, name: string): unknown {
  const words = name.replaceAll(']', '').split('[');
  return words.reduce<unknown>((each, word) => (each as Record<string, unknown> | undefined)?.[word], value);
}

/**
 * Three-way merge: reapplies my edits since `before` to theirs: maps key by key, lists of words as sets, anything else as a
 * whole.
 */
function merge(mine: unknown, before: unknown, theirs: unknown): unknown {
  if (isSame(mine, before)) return theirs;
  if (isSame(theirs, before)) return mine;
  if (isWords(mine) && isWords(before) && isWords(theirs)) {
    const kept = theirs.filter((word) => mine.includes(word) || !before.includes(word));
    return [...kept, ...mine.filter((word) => !before.includes(word) && !kept.includes(word))];
  }
  if (!isMap(mine) || !isMap(before) || !isMap(theirs)) return mine;
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const merged = names.map((name) => [name, merge(mine[name], before[name], theirs[name])] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** The value each part was edited from; unedited parts follow the saved value. */
function seen(mine: unknown, { before, saved, over }: Record<'before' | 'saved' | 'over', unknown>): unknown {
  if (isSame(mine, before)) return saved;
  if (!isMap(mine) || !isMap(before) || !isMap(saved) || !isMap(over)) return over;
  const names = [...new Set([...Object.keys(saved), ...Object.keys(mine)])];
  const part = (name: string) => seen(mine[name], { before: before[name], saved: saved[name], over: over[name] });
  return Object.fromEntries(names.map((name) => [name, part(name)]));
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy without Svelte's proxies. */
function copy<V>(value: V): V {
  return structuredClone<unknown>($state.snapshot(value)) as V;
}

/** JSON equality, regardless of key order. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) && isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}
