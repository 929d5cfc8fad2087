import { openTyped, readTyped, writeTyped } from './store.ts';
import type { TypedPlace, TypedStamp, TypedUnit } from './store.ts';
import { unsaved } from './unsaved.svelte.ts';

/** A unit as it is now: what tells whether it changed, and what is stored of it. */
export interface Said {
  said: unknown;
  value: () => unknown;
}

/** The units of one document in the page's own storage: only what changed is written. */
export class KeptUnits {
  /** What lies in the storage, as far as this page knows. */
  #known = new Map<string, TypedStamp>();
  /** What each unit said when it was written last. */
  #written = new Map<string, unknown>();
  #at: TypedPlace | undefined;
  /** Where it lay before it came into being. */
  #left: { place: TypedPlace; drops: ReadonlyMap<string, TypedStamp> }[] = [];

  /** Opens the storage, and answers what lies in it; nothing while the place is not known. */
  async read(place: TypedPlace | undefined): Promise<TypedUnit[]> {
    if (place) this.#moveTo(place);
    await openTyped();
    return place ? readTyped(this.#at ?? place) : [];
  }

  /** What was read is shown: what is written from now on takes its place, and no notice tells of it any more. */
  take(units: readonly TypedUnit[]): void {
    if (this.#at) unsaved.forget(this.#at);
    for (const { unit, tab, count } of units) this.#known.set(unit, { tab, count });
  }

  /** What the document says now; none of it when it was saved. */
  write(place: TypedPlace | undefined, units: ReadonlyMap<string, Said>): void {
    if (!place) return;
    this.#moveTo(place);
    const puts = [...units].filter(([unit, { said }]) => this.#written.get(unit) !== said || !this.#known.has(unit));
    const drops = new Map([...this.#known].filter(([unit]) => !units.has(unit)));
    if (puts.length > 0 || drops.size > 0) this.#store(this.#at ?? place, { puts, drops });
    this.#written = new Map([...units].map(([unit, { said }]) => [unit, said]));
    // What was moved goes from its former place only when it lies in the new one.
    for (const left of this.#left.splice(0)) watch(writeTyped(left.place, { drops: left.drops }).done);
  }

  #store(
    place: TypedPlace,
    { puts, drops }: { puts: readonly (readonly [string, Said])[]; drops: ReadonlyMap<string, TypedStamp> },
  ): void {
    const values = puts.map(([unit, { value }]) => ({ unit, value: value() }));
    const { stamp, done } = writeTyped(place, { puts: values, drops });
    watch(done);
    for (const unit of drops.keys()) this.#known.delete(unit);
    for (const [unit] of puts) this.#known.set(unit, stamp);
  }

  /** It came into being: it is kept by its group from now on. */
  #moveTo({ site, group, lang }: TypedPlace): void {
    const at = this.#at;
    if (at && (at.site !== site || at.group !== group || at.lang !== lang)) {
      this.#left.push({ place: at, drops: this.#known });
      this.#known = new Map();
      this.#written = new Map();
    }
    this.#at = { site, group, lang };
  }
}

/** The draft of the server is left where the browser has no room. */
function watch(done: Promise<void>): void {
  done.catch(reportError);
}
