import { api, onChange } from '../api/api.ts';
import type { FileFacts } from './held.ts';

const FIELDS = 'id,source_url,mime_type,filename,filesize,media_details';
const AT_ONCE = 100;
const KINDS = ['media', 'post', 'site'];

/** Facts about files, read in batches for the files in view. */
export class Files {
  #known = $state.raw<ReadonlyMap<number, FileFacts>>(new Map());
  #asked = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: readonly number[] = [];

  of(id: number): FileFacts | undefined {
    return this.#known.get(id);
  }

  /** Registers the files in view. */
  need(ids: readonly number[]): void {
    this.#wanted = ids;
    if (ids.every((id) => this.#asked.has(id))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), 20);
  }

  /** The facts about one file, reading them if needed; undefined if that fails. */
  async find(id: number): Promise<FileFacts | undefined> {
    if (id > 0 && !this.#known.has(id)) {
      this.#asked.delete(id);
      this.#wanted = [...this.#wanted, id];
      clearTimeout(this.#timer);
      await this.#read();
    }
    return this.#known.get(id);
  }

  /** Reloads the files in view after a change. Returns the unsubscribe function. */
  open(): () => void {
    const stop = onChange((notice) => {
      if (notice && !notice.items.some(({ kind }) => KINDS.includes(kind))) return;
      this.#asked.clear();
      this.need(this.#wanted);
    });
    return () => {
      stop();
      clearTimeout(this.#timer);
    };
  }

  async #read(): Promise<void> {
    const include = this.#wanted.filter((id) => !this.#asked.has(id)).slice(0, AT_ONCE);
    for (const id of include) this.#asked.add(id);
    const query = { include, per_page: AT_ONCE, status: ['inherit', 'private'], context: 'edit', _fields: FIELDS };
    try {
      const files = await api.get<FileFacts[]>('/wp/v2/media', query);
      this.#known = new Map([...this.#known, ...files.map((file) => [file.id, file] as const)]);
    } catch {
      // The list reports the error; a tile without its picture needs none of its own.
      for (const id of include) this.#asked.delete(id);
    }
  }
}
