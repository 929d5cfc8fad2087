import type { ChangeNotice } from '../../../core/types.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { asApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import type { TypedUnit } from '../../lib/typed/store.ts';
import { startVersion } from '../../lib/start-version.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { EditorDocument } from './document.svelte.ts';
import type { Reference } from './document.svelte.ts';
import { createArticle, findItem, firstComparison, readDraft, readGroup, readItem, readStaleness } from './item.ts';
import { unstoredVersion } from './item.ts';
import type { Group, Item, Staleness, StoredDraft } from './item.ts';
import { itemOver, textsOf } from './texts.ts';
import type { FieldConflict } from './texts.ts';
import { BASE } from '../../lib/typed/unsaved.svelte.ts';
import { baseOfKept, isInDraft, typedTexts } from './typed.ts';
import type { TypedDescription, TypedTexts } from './typed.ts';
import { Saver } from './saver.svelte.ts';
import type { Saved } from './saver.svelte.ts';

/** What it is compared with: a version by its number, the source before it changed, or nothing. */
export type Comparison = number | 'before' | null;

/** One version in its group: the edits, what it is compared with, and changes of both made elsewhere. */
export class Editor {
  readonly type: ContentType;
  readonly document: EditorDocument;
  readonly saver: Saver;
  readonly typed: TypedTexts;
  group = $state.raw<Group>() as Group;
  staleness = $state.raw<Staleness | undefined>();
  /** What it is compared with; undefined for nothing. */
  source = $state.raw<Item | undefined>();
  comparison = $state.raw<Comparison>(null);
  /** When the restored, never saved texts were typed. */
  restoredAt = $state('');
  /** Restored texts whose place was not found. */
  leftovers = $state.raw<readonly string[]>([]);
  /** Who changed the item meanwhile, its current state, and the fields also changed here; without an item: it was deleted. */
  conflict = $state.raw<{ author: string; item: Item | null; fields: FieldConflict[] } | null>(null);
  /** The fields in conflict are shown for a choice. */
  isChoosing = $state(false);
  /** Key of the focused row; "" for none. A key, because rows are recreated after a save or a change made elsewhere. */
  focusedKey = $state('');
  #compareTurn = 0;
  /** Of concurrent reads of the item the last one wins. */
  #readTurn = 0;
  /** A deleted item it was compared with: compared with again if it is restored. */
  #deleted: number | undefined;

  /** `source`: of a version that is not stored yet. */
  constructor(type: ContentType, group: Group, item: Item, source?: Item) {
    this.type = type;
    this.group = group;
    this.source = source;
    this.document = new EditorDocument(item);
    this.typed = typedTexts(this.document, () => this.#description());
    this.saver = new Saver(this.document, {
      typed: this.typed,
      base: type.base,
      make: (isExplicit) => this.#make(isExplicit),
      onconflict: () => this.#meetConflict(),
      onsaved: (saved) => this.#renew(saved),
    });
  }

  /** As stored. */
  item = $derived.by(() => this.document.item);
  /** It is not stored: nothing has been typed yet. */
  isNew = $derived(this.item.id === 0);
  lang = $derived(this.item.lang);
  language = $derived(site.languages.value?.find(({ slug }) => slug === this.lang));
  sourceLanguage = $derived(site.languages.value?.find(({ slug }) => slug === this.source?.lang));
  isSource = $derived(this.group.source === this.item.id);
  /** It has no source. */
  isOriginal = $derived(this.isSource || this.group.source === 0);
  /** An article in its own language can be edited as a whole; a translation is edited in rows, next to its source. */
  canWrite = $derived(this.item.content !== undefined && this.isOriginal);
  hasComparison = $derived(this.source !== undefined || this.comparison === 'before');
  rows = $derived.by(() => this.document.rows);
  /** The focused row. */
  focused = $derived(this.rows.find(({ key }) => key === this.focusedKey));
  counted = $derived(this.rows.filter((row) => row.counts));
  done = $derived(this.counted.filter(({ state }) => state === 'done').length);
  updates = $derived(this.counted.filter(({ state }) => state === 'update').length);
  state = $derived(this.group.items[this.lang]?.state ?? 'source');
  titleOfGroup = $derived(this.group.title || this.item.title.raw || t('ui.untitled'));

  nameOf(code: string): string {
    return site.languageName(code);
  }

  /** Reads what it is compared with, and never saved texts. Called once. */
  async begin(): Promise<void> {
    // Drafts are stored per site.
    await site.server.latest().catch(() => undefined);
    const reading = this.typed.read();
    if (this.isNew) {
      this.#beginNew();
      return this.#restore(undefined, await reading);
    }
    const [staleness, kept, typed] = await Promise.all([readStaleness(this.item.id), readDraft(this.item.id), reading]);
    this.staleness = staleness;
    const now = this.item;
    const over = itemOver(now, baseOfKept(kept, typed));
    if (over) this.document.read(over);
    await this.compareWith(firstComparison(this.group, this.item, staleness?.source.id));
    this.#restore(kept, typed, over && now);
  }

  /**
   * Restores never saved texts: those on the server, and those typed since. `now`: the stored state, if they were based on
   * another.
   */
  #restore(kept: StoredDraft | undefined, typed: readonly TypedUnit[], now?: Item): void {
    const fresh = typed.filter((unit) => !isInDraft(unit, kept?.fields));
    if (kept) this.document.restore(kept.fields);
    this.leftovers = this.typed.restore(typed, fresh);
    if (now) this.#meet(now, '');
    const isLeft = this.conflict !== null || this.leftovers.length > 0 || this.document.hasChanges();
    if (!isLeft) return this.typed.saved(false);
    const times = fresh.filter(({ unit }) => unit !== BASE).map(({ at }) => new Date(at).toISOString());
    const at = [...times, kept?.saved_at ?? ''].sort().at(-1) ?? '';
    if (at === '') return;
    this.saver.settle(at);
    this.restoredAt = at;
    // From now on the server stores them too.
    if (times.length > 0 && !this.isNew) this.saver.touch();
  }

  /** Compares it with another version, or the former source; with nothing if that is the version itself. */
  async compareWith(wanted: Comparison = null): Promise<void> {
    const turn = ++this.#compareTurn;
    this.#deleted = undefined;
    const comparison = wanted === this.item.id ? null : wanted;
    const id = comparison === 'before' ? this.staleness?.source.id : comparison;
    const source = id === null || id === undefined ? undefined : await readItem(this.type.base, id);
    if (turn !== this.#compareTurn) return;
    this.source = source;
    this.comparison = comparison;
    this.#compare();
  }

  /** Confirms the translation against the current source, without a save. */
  async confirm(): Promise<void> {
    try {
      const { entry } = await api.post(`/polydesk/v1/staleness/post/${this.item.id}/confirm`, {});
      for (const row of this.rows) row.isMachine = false;
      toasts.done(t('editor.confirmed', { language: this.nameOf(this.lang) }), entry);
      await this.#renewSource();
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }

  /** Discards edits made since the last save. */
  async discard(): Promise<void> {
    await this.saver.drop();
    this.document.read(this.isNew ? this.item : await readItem(this.type.base, this.item.id));
    this.saver.settle();
    this.restoredAt = '';
    this.leftovers = [];
    this.conflict = null;
    if (this.isNew) this.#beginNew();
    else this.#compare();
  }

  /** Rebases my edits onto the stored state: untouched fields follow it, and so do the fields in `there`. */
  resolve(there: readonly string[]): void {
    const { conflict } = this;
    this.conflict = null;
    this.isChoosing = false;
    if (conflict?.item) this.document.resolve(conflict.item, there);
    this.saver.touch();
  }

  /** After any change, ours included. */
  async handleChange(notice: ChangeNotice | null): Promise<void> {
    if (this.saver.isSaving) return;
    const member = this.item.id || this.group.source;
    if (member === 0) return;
    if (notice?.id === 0) return this.#renewStates(notice, member);
    const has = (id: number | undefined) =>
      !notice || notice.items.some((each) => String(each.id) === String(id) || each.kind === 'group');
    try {
      if (!notice || notice.items.some(({ kind }) => ['language', 'settings', 'post', 'group'].includes(kind)))
        await this.#renewGroup(member);
      if (!this.isNew && has(this.item.id)) await this.#readAgain(notice?.author ?? '');
      if ([this.source?.id, this.#deleted, this.item.id].some(has)) await this.#renewSource();
    } catch (thrown) {
      if (asApiError(thrown).status === 404) this.conflict = { author: notice?.author ?? '', item: null, fields: [] };
    }
  }

  /** Only the states of units were recomputed; nothing else has changed. */
  async #renewStates({ items }: ChangeNotice, member: number): Promise<void> {
    if (items.some(({ id }) => id === this.group.group)) await this.#renewGroup(member).catch(() => undefined);
  }

  /** A group read while the version was being created does not contain it yet. */
  async #renewGroup(member: number): Promise<void> {
    const { id } = this.item;
    const group = await readGroup(member);
    if (id === this.item.id) this.group = group;
  }

  async #readAgain(author: string): Promise<void> {
    const turn = ++this.#readTurn;
    const now = await readItem(this.type.base, this.item.id);
    if (this.saver.isSaving || turn !== this.#readTurn) return;
    if (this.conflict?.item === null) this.saver.fault = null; // It was restored.
    this.#meet(now, author);
    // Saving or deleting it dropped the draft of these texts.
    if (this.saver.isDirty) this.saver.touch();
  }

  /** Merges the stored state with the edits: follows it if only one side changed. Returns whether that was possible. */
  #meet(now: Item, author: string): boolean {
    const fields = this.document.conflictsWith(now);
    this.conflict = fields.length > 0 ? { author, item: now, fields } : null;
    if (fields.length === 0) this.document.merge(now);
    return fields.length === 0;
  }

  async #meetConflict(): Promise<boolean> {
    this.#readTurn += 1;
    const isMet = this.#meet(await readItem(this.type.base, this.item.id), this.conflict?.author ?? '');
    this.isChoosing = !isMet;
    return isMet;
  }

  /** Nothing to request: its source determines everything. */
  #beginNew(): void {
    this.comparison = this.source?.id ?? null;
    this.#compare();
    for (const row of this.rows) if (!row.isEmpty) row.fill();
  }

  /** Creates the version in one write, or adopts the one another user created meanwhile. */
  async #make(isExplicit: boolean): Promise<void> {
    const { base } = this.type;
    const isArticle = this.group.source === 0;
    const texts = this.document.texts();
    if (isArticle && !isExplicit && !Object.values(texts).some(Boolean)) return;
    const made = isArticle
      ? await createArticle(base, { ...texts, lang: this.lang })
      : await startVersion({ kind: 'post', id: this.group.source, lang: this.lang, texts: 'source' });
    const { id, entry } = made;
    const [group, item, staleness] = await Promise.all([readGroup(id), readItem(base, id), readStaleness(id)]);
    this.group = group;
    this.staleness = staleness;
    this.document.adopt(item);
    this.typed.note();
    if (entry === null) this.#meet(item, '');
    else this.document.merge(item);
    const language = this.nameOf(this.lang);
    if (entry !== null) toasts.done(isArticle ? t('content.created.first') : t('editor.started', { language }), entry);
  }

  /** Reads the stored state after a save. */
  async #renew({ sent, isFinal, entry }: Saved): Promise<void> {
    const { id } = this.item;
    if (isFinal) for (const row of this.rows) row.isMachine = false;
    this.#readTurn += 1;
    const [group, item, staleness] = await Promise.all([
      readGroup(id),
      readItem(this.type.base, id),
      readStaleness(id),
    ]);
    this.group = group;
    this.staleness = staleness;
    this.conflict = null;
    this.restoredAt = '';
    this.leftovers = [];
    this.saver.fault = null;
    this.saver.settle();
    const isSince = this.document.takeSaved(item, sent, this.#reference());
    this.typed.saved(isSince);
    if (isSince) this.saver.touch();
    toasts.done(t(isFinal ? 'editor.finished' : 'editor.saved', { language: this.nameOf(this.lang) }), entry);
  }

  async #renewSource(): Promise<void> {
    if (this.isNew) return this.#renewNew();
    const [group, staleness] = await Promise.all([readGroup(this.item.id), readStaleness(this.item.id)]);
    this.group = group;
    this.staleness = staleness;
    const id = this.source?.id ?? this.#deleted;
    const found = id === undefined ? undefined : await findItem(this.type.base, id);
    if (this.source && found) this.source = found;
    else if (id !== undefined) await this.compareWith(found ? id : staleness?.source.id);
    if (!found) this.#deleted = id;
    this.#compare();
  }

  /** A version without edits follows its source. */
  async #renewNew(): Promise<void> {
    const source = await findItem(this.type.base, this.group.source);
    if (!this.isNew || this.saver.isDirty || !source || !this.source) return;
    // Rows are rebuilt only if necessary: the user may be about to type in one.
    if (isSame(textsOf(source), textsOf(this.source))) return;
    this.source = source;
    this.document.read(unstoredVersion(source, this.lang));
    this.#beginNew();
  }

  /** The storage key of typed text: the version by its group, which exists before it is stored. */
  #description(): TypedDescription | undefined {
    const id = site.server.value?.site_id;
    if (!id) return undefined;
    const { item, group, lang, type } = this;
    const own = item.id === 0 ? `new ${type.type}` : `item ${item.id}`;
    const query: Record<string, string> = item.id === 0 ? { lang, ...(group.source === 0 && { type: type.type }) } : {};
    return {
      site: id,
      group: group.group === 0 ? own : String(group.group),
      lang,
      title: this.titleOfGroup,
      item: `post/${item.id || group.source || 'new'}`,
      query,
    };
  }

  #reference(): Reference {
    const { source, staleness, comparison } = this;
    return { source, staleness, isBefore: comparison === 'before', isNew: this.isNew };
  }

  #compare(): void {
    this.document.compare(this.#reference());
  }
}
