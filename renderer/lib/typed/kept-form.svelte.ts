import { untrack } from 'svelte';
import type { Draft } from '../draft.svelte.ts';
import { site } from '../site.svelte.ts';
import { KeptUnits } from './kept-units.ts';
import type { Said } from './kept-units.ts';
import { livingTabs, thisTab } from './store.ts';
import type { TypedPlace, TypedUnit } from './store.ts';
import { BASE } from './unsaved.svelte.ts';
import type { TypedBase } from './unsaved.svelte.ts';

/** Where a form is: what names it in the storage and in the notice of texts that were not saved, and the address it is at. */
export interface FormPlace {
  /** `categories 12`. */
  name: string;
  title: string;
  /** `categories`, `12`. */
  screen: string;
  item: string;
}

/** One edit of a form: the way to it, what was written, and what it was written over. */
export interface FormEdit {
  path: readonly string[];
  value: unknown;
  over: unknown;
}

/**
 * Reads what was written and not saved before the page ended, and says what was; what other pages are writing stays theirs.
 * Answers the function to call with all edits after each input: one put each.
 */
export async function keepEdits(
  form: FormPlace,
  restore: (edits: readonly FormEdit[]) => void,
): Promise<(edits: readonly FormEdit[]) => void> {
  const kept = new KeptUnits();
  // Texts are kept by the site.
  await site.server.latest().catch(() => undefined);
  const place = placeOf(form);
  const [units, living] = await Promise.all([kept.read(place), livingTabs()]);
  const own = units.filter(({ tab }) => tab === thisTab || !living.has(tab));
  kept.take(own);
  restore(own.flatMap(({ unit, value }: TypedUnit) => (unit === BASE ? [] : [value as FormEdit])));
  return (edits) => kept.write(place, unitsOf(form, edits));
}

/** Keeps the edits of a draft for as long as it lives. To be called where effects can be made. */
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
