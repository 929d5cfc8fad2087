// Typed but unsaved text, in the page's own storage (IndexedDB): it outlives the server, the session, the page and the program.

/** A document, even before its ID is known: a version is identified by its group and language. */
export interface TypedPlace {
  /** UUID of the site. */
  site: string;
  group: string;
  lang: string;
}

/** One unit of a document, by its name there. */
export interface TypedUnit extends TypedPlace {
  unit: string;
  /** The page that wrote it and its write counter: detects whether it was rewritten. */
  tab: string;
  count: number;
  /** Milliseconds since 1970. */
  at: number;
  value: unknown;
}

/** Identifies one write of a unit. */
export type TypedStamp = Pick<TypedUnit, 'tab' | 'count'>;

const storeName = 'units';
const keys = ['site', 'group', 'lang', 'unit'];

/** ID of this page. Not `randomUUID`, which is unavailable on insecure origins. */
export const thisTab = Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('');

let count = 0;
let opening: Promise<IDBDatabase | undefined> | undefined;
let database: IDBDatabase | undefined;

/** Number of writes this page has started. */
export const typedCount = (): number => count;

/** Opens the storage, so that later writes can start immediately; undefined if the browser has none. */
export function openTyped(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    const asked = indexedDB.open('polydesk.typed', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(storeName, { keyPath: keys });
    asked.onerror = () => resolve(undefined);
    asked.onsuccess = () => {
      database = asked.result;
      // Another page needs a newer version, or the database was deleted: the next write reopens it.
      const forget = (): void => {
        asked.result.close();
        opening = undefined;
        database = undefined;
      };
      asked.result.onversionchange = forget;
      asked.result.onclose = forget;
      resolve(asked.result);
    };
  });
  return opening;
}

/** The contents of one transaction on a document. */
export interface TypedWrite {
  puts?: readonly Pick<TypedUnit, 'unit' | 'value'>[];
  /** Units to delete unless rewritten since; ignored for units in `puts`. */
  drops?: ReadonlyMap<string, TypedStamp>;
}

/**
 * Writes and removes units of a document in one transaction; returns the stamp of the write. `done` rejects if the storage fails.
 */
export function writeTyped(
  place: TypedPlace,
  { puts = [], drops = new Map() }: TypedWrite,
): { stamp: TypedStamp; done: Promise<void> } {
  const stamp = { tab: thisTab, count: ++count };
  const at = Date.now();
  const write = (store: IDBObjectStore): void => {
    for (const { unit, value } of puts) store.put({ ...place, unit, ...stamp, at, value } satisfies TypedUnit);
    for (const [unit, { tab, count: counted }] of drops) {
      const asked = store.get(keyOf(place, unit)) as IDBRequest<TypedUnit | undefined>;
      asked.onsuccess = () => {
        const now = asked.result;
        if (now?.tab === tab && now.count === counted) store.delete(keyOf(place, unit));
      };
    }
  };
  return { stamp, done: writing(write, drops.size === 0) };
}

/** The units of a document. */
export async function readTyped(place: TypedPlace): Promise<TypedUnit[]> {
  return readRange([place.site, place.group, place.lang]);
}

/** The units of all documents of a site. */
export async function readAllTyped(site: string): Promise<TypedUnit[]> {
  return readRange([site]);
}

/** Marks this page as alive for its lifetime; if the browser does not support that, no page counts as alive. */
export function liveTyped(): void {
  void navigator.locks?.request(`polydesk.tab.${thisTab}`, () => new Promise(() => undefined));
}

/** IDs of the live pages. */
export async function livingTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace('polydesk.tab.', '')));
}

function keyOf({ site, group, lang }: TypedPlace, unit: string): string[] {
  return [site, group, lang, unit];
}

/** All units whose key has this prefix: in IndexedDB an array sorts after every string. */
async function readRange(begin: readonly string[]): Promise<TypedUnit[]> {
  const open = await openTyped();
  if (!open) return [];
  return new Promise((resolve, reject) => {
    const store = open.transaction(storeName).objectStore(storeName);
    const asked = store.getAll(IDBKeyRange.bound(begin, [...begin, []])) as IDBRequest<TypedUnit[]>;
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('The storage of the browser cannot be read.'));
  });
}

/**
 * Starts immediately if the storage is open. `isPlain`: the transaction has no reads, so that it completes even if the page
 * closes right away.
 */
function writing(write: (store: IDBObjectStore) => void, isPlain: boolean): Promise<void> {
  const within = (open: IDBDatabase): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = open.transaction(storeName, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The storage of the browser is full.'));
      write(transaction.objectStore(storeName));
      if (isPlain) transaction.commit();
    });
  return database ? within(database) : openTyped().then((open) => open && within(open));
}
