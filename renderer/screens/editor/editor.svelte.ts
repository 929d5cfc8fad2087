import type { ChangeNotice, Dict } from '../../../core/types.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { asApiError } from '../../lib/api-error.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { languageName, t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { besideFirst, findItem, readDraft, readGroup, readItem, readStaleness, writesOf } from './item.ts';
import type { Group, Item, Staleness } from './item.ts';
import { keptRows, restoreRows } from './kept-rows.ts';
import { fieldRow } from './row.svelte.ts';
import type { FieldName, Row } from './row.svelte.ts';
import { Sender } from './sender.ts';
import { changedKeys, changesOf, isTornBetween, rawOf, textsOf } from './texts.ts';
import type { Texts, Written } from './texts.ts';
import { Workspace } from './workspace.svelte.ts';

/** How the translation is looked at. */
export type View = 'blocks' | 'html' | 'preview';
/** What stands beside it: a version by its number, the source before it changed, or nothing. */
export type Beside = number | 'before' | null;

const FIELDS: readonly FieldName[] = ['title', 'slug', 'excerpt'];
const AUTOSAVE_MS = 2000;
const LONGEST_MS = 10_000;

/** All that the editor knows of one version, and what a person has done to it since it was saved. */
export class Editor {
  readonly type: ContentType;
  readonly workspace = new Workspace();
  group = $state.raw<Group>() as Group;
  /** As it is stored. */
  item = $state.raw<Item>() as Item;
  staleness = $state.raw<Staleness | undefined>();
  /** Stands beside it; undefined for nothing. */
  source = $state.raw<Item | undefined>();
  beside = $state.raw<Beside>(null);
  fields = $state.raw<readonly Row[]>([]);
  view = $state<View>('blocks');
  /** The text of the HTML view; it always wins. */
  html = $state('');
  status = $state('draft');
  date = $state('');
  meta = $state<Record<string, unknown>>({});
  isDirty = $state(false);
  isSaving = $state(false);
  /** When the texts were kept by themselves; "" before. */
  keptAt = $state('');
  /** When texts came back that were never saved. */
  restoredAt = $state('');
  /** Who changed the item meanwhile, and what it is now. */
  outside = $state.raw<{ author: string; item: Item | null } | null>(null);
  fault = $state.raw<ApiError | null>(null);
  /** Key of the row with the focus; "" for none. By its key, since rows are made anew after a save or a change of somebody. */
  focusedKey = $state('');
  readonly #sender: Sender;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Notices of writes of our own, and what they made of the item. */
  #isWriting = false;
  #saving: { isFinal: boolean; done: Promise<boolean> } | undefined;
  #turn = 0;
  /** Of readings of the item at once the last one counts. */
  #meeting = 0;
  #dirtySince = 0;
  /** What stood beside it and was deleted meanwhile: it stands there again when it comes back. */
  #lost: number | undefined;

  constructor(type: ContentType, group: Group, item: Item) {
    this.type = type;
    this.group = group;
    this.item = item;
    this.#sender = new Sender(item.id);
  }

  lang = $derived(this.item.lang);
  language = $derived(site.languages.value?.find(({ slug }) => slug === this.lang));
  sourceLanguage = $derived(site.languages.value?.find(({ slug }) => slug === this.source?.lang));
  isSource = $derived(this.group.source === this.item.id);
  hasBeside = $derived(this.source !== undefined || this.beside === 'before');
  rows = $derived([...this.fields, ...this.workspace.rows]);
  /** Row with the focus. */
  focused = $derived(this.rows.find(({ key }) => key === this.focusedKey));
  counted = $derived(this.rows.filter((row) => row.counts));
  done = $derived(this.counted.filter(({ state }) => state === 'done').length);
  updates = $derived(this.counted.filter(({ state }) => state === 'update').length);
  state = $derived(this.group.items[this.lang]?.state ?? 'source');
  titleOfGroup = $derived(this.group.title || this.item.title.raw || t('ui.untitled'));

  nameOf(code: string): string {
    const language = site.languages.value?.find(({ slug }) => slug === code);
    return language ? languageName(language.locale) : code;
  }

  /** Reads what stands beside, and what was kept. Called once. */
  async begin(): Promise<void> {
    const [staleness, kept] = await Promise.all([readStaleness(this.item.id), readDraft(this.item.id)]);
    this.staleness = staleness;
    this.#takeItem(this.item);
    await this.stand(besideFirst(this.group, this.item, staleness?.source.id));
    if (kept) this.#restore(kept.fields, kept.saved_at);
  }

  /** Puts another version beside this one, or the source as it was; nothing where it is the source itself. */
  async stand(wanted: Beside = null): Promise<void> {
    const turn = ++this.#turn;
    this.#lost = undefined;
    const beside = wanted === this.item.id ? null : wanted;
    const id = beside === 'before' ? this.staleness?.source.id : beside;
    const source = id === null || id === undefined ? undefined : await readItem(this.type.base, id);
    if (turn !== this.#turn) return;
    this.source = source;
    this.beside = beside;
    this.#compare();
  }

  /** The translation as it is written now. */
  texts(): Texts {
    const field = (name: FieldName) => this.fields.find((row) => row.field === name)?.text ?? '';
    const content = this.view === 'html' ? this.html : this.workspace.html();
    return { title: field('title'), slug: field('slug'), excerpt: field('excerpt'), content };
  }

  /** Another view; what was written in the one before counts. */
  look(view: View): void {
    if (view === this.view) return;
    if (this.view === 'html' && this.html !== this.workspace.html()) this.workspace.setHtml(this.html);
    this.html = this.workspace.html();
    this.view = view;
  }

  /** Something was written: it is kept soon. */
  touch(): void {
    this.isDirty = true;
    this.#dirtySince ||= performance.now();
    clearTimeout(this.#timer);
    // In a pause; who never pauses is not kept waiting for ever.
    const wait = performance.now() - this.#dirtySince > LONGEST_MS ? 0 : AUTOSAVE_MS;
    this.#timer = setTimeout(() => void this.keep(), wait);
  }

  /** Keeps what was written, so that nothing is lost if the window goes. Not a save. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.isDirty || this.isSaving) return;
    this.#timer = undefined;
    this.#dirtySince = 0;
    try {
      const { body } = await this.#sender.keep(this.#unsaved());
      this.keptAt = body.saved_at;
    } catch (thrown) {
      this.fault = asApiError(thrown);
    }
  }

  #unsaved(): Dict {
    return { ...this.#written(), ...keptRows(this.rows), base: this.item.modified_gmt };
  }

  /** What is to be sent: fields that differ from what is stored. */
  changes(): Dict {
    return changesOf(this.item, this.#written());
  }

  /** Saves, after a save that goes on; with `isFinal` it is published where it was a draft, and right for its source from now on. False when refused. */
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
    const changes = this.changes();
    if (isFinal && !('status' in changes) && ['draft', 'pending'].includes(this.status)) changes['status'] = 'publish';
    const isConfirmed = isFinal && !this.isSource && this.staleness !== undefined;
    const requests = writesOf(this.type.base, this.item.id, { changes, isConfirmed });
    const sent = this.#written();
    this.isSaving = this.#isWriting = true;
    try {
      const isUnfinished = !isFinal && (this.updates > 0 || this.rows.some(({ isMachine }) => isMachine));
      const answer = isUnfinished
        ? await this.#sender.saveUnfinished(requests[0], this.#unsaved(), keptRows(this.rows))
        : await this.#sender.save(requests);
      if (isFinal) for (const row of this.rows) row.isMachine = false;
      await this.#renew(sent);
      const words = t(isFinal ? 'editor.finished' : 'editor.saved', { language: this.nameOf(this.lang) });
      toasts.done(words, answer.entry);
      return true;
    } catch (thrown) {
      this.fault = asApiError(thrown);
      return false;
    } finally {
      this.isSaving = this.#isWriting = false;
    }
  }

  /** The translation is right for its source as it is now, without a save. */
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

  /** Throws away what was written since the last save. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sender.drop();
    this.#takeItem(await readItem(this.type.base, this.item.id));
    this.outside = null;
    this.#compare();
  }

  /** What is stored now is what my texts are written over; what I did not touch follows. */
  keepMine(): void {
    const { outside } = this;
    this.outside = null;
    if (outside?.item) this.#merge(outside.item);
    this.touch();
  }

  /** After a change of somebody, us too. */
  async hear(notice: ChangeNotice | null): Promise<void> {
    if (this.#isWriting) return;
    const has = (id: number | undefined) =>
      !notice || notice.items.some((each) => String(each.id) === String(id) || each.kind === 'group');
    try {
      if (!notice || notice.items.some(({ kind }) => ['language', 'settings', 'post', 'group'].includes(kind)))
        this.group = await readGroup(this.item.id);
      if (has(this.item.id)) await this.#meet(notice?.author ?? '');
      if ([this.source?.id, this.#lost, this.item.id].some(has)) await this.#renewSource();
    } catch (thrown) {
      if (asApiError(thrown).status === 404) this.outside = { author: notice?.author ?? '', item: null };
    }
  }

  /** Stops the clock; what was written is kept. */
  close(): void {
    void this.keep();
    clearTimeout(this.#timer);
  }

  async #meet(author: string): Promise<void> {
    const turn = ++this.#meeting;
    const now = await readItem(this.type.base, this.item.id);
    if (this.#isWriting || turn !== this.#meeting) return;
    const isTorn = isTornBetween(this.texts(), { base: textsOf(this.item), theirs: textsOf(now) });
    if (this.outside?.item === null) this.fault = null; // It is here again.
    this.outside = isTorn ? { author, item: now } : null;
    if (!isTorn) this.#merge(now);
    // Who saved or deleted it forgot the texts that were kept of it.
    if (this.isDirty) this.touch();
  }

  /** Puts another stored state under what was written: texts that were not touched follow. */
  #merge(now: Item): void {
    const [mine, base] = [this.texts(), textsOf(this.item)];
    if (this.status === this.item.status) this.status = now.status;
    if (this.date === this.item.date) this.date = now.date;
    const meta = changedKeys($state.snapshot(this.meta), this.item.meta);
    this.meta = { ...now.meta, ...meta };
    this.item = now;
    const content = rawOf(now, 'content');
    if (mine.content === base.content && content !== base.content) {
      this.html = content;
      this.workspace.setHtml(content);
    }
    this.#layFields(true);
  }

  /** All that a save sends, as it is written now. */
  #written(): Written {
    const { status, date } = this;
    return { ...this.texts(), status, date, meta: $state.snapshot(this.meta) };
  }

  /** What is stored after a save. What was written since it was `sent` stays, and is not saved yet. */
  async #renew(sent: Written): Promise<void> {
    const { id } = this.item;
    this.#meeting += 1;
    const [group, item, staleness] = await Promise.all([
      readGroup(id),
      readItem(this.type.base, id),
      readStaleness(id),
    ]);
    const { machine } = keptRows(this.rows);
    const mine = this.#written();
    const since = this.fields.filter(({ field }) => field && mine[field] !== sent[field]);
    this.group = group;
    this.staleness = staleness;
    this.fault = null;
    this.outside = null;
    this.restoredAt = '';
    this.item = item;
    if (mine.status === sent.status) this.status = item.status;
    if (mine.date === sent.date) this.date = item.date;
    this.meta = { ...item.meta, ...changedKeys(mine.meta, sent.meta) };
    this.isDirty = false;
    this.keptAt = '';
    this.#layFields();
    for (const { key, tokens } of since) this.fields.find((row) => row.key === key)?.edit(tokens);
    if (mine.content === sent.content) {
      this.workspace.takeSaved(item.content?.raw ?? '');
      if (this.view !== 'blocks') this.html = item.content?.raw ?? '';
    }
    this.#compare();
    restoreRows(this.rows, { machine });
    if (!isSame(mine, sent)) this.touch();
  }

  async #renewSource(): Promise<void> {
    const [group, staleness] = await Promise.all([readGroup(this.item.id), readStaleness(this.item.id)]);
    this.group = group;
    this.staleness = staleness;
    const id = this.source?.id ?? this.#lost;
    const found = id === undefined ? undefined : await findItem(this.type.base, id);
    if (this.source && found) this.source = found;
    else if (id !== undefined) await this.stand(found ? id : staleness?.source.id);
    if (!found) this.#lost = id;
    this.#compare();
  }

  #takeItem(item: Item): void {
    this.item = item;
    this.status = item.status;
    this.date = item.date;
    this.meta = { ...item.meta };
    this.isDirty = false;
    this.keptAt = '';
    this.restoredAt = '';
    this.html = item.content?.raw ?? '';
    this.workspace.setHtml(this.html);
    this.#layFields();
  }

  /** What the source said when the translation was confirmed; undefined where that is not known. */
  #beforeOf(field: FieldName | 'content'): string | undefined {
    const { staleness, source } = this;
    if (!staleness || !source || source.id !== staleness.source.id || staleness.confirmed_at === null) return undefined;
    return staleness.changes.find((change) => change.field === field)?.before ?? rawOf(source, field);
  }

  #compare(): void {
    const { source } = this;
    const isBefore = this.beside === 'before';
    const text = source ? ((isBefore ? this.#beforeOf('content') : undefined) ?? rawOf(source, 'content')) : '';
    const isOneLanguage = source === undefined || source.lang === this.lang;
    if (this.view === 'html') this.workspace.setHtml(this.html);
    this.workspace.compare(text, source && !isBefore ? this.#beforeOf('content') : undefined, isOneLanguage);
    this.#layFields(true);
  }

  /** `isSame`: what was written in the fields stays. */
  #layFields(isSame = false): void {
    const { source } = this;
    this.fields = FIELDS.filter((name) => this.item[name] !== undefined).map((name) => {
      const before = name === 'slug' ? undefined : this.#beforeOf(name);
      const known = isSame ? this.fields.find((row) => row.field === name) : undefined;
      const row = fieldRow(name, { target: rawOf(this.item, name), source: source && rawOf(source, name), before });
      row.isOneLanguage = source === undefined || source.lang === this.lang;
      if (known?.isTouched) row.edit(known.tokens);
      if (known?.isSettled) row.isSettled = true;
      if (known?.isMachine) row.isMachine = true;
      return row;
    });
  }

  #restore(fields: Dict, savedAt: string): void {
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
    for (const row of this.fields) {
      const words = text(row.key);
      if (words !== undefined && words !== row.text) row.edit(words === '' ? [] : [{ kind: 'text', text: words }]);
    }
    const content = text('content');
    if (content !== undefined && content !== this.html) {
      this.html = content;
      this.workspace.setHtml(content);
    }
    this.status = text('status') ?? this.status;
    this.date = text('date') ?? this.date;
    if (typeof fields['meta'] === 'object') this.meta = { ...this.meta, ...fields['meta'] };
    restoreRows(this.rows, fields);
    if (Object.keys(this.changes()).length === 0) return;
    this.isDirty = true;
    this.restoredAt = this.keptAt = savedAt;
  }
}
