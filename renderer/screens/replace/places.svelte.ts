import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ReplaceHit, ReplacePlace, ReplaceReport } from '../../../core/schema/desk/replace.ts';
import { textIfKnown } from '../../lib/messages/messages.svelte.ts';
import { nameOfOne } from '../../lib/review/names.ts';

/** A row of the tree: an item, or a text of it. */
export interface PlaceRow {
  key: string;
  /** The texts of the item, or the one text. */
  hits: readonly ReplaceHit[];
  hit?: ReplaceHit;
}

const keyOf = ({ kind, id, field, unit }: ReplacePlace): string => `${kind} ${id} ${field} ${unit}`;
const itemOf = ({ kind, id }: ReplacePlace): string => `${kind} ${id}`;
const placeOf = ({ kind, id, field, unit }: ReplacePlace): ReplacePlace => ({ kind, id, field, unit });

/** The texts that were found: which of them are replaced, and by what. */
export class Places {
  readonly report: ReplaceReport;
  #skipped = new SvelteSet<string>();
  #edited = new SvelteMap<string, string>();
  #folded = new SvelteSet<string>();
  /** Key of the current row. */
  active = $state('');
  /** Key of the text whose result is being edited. */
  editing = $state('');

  constructor(report: ReplaceReport) {
    this.report = report;
    this.active = this.rows[0]?.key ?? '';
  }

  items = $derived.by(() => [...Map.groupBy(this.report.hits, itemOf)].map(([key, hits]) => ({ key, hits })));
  rows: readonly PlaceRow[] = $derived(
    this.items.flatMap((item) => [
      item,
      ...(this.#folded.has(item.key) ? [] : item.hits.map((hit) => ({ key: keyOf(hit), hits: [hit], hit }))),
    ]),
  );
  #left = $derived.by(() => this.report.hits.filter((hit) => this.#skipped.has(keyOf(hit))));
  /** How many places are replaced, also in texts beyond those listed. */
  chosen = $derived.by(() => this.report.places - countOf(this.#left));
  /** In how many items. */
  chosenItems = $derived.by(() => this.report.items - this.items.filter(({ hits }) => this.on(hits) === 0).length);
  /** How many of them visitors see. */
  published = $derived.by(() =>
    countOf(this.report.hits.filter((hit) => hit.published && !this.#skipped.has(keyOf(hit)))),
  );

  /** How many places of these texts are replaced. */
  on(hits: readonly ReplaceHit[]): number {
    return countOf(hits.filter((hit) => !this.#skipped.has(keyOf(hit))));
  }

  /** Replaces all of these texts or, if all are replaced already, none. */
  toggle(hits: readonly ReplaceHit[]): void {
    const isOn = this.on(hits) < countOf(hits);
    for (const hit of hits)
      if (isOn) this.#skipped.delete(keyOf(hit));
      else this.#skipped.add(keyOf(hit));
  }

  isFolded = (key: string): boolean => this.#folded.has(key);
  fold(key: string, isFolded: boolean): void {
    if (isFolded) this.#folded.add(key);
    else this.#folded.delete(key);
  }

  /** What a text becomes. */
  after = (hit: ReplaceHit): string => this.#edited.get(keyOf(hit)) ?? hit.after;
  isEdited = (hit: ReplaceHit): boolean => this.#edited.has(keyOf(hit));

  /** Writes the result of a text by hand; it is replaced then. */
  edit(hit: ReplaceHit, text: string): void {
    if (text === hit.after) this.#edited.delete(keyOf(hit));
    else this.#edited.set(keyOf(hit), text);
    this.#skipped.delete(keyOf(hit));
  }

  /** What to send along with the order. */
  get choice(): { skip: ReplacePlace[]; edited: (ReplacePlace & { text: string })[] } {
    const edited = this.report.hits.filter((hit) => this.isEdited(hit) && !this.#skipped.has(keyOf(hit)));
    return { skip: this.#left.map(placeOf), edited: edited.map((hit) => ({ ...placeOf(hit), text: this.after(hit) })) };
  }
}

/** In how many places these texts hold the words. */
export const countOf = (hits: readonly ReplaceHit[]): number => hits.reduce((sum, { count }) => sum + count, 0);

/** "Post · Published". */
export function factsOf({ type, status }: ReplaceHit): string {
  return [nameOfOne(type), textIfKnown(`content.status.${status}`)].filter(Boolean).join(' · ');
}
