import { untrack } from 'svelte';
import type { ChangeNotice } from '../../core/types.ts';
import { asApiError } from './api/api-error.ts';
import type { ApiError } from './api/api-error.ts';
import { onChange } from './api/api.ts';

export interface ResourceOptions {
  /** Kinds of changed items after which it is read again: `['language', 'settings']`. Default: any change. */
  kinds?: readonly string[];
}

/**
 * What the engine answered, held whole. While it is read again the old value stays; when that fails too, beside `error`.
 * In a component: `const languages = useResource(() => api.get('/pll/v1/languages'), { kinds: ['language'] })`.
 */
export class Resource<T> {
  /** undefined until the first answer. */
  value = $state.raw<T | undefined>(undefined);
  error = $state.raw<ApiError | null>(null);
  isLoading = $state(false);
  /** What to show: `loading` only while there is nothing yet, `error` only when there never was anything. */
  state = $derived(this.value !== undefined ? 'ready' : this.error ? 'error' : 'loading');
  #read: () => Promise<T>;
  #kinds: readonly string[] | undefined;
  #turn = 0;
  #reading: Promise<void> | undefined;
  /** Asked for ahead, and nothing changed since. */
  #isFresh = false;

  constructor(read: () => Promise<T>, options: ResourceOptions = {}) {
    this.#read = read;
    this.#kinds = options.kinds;
  }

  /** Reads again. Of two readings at once the later one counts. Never rejects: look at `error`. */
  reload(): Promise<void> {
    const turn = ++this.#turn;
    // Outside `untrack`, so that what the reading depends on makes an effect run again.
    const reading = start(this.#read);
    untrack(() => (this.isLoading = true));
    this.#reading = reading.then(
      (value) => this.#settle(turn, value, null),
      (thrown: unknown) => this.#settle(turn, this.value, asApiError(thrown)),
    );
    return this.#reading;
  }

  /** What it holds when the reading that goes on has ended, for who needs the same answer. Throws where there is none. */
  async latest(): Promise<T> {
    // A reading that another one overtook has put nothing in place.
    for (let reading; reading !== this.#reading;) await (reading = this.#reading);
    if (this.value === undefined) throw this.error ?? new Error('Nothing was read');
    return this.value;
  }

  /** Puts in place what a write has just answered, without reading it again; but what is being read may know more. */
  set(value: T): void {
    this.#turn += 1;
    const isRead = untrack(() => this.isLoading);
    this.value = value;
    this.error = null;
    this.isLoading = false;
    if (isRead) void untrack(() => this.reload());
  }

  /**
   * Reads what will soon be shown, once: who opens it then need not wait, nor read again where nothing changed meanwhile. For
   * what lives as long as the page.
   */
  readAhead(): void {
    if (untrack(() => this.isLoading || this.value !== undefined)) return;
    this.#isFresh = true;
    onChange((notice) => {
      if (this.#concerns(notice)) this.#isFresh = false;
    });
    void untrack(() => this.reload());
  }

  /** Reads, and reads again after every change that concerns it. Returns the function that stops that. */
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

/** A resource that lives as long as the component that calls this. It is read again when state that `read` uses changes. */
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
