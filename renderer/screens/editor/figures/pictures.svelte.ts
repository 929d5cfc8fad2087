import { createContext } from 'svelte';
import { Files } from '../../../lib/media/files.svelte.ts';
import type { FileFacts } from '../../../lib/media/held.ts';

/** Files of the pictures that texts reference by id, one request per article. */
export class Pictures {
  readonly #files = new Files();
  readonly #shown = new Set<number>();

  of(id: number): FileFacts | undefined {
    return this.#files.of(id);
  }

  /** The same, loaded now if not known yet. */
  read(id: number): Promise<FileFacts | undefined> {
    return this.#files.find(id);
  }

  /** Registers a picture of this record as shown. */
  show(id: number): void {
    this.#shown.add(id);
    this.#files.need([...this.#shown]);
  }

  open(): () => void {
    return this.#files.open();
  }
}

/** The pictures of the editor around a component. */
export const [getPictures, setPictures] = createContext<Pictures>();
