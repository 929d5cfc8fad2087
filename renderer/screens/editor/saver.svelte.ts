import type { Dict } from '../../../core/types.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import type { EditorDocument } from './document.svelte.ts';
import { draftRows } from './draft-rows.ts';
import { dropDraft, saveDraft, saveItem } from './item.ts';
import { baseOf, keptBase } from './texts.ts';
import type { Written } from './texts.ts';
import type { TypedTexts } from './typed.ts';

const AUTOSAVE_MS = 2000;
const LONGEST_MS = 10_000;

/** The result of a save. */
export interface Saved {
  sent: Written;
  isFinal: boolean;
  /** Id in the history; null if nothing changed. */
  entry: number | null;
}

interface SaverOptions {
  /** Of the type in the API. */
  base: string;
  /** Creates an item that is not stored yet; throws API errors. Unless `isExplicit`, only if something was typed. */
  make: (isExplicit: boolean) => Promise<void>;
  /** Typed text, in the page's own storage. */
  typed: TypedTexts;
  /** A field being saved was changed meanwhile; returns whether it can be saved anyway, since both values are equal. */
  onconflict: () => Promise<boolean>;
  /** Awaited: the save ends once the stored state was read. */
  onsaved: (saved: Saved) => Promise<void>;
}

/** Autosaves drafts of a document's edits, and saves it, one request after another, so that they never overtake each other. */
export class Saver {
  isDirty = $state(false);
  isSaving = $state(false);
  /** When a draft was last stored; "" if never. */
  autosavedAt = $state('');
  fault = $state.raw<ApiError | null>(null);
  readonly #document: EditorDocument;
  readonly #options: SaverOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dirtySince = 0;
  #draftSaved: Promise<unknown> = Promise.resolve();
  #making: Promise<void> | undefined;
  #saving: { isFinal: boolean; done: Promise<boolean> } | undefined;

  constructor(document: EditorDocument, options: SaverOptions) {
    this.#document = document;
    this.#options = options;
  }

  /** Called on input: an item not stored yet is created now, and its draft is stored soon. */
  touch(): void {
    this.isDirty = true;
    this.#options.typed.note();
    this.#makeItem().catch((thrown: unknown) => (this.fault = asApiError(thrown)));
    this.#dirtySince ||= performance.now();
    clearTimeout(this.#timer);
    // Debounced, with a maximum delay for continuous typing.
    const wait = performance.now() - this.#dirtySince > LONGEST_MS ? 0 : AUTOSAVE_MS;
    this.#timer = setTimeout(() => void this.autosave(), wait);
  }

  /** Everything typed is saved, or was restored from a draft of this time. */
  settle(autosavedAt = ''): void {
    this.isDirty = autosavedAt !== '';
    this.autosavedAt = autosavedAt;
  }

  /** Stores a draft of the edits, so that nothing is lost if the window closes. Not a save. */
  async autosave(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.isDirty || this.isSaving) return;
    this.#timer = undefined;
    this.#dirtySince = 0;
    try {
      await this.#makeItem();
      if (this.#document.item.id !== 0) this.autosavedAt = (await this.#saveDraft(this.#unsaved())).body.saved_at;
      if (this.fault && isPassing(this.fault)) this.fault = null;
    } catch (thrown) {
      this.fault = asApiError(thrown);
    }
  }

  /** The server responds again. */
  resume(): void {
    if (this.fault?.status !== 0) return;
    this.fault = null;
    void this.autosave();
  }

  /** Stores the draft now and stops the timer. */
  close(): void {
    void this.autosave();
    clearTimeout(this.#timer);
  }

  /** Drops the draft. */
  async drop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#options.typed.saved(false);
    await this.#draftSaved;
    if (this.#document.item.id !== 0) await dropDraft(this.#document.item.id).catch(() => undefined);
  }

  /**
   * Saves, after any save in progress; `isFinal` also publishes a draft and confirms it against its source. False if rejected.
   */
  async save(isFinal = false): Promise<boolean> {
    const before = this.#saving;
    if (before) {
      const was = await before.done;
      // Pressed twice, or held down.
      if (isFinal ? before.isFinal : !was || !this.isDirty) return was && !isFinal;
      return this.save(isFinal);
    }
    const done = this.#save(isFinal).finally(() => (this.#saving = undefined));
    this.#saving = { isFinal, done };
    return done;
  }

  async #save(isFinal: boolean): Promise<boolean> {
    clearTimeout(this.#timer);
    this.isSaving = true;
    try {
      await this.#makeItem(true);
      const { sent, entry } = await this.#send(isFinal).catch((thrown: unknown) => this.#sendAgain(isFinal, thrown));
      await this.#options.onsaved({ sent, isFinal, entry });
      return true;
    } catch (thrown) {
      // The other change is shown, with a choice.
      if (!isConflict(thrown)) this.fault = asApiError(thrown);
      return false;
    } finally {
      this.isSaving = false;
    }
  }

  /** One at a time: the first input creates the item, the next ones wait for it. */
  async #makeItem(isExplicit = false): Promise<void> {
    if (this.#document.item.id !== 0) return;
    this.#making ??= this.#options.make(isExplicit).finally(() => (this.#making = undefined));
    await this.#making;
  }

  async #send(isFinal: boolean): Promise<Pick<Saved, 'sent' | 'entry'>> {
    const { item, rows } = this.#document;
    const sent = this.#document.written();
    const fields = this.#document.changes();
    if (isFinal && !('status' in fields) && this.#document.isDraft) fields['status'] = 'publish';
    const { machine, memory } = draftRows(rows);
    // Machine translations stay in the draft until confirmed; texts are saved now, and the draft never overwrites them.
    const draft = isFinal || machine.length === 0 ? undefined : { machine, memory };
    await this.#draftSaved;
    const { entry } = await saveItem(item.id, {
      fields,
      base: baseOf(item, fields),
      marks: this.#document.saidMarks(),
      ...(draft && { draft }),
    });
    return { sent, entry };
  }

  async #sendAgain(isFinal: boolean, thrown: unknown): Promise<Pick<Saved, 'sent' | 'entry'>> {
    if (isConflict(thrown) && (await this.#options.onconflict())) return this.#send(isFinal);
    throw thrown;
  }

  #saveDraft(fields: Dict): ReturnType<typeof saveDraft> {
    const saving = saveDraft(this.#document.item.id, fields);
    this.#draftSaved = saving.catch(() => undefined);
    return saving;
  }

  #unsaved(): Dict {
    const { item, rows } = this.#document;
    return {
      ...this.#document.written(),
      ...draftRows(rows),
      base: keptBase(item),
      typed: this.#options.typed.stamp(),
    };
  }
}

/** The server was unreachable or busy: that alone is not an error in the edits. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 503;

function isConflict(thrown: unknown): boolean {
  return asApiError(thrown).code === 'polydesk_conflict';
}
