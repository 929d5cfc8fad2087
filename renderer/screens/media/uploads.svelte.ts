import { asApiError } from '../../lib/api/api-error.ts';
import { api, uploadFile } from '../../lib/api/api.ts';
import { t } from '../../lib/messages/messages.svelte.ts';

/** A rejected file, and the reason. */
export interface Refused {
  name: string;
  message: string;
}

/** The result of adding files. */
export interface Added {
  ids: number[];
  entries: number[];
  /** Number of languages each was added in. */
  languages: number;
  /** Number of imported records whose missing file was added. */
  filled: number;
}

/** Names per request. */
const AT_ONCE = 200;

/** Uploads files to the site, one after another. */
export class Uploads {
  total = $state(0);
  done = $state(0);
  /** The file being uploaded; "" for none. */
  name = $state('');
  refused = $state.raw<readonly Refused[]>([]);
  #isCancelled = false;

  get isRunning(): boolean {
    return this.name !== '';
  }

  /** Uploads them. Rejected files are in `refused`. */
  async add(files: readonly File[]): Promise<Added> {
    const added: Added = { ids: [], entries: [], languages: 0, filled: 0 };
    if (this.isRunning || files.length === 0) return added;
    this.#isCancelled = false;
    this.refused = [];
    this.total = files.length;
    this.name = files[0]?.name ?? '';
    const awaited = await awaitedOf(files);
    for (const [at, file] of files.entries()) {
      if (this.#isCancelled) break;
      this.done = at;
      this.name = file.name;
      await this.#send(file, added, awaited.get(file.name));
    }
    this.name = '';
    this.total = this.done = 0;
    return added;
  }

  /** Skips the remaining files. */
  cancel(): void {
    this.#isCancelled = true;
  }

  async #send(file: File, added: Added, awaited: number | undefined): Promise<void> {
    if (file.size === 0) return this.#refuse(file, t('media.refused.empty'));
    try {
      if (awaited !== undefined) {
        const { entry } = await uploadFile(`/polydesk/v1/media/${awaited}/file`, file);
        added.filled += 1;
        if (entry !== null) added.entries.push(entry);
        return;
      }
      const { body, entry } = await uploadFile<{ id: number; translations?: object }>('/wp/v2/media', file);
      added.ids.push(body.id);
      if (entry !== null) added.entries.push(entry);
      added.languages = Math.max(added.languages, Object.keys(body.translations ?? {}).length);
    } catch (thrown) {
      this.#refuse(file, asApiError(thrown).message);
    }
  }

  #refuse({ name }: File, message: string): void {
    this.refused = [...this.refused, { name, message }];
  }
}

/** The imported records that lack files with these names. Callers who may not fill them add the files instead. */
async function awaitedOf(files: readonly File[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const names = files.slice(from, from + AT_ONCE).map(({ name }) => name);
    const list = await api.get('/polydesk/v1/media/awaited', { names }).catch(() => []);
    for (const { name, id } of list) if (!found.has(name)) found.set(name, id);
  }
  return found;
}
