import { untrack } from 'svelte';
import type { Draft } from '../draft.svelte.ts';
import { site } from '../site.svelte.ts';
import { KeptUnits } from './kept-units.ts';
import type { Said } from './kept-units.ts';
import { livingTabs, thisTab } from './store.ts';
import type { TypedPlace, TypedUnit } from './store.ts';
import { BASE } from './unsaved.svelte.ts';
import type { TypedBase } from './unsaved.svelte.ts';

/** Identifies a form: its name in storage and in the notice about unsaved text, and its address. */
export interface FormPlace {
  /** `categories 12`. */
  name: string;
  title: string;
  /** `categories`, `12`. */
  screen: string;
  item: string;
}

/** One edit of a form: its path, the new value, and the value it was based on. */
export interface FormEdit {
  path: readonly string[];
  value: unknown;
  over: unknown;
}

/**
 * Restores edits left unsaved when a page ended, and reports them; edits of other live pages are not touched. Returns the
 * function to call with all edits after each input; each edit is one put.
 */
export async function keepEdits(
  form: FormPlace,
  restore: (edits: readonly FormEdit[]) => void,
): Promise<(edits: readonly FormEdit[]) => void> {
  const kept = new KeptUnits();
  // Stored texts are keyed by site.
  await site.server.latest().catch(() => undefined);
  const place = placeOf(form);
  const [units, living] = await Promise.all([kept.read(place), livingTabs()]);
  const own = units.filter(({ tab }) => tab === thisTab || !living.has(tab));
  kept.take(own);
  restore(own.flatMap(({ unit, value }: TypedUnit) => (unit === BASE ? [] : [value as FormEdit])));
  return (edits) => kept.write(place, unitsOf(form, edits));
}

/** Persists the edits of a draft for its lifetime. Call it where effects can be created. */
export function keepDraft<T extends object>(draft: Draft<T>, form: FormPlace): void {
  let write: ((edits: readonly FormEdit[]) => void) | undefined;
  $effect(() => {
    const { edits } = draft;
    untrack(() => write?.(edits));
  });
  const reading = keepEdits(form, (edits) => draft.restore(edits));
  reading.then((ready) => (write = ready)(draft.edits)).catch(reportError);
}

function placeOf({ name }: FormPlace): TypedPlace | undefined {
  const id = site.server.value?.site_id;
  return id ? { site: id, group: name, lang: '' } : undefined;
}

function unitsOf({ title, screen, item }: FormPlace, edits: readonly FormEdit[]): Map<string, Said> {
  if (edits.length === 0) return new Map();
  const base: TypedBase = { base: {}, title, screen, item, query: {} };
  const units = new Map<string, Said>([[BASE, { said: title, value: () => base }]]);
  for (const edit of edits) units.set(edit.path.join(' '), { said: JSON.stringify(edit), value: () => edit });
  return units;
}
