import { createContext } from 'svelte';
import { Files } from '../../../lib/media/files.svelte.ts';
import type { FileFacts } from '../../../lib/media/held.ts';

/** Files of pictures that texts name by their number, all of an article in one request. */
export class Pictures {
  readonly #files = new Files();
  readonly #shown = new Set<number>();

  of(id: number): FileFacts | undefined {
    return this.#files.of(id);
  }

  /** The same, read now where it is not known yet. */
  read(id: number): Promise<FileFacts | undefined> {
    return this.#files.find(id);
  }

  /** A picture of this record is shown. */
  show(id: number): void {
    this.#shown.add(id);
    this.#files.need([...this.#shown]);
  }

  open(): () => void {
    return this.#files.open();
  }
}

/** Those of the editor around a component. */
export const [getPictures, setPictures] = createContext<Pictures>();
