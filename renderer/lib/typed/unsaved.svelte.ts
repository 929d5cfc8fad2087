import type { Dict } from '../../../core/types.ts';
import { api } from '../api/api.ts';
import { livingTabs, readAllTyped, writeTyped } from './store.ts';
import type { TypedPlace, TypedStamp, TypedUnit } from './store.ts';

/** The unit that says what the others were written over, and where. */
export const BASE = '';

/** What is kept of a document once. */
export interface TypedBase {
  /** What was stored when it was written. */
  base: Dict;
  title: string;
  /** Where it is written; without one the editor. */
  screen?: string;
  /** Of that screen: `post/812`. */
  item: string;
  query: Readonly<Record<string, string>>;
}

/** A document with texts that no page is at any more. */
export interface UnsavedText extends TypedBase {
  place: TypedPlace;
  units: ReadonlyMap<string, TypedStamp>;
}

/** A page that is being left may still count as one that lives. */
const LEAVING_MS = 400;

/** Texts that were typed and not saved before a page or the program ended. */
class Unsaved {
  list = $state.raw<readonly UnsavedText[]>([]);
  #sites = new Set<string>();

  /** Looks for those of a site, once. */
  async open(siteId: string): Promise<void> {
    if (this.#sites.has(siteId)) return;
    this.#sites.add(siteId);
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    const [units, living] = await Promise.all([readAllTyped(siteId), livingTabs()]);
    const documents = Map.groupBy(units, ({ group, lang }) => JSON.stringify([group, lang]));
    this.list = [...documents.values()].flatMap((each) => unsavedOf(each, living));
  }

  /** It is shown, or was dealt with. */
  forget({ group, lang }: TypedPlace): void {
    if (this.list.length === 0) return;
    this.list = this.list.filter(({ place }) => place.group !== group || place.lang !== lang);
  }

  /** Throws it away, here and on the server. */
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
