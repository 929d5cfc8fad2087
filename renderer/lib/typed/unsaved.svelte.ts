import type { Dict } from '../../../core/types.ts';
import { api } from '../api/api.ts';
import { livingTabs, readAllTyped, writeTyped } from './store.ts';
import type { TypedPlace, TypedStamp, TypedUnit } from './store.ts';

/** The unit that holds the base values and the address. */
export const BASE = '';

/** Stored once per document. */
export interface TypedBase {
  /** The stored values it was based on. */
  base: Dict;
  title: string;
  /** The screen it was written on; default: the editor. */
  screen?: string;
  /** Item within that screen: `post/812`. */
  item: string;
  query: Readonly<Record<string, string>>;
}

/** A document with unsaved text and no live page. */
export interface UnsavedText extends TypedBase {
  place: TypedPlace;
  units: ReadonlyMap<string, TypedStamp>;
}

/** Grace period: a page being closed may still count as alive. */
const LEAVING_MS = 400;

/** Text left unsaved when a page or the program ended. */
class Unsaved {
  list = $state.raw<readonly UnsavedText[]>([]);
  #sites = new Set<string>();

  /** Looks up the unsaved texts of a site, once. */
  async open(siteId: string): Promise<void> {
    if (this.#sites.has(siteId)) return;
    this.#sites.add(siteId);
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    const [units, living] = await Promise.all([readAllTyped(siteId), livingTabs()]);
    const documents = Map.groupBy(units, ({ group, lang }) => JSON.stringify([group, lang]));
    this.list = [...documents.values()].flatMap((each) => unsavedOf(each, living));
  }

  /** Removes it from the list once shown or handled. */
  forget({ group, lang }: TypedPlace): void {
    if (this.list.length === 0) return;
    this.list = this.list.filter(({ place }) => place.group !== group || place.lang !== lang);
  }

  /** Discards it, here and on the server. */
  async discard({ place, units, item, screen }: UnsavedText): Promise<void> {
    this.forget(place);
    const stored = screen || place.group.startsWith('new ') ? undefined : /^post\/(\d+)$/.exec(item)?.[1];
    await writeTyped(place, { drops: units }).done;
    if (stored) await api.delete(`/polydesk/v1/drafts/post/${stored}`).catch(() => undefined);
  }
}

export const unsaved = new Unsaved();

function unsavedOf(units: readonly TypedUnit[], living: ReadonlySet<string>): UnsavedText[] {
  const base = units.find(({ unit }) => unit === BASE);
  if (!base || units.length < 2 || units.some(({ tab }) => living.has(tab))) return [];
  const { site, group, lang } = base;
  const stamps = new Map(units.map(({ unit, tab, count }) => [unit, { tab, count }]));
  return [{ ...(base.value as TypedBase), place: { site, group, lang }, units: stamps }];
}
