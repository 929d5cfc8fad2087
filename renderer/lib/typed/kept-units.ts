import { openTyped, readTyped, writeTyped } from './store.ts';
import type { TypedPlace, TypedStamp, TypedUnit } from './store.ts';
import { unsaved } from './unsaved.svelte.ts';

/** The current state of a unit: a value for change detection, and the value to store. */
export interface Said {
  said: unknown;
  value: () => unknown;
}

/** The units of one document in the page's own storage: only changed units are written. */
export class KeptUnits {
  /** The storage content, as known to this page. */
  #known = new Map<string, TypedStamp>();
  /** The last written state of each unit. */
  #written = new Map<string, unknown>();
  #at: TypedPlace | undefined;
  /** Places the document had before its group was created. */
  #left: { place: TypedPlace; drops: ReadonlyMap<string, TypedStamp> }[] = [];

  /** Opens the storage and returns its content; empty while the place is unknown. */
  async read(place: TypedPlace | undefined): Promise<TypedUnit[]> {
    if (place) this.#moveTo(place);
    await openTyped();
    return place ? readTyped(this.#at ?? place) : [];
  }

  /** Marks stored units as shown: later writes replace them, and the notice no longer lists them. */
  take(units: readonly TypedUnit[]): void {
    if (this.#at) unsaved.forget(this.#at);
    for (const { unit, tab, count } of units) this.#known.set(unit, { tab, count });
  }

  /** Writes the document's current state; an empty map after it was saved. */
  write(place: TypedPlace | undefined, units: ReadonlyMap<string, Said>): void {
    if (!place) return;
    this.#moveTo(place);
    const puts = [...units].filter(([unit, { said }]) => this.#written.get(unit) !== said || !this.#known.has(unit));
    const drops = new Map([...this.#known].filter(([unit]) => !units.has(unit)));
    if (puts.length > 0 || drops.size > 0) this.#store(this.#at ?? place, { puts, drops });
    this.#written = new Map([...units].map(([unit, { said }]) => [unit, said]));
    // Moved units are deleted from the old place only once stored in the new one.
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

  /** The version now exists: it is keyed by its group from here on. */
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

/** If the browser storage is full, the server draft remains. */
function watch(done: Promise<void>): void {
  done.catch(reportError);
}
