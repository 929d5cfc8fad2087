import { untrack } from 'svelte';
import type { ChangeNotice } from '../../core/types.ts';
import { asApiError } from './api/api-error.ts';
import type { ApiError } from './api/api-error.ts';
import { onChange } from './api/api.ts';

export interface ResourceOptions {
  /** Kinds of changed items that trigger a reload: `['language', 'settings']`. Default: any change. */
  kinds?: readonly string[];
}

/**
 * A cached response of the engine. During a reload the old value stays; if that fails, the value stays next to `error`. In a
 * component: `const languages = useResource(() => api.get('/pll/v1/languages'), { kinds: ['language'] })`.
 */
export class Resource<T> {
  /** undefined until the first response. */
  value = $state.raw<T | undefined>(undefined);
  error = $state.raw<ApiError | null>(null);
  isLoading = $state(false);
  /** What to show: `loading` only before the first response, `error` only if there has never been a value. */
  state = $derived(this.value !== undefined ? 'ready' : this.error ? 'error' : 'loading');
  isKnown = $derived(this.value !== undefined);
  #read: () => Promise<T>;
  #kinds: readonly string[] | undefined;
  #turn = 0;
  #reading: Promise<void> | undefined;
  /** Prefetched, and nothing has changed since. */
  #isFresh = false;

  constructor(read: () => Promise<T>, options: ResourceOptions = {}) {
    this.#read = read;
    this.#kinds = options.kinds;
  }

  /** Reloads. Of two concurrent reads the later one wins. Never rejects: check `error`. */
  reload(): Promise<void> {
    const turn = ++this.#turn;
    // Outside `untrack`, so that an effect reruns when its dependencies change.
    const reading = start(this.#read);
    untrack(() => (this.isLoading = true));
    this.#reading = reading.then(
      (value) => this.#settle(turn, value, null),
      (thrown: unknown) => this.#settle(turn, this.value, asApiError(thrown)),
    );
    return this.#reading;
  }

  /** The value after any read in flight has finished, for callers that need the same response. Throws if there is none. */
  async latest(): Promise<T> {
    // A superseded read has not set the value.
    for (let reading; reading !== this.#reading;) await (reading = this.#reading);
    if (this.value === undefined) throw this.error ?? new Error('Nothing was read');
    return this.value;
  }

  /** Sets the result of a write without reloading; a read in flight may be newer. */
  set(value: T): void {
    this.#turn += 1;
    const isRead = untrack(() => this.isLoading);
    this.value = value;
    this.error = null;
    this.isLoading = false;
    if (isRead) void untrack(() => this.reload());
  }

  /**
   * Prefetches data that will soon be shown, once: a later `open` need not wait or reload if nothing changed meanwhile. For
   * resources that live as long as the page.
   */
  readAhead(): void {
    if (untrack(() => this.isLoading || this.value !== undefined)) return;
    this.#isFresh = true;
    onChange((notice) => {
      if (this.#concerns(notice)) this.#isFresh = false;
    });
    void untrack(() => this.reload());
  }

  /** Loads, and reloads after every relevant change. Returns the unsubscribe function. */
  open(): () => void {
    if (!this.#isFresh || untrack(() => this.error)) void this.reload();
    return onChange((notice) => {
      if (this.#concerns(notice)) void untrack(() => this.reload());
    });
  }

  #concerns(notice: ChangeNotice | null): boolean {
    const kinds = this.#kinds;
    return !notice || !kinds || notice.items.some((item) => kinds.includes(item.kind));
  }

  #settle(turn: number, value: T | undefined, error: ApiError | null): void {
    if (turn !== this.#turn) return;
    this.value = value;
    this.error = error;
    this.isLoading = false;
  }
}

/** A resource with the lifetime of the calling component. It is reloaded when state used by `read` changes. */
export function useResource<T>(read: () => Promise<T>, options: ResourceOptions = {}): Resource<T> {
  const resource = new Resource(read, options);
  $effect(() => resource.open());
  return resource;
}

function start<T>(read: () => Promise<T>): Promise<T> {
  try {
    return read();
  } catch (thrown) {
    return Promise.reject(asApiError(thrown));
  }
}
