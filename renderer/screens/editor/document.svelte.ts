import type { Dict } from '../../../core/types.ts';
import type { Finding } from '../../../core/units/checks/findings.ts';
import type { Token } from '../../../core/units/tokens.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import type { Item, Staleness } from './item.ts';
import { draftRows, restoreRows } from './draft-rows.ts';
import { indexMarks, isOneLanguage } from '../../../core/units/states/judge.ts';
import type { MarkIndex } from '../../../core/units/states/judge.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { fieldRows } from './rows/fields.ts';
import { markOfBlock, marksOfRows, recallMarks, rowsToSettle } from './rows/row-marks.ts';
import type { FieldName, Row, RowBlock } from './rows/row.svelte.ts';
import { changedKeys, changesOf, conflictsOf, othersOf, rawOf, sourceBefore, textsOf, writtenOf } from './texts.ts';
import type { FieldConflict, Texts, Written } from './texts.ts';
import { Workspace } from './workspace.svelte.ts';

/** How the translation is shown: its texts as rows, or the whole as a document or as HTML; `history`: its changes. */
export type View = 'blocks' | 'write' | 'html' | 'page' | 'preview' | 'history';

/** What a version is compared with. */
export interface Reference {
  source: Item | undefined;
  staleness: Staleness | undefined;
  /** The source as it was when the translation was confirmed, not the current one. */
  isBefore: boolean;
  /** It is not stored: it starts with the complete source. */
  isNew: boolean;
}

/** A version as stored, with the edits made since. */
export class EditorDocument {
  readonly workspace = new Workspace();
  /** As stored. */
  item = $state.raw<Item>() as Item;
  fields = $state.raw<readonly Row[]>([]);
  view = $state<View>('blocks');
  /** The content of the views that show it as a whole; it always takes precedence. */
  html = $state('');
  status = $state('draft');
  date = $state('');
  meta = $state<Record<string, unknown>>({});
  /** All other stored fields: author, picture, parent, terms. */
  others = $state.raw<Record<string, unknown>>({});
  /** The marks of its units, if it is compared with its source. */
  marks = $state.raw<MarkIndex>(indexMarks([]));
  /** Of blocks, since the last save. */
  #said: readonly UnitMark[] = [];
  #reference: Reference = { source: undefined, staleness: undefined, isBefore: false, isNew: false };

  constructor(item: Item) {
    this.read(item);
  }

  /** Finishing publishes it. */
  isDraft = $derived(['draft', 'pending'].includes(this.status));
  rows = $derived([...this.fields, ...this.workspace.rows]);
  /** The content is edited as a whole, not in rows. */
  isWhole = $derived(this.view === 'html' || this.view === 'write');

  /** The current texts. */
  texts(): Texts {
    const field = (name: FieldName) => this.fields.find((row) => row.field === name)?.text ?? '';
    const content = this.isWhole ? this.html : this.workspace.html();
    return { title: field('title'), slug: field('slug'), excerpt: field('excerpt'), content };
  }

  /** Everything a save sends, with current values. */
  written(): Written {
    const { status, date, others } = this;
    return { ...this.texts(), status, date, others, meta: $state.snapshot(this.meta) };
  }

  /** Why a text blocks publishing, besides its marks; a published one that was not touched counts as right. */
  findingsOf(row: Row): readonly Finding[] {
    return this.isDraft || row.isTouched || row.isChanged ? row.lost : [];
  }

  /** The differences from the stored state. */
  changes(): Dict {
    return changesOf(this.item, this.written());
  }

  /** Switches the view; edits from the previous view are kept. */
  show(view: View): void {
    if (view === this.view) return;
    if (this.isWhole && this.html !== this.workspace.html()) this.#takeHtml();
    this.html = this.workspace.html();
    this.view = view;
  }

  /** Replaces all edits by an item as stored. */
  read(item: Item): void {
    this.item = item;
    this.status = item.status;
    this.date = item.date;
    this.meta = { ...item.meta };
    this.others = othersOf(item);
    this.html = rawOf(item, 'content');
    this.workspace.setHtml(this.html);
    this.#layFields();
  }

  /** Compares the edits with this reference or, if omitted, with the same one as before. */
  compare(reference = this.#reference): void {
    this.#reference = reference;
    const { source, staleness, isBefore, isNew } = reference;
    this.marks = indexMarks([...(marksFor(reference) ?? []), ...this.#said]);
    const before = source && sourceBefore(source, staleness, 'content');
    const text = source ? ((isBefore ? before : undefined) ?? rawOf(source, 'content')) : '';
    if (this.isWhole) this.workspace.setHtml(this.html);
    this.workspace.compare(text, {
      before: isBefore ? undefined : before,
      isOneLanguage: source === undefined || isOneLanguage({ source: source.lang, target: this.item.lang }),
      fills: !isBefore && isNew,
    });
    if (this.isWhole) this.html = this.workspace.html();
    this.#layFields(this.fields);
    recallMarks(this.rows, this.marks);
  }

  /** Marks the structure of a block and its texts as right. */
  leaveBlock(block: RowBlock): void {
    const mark = markOfBlock(block.pair, this.marks);
    if (mark) this.#said = [...this.#said, mark];
    for (const row of rowsToSettle(block)) row.settle();
    this.marks = indexMarks([...(marksFor(this.#reference) ?? []), ...this.#said]);
  }

  /** The marks a save stores; none if it is compared with another version than its source. */
  saidMarks(): UnitMark[] {
    const known = marksFor(this.#reference);
    return known ? [...marksOfRows(this.rows, indexMarks(known)), ...this.#said] : [];
  }

  /** Fields changed here and, by another user, to a different value. */
  conflictsWith(now: Item): FieldConflict[] {
    return conflictsOf(
      { ...this.written(), ...this.#ownTexts() },
      { base: writtenOf(this.item), theirs: writtenOf(now) },
    );
  }

  /** Rebases the edits onto another stored state, taking some fields from there. */
  resolve(now: Item, there: readonly string[]): void {
    this.merge(now);
    for (const field of there) {
      const row = this.fields.find((each) => each.field === field);
      if (row) row.edit(textTokens(rawOf(now, row.field ?? 'title')));
      else if (field === 'content') {
        this.html = rawOf(now, 'content');
        this.workspace.setHtml(this.html);
        this.compare();
      } else if (field === 'status') this.status = now.status;
      else if (field === 'date') this.date = now.date;
      else if (field in this.others) this.others = { ...this.others, [field]: now[field] };
      else this.meta = { ...this.meta, [field.slice('meta.'.length)]: now.meta?.[field.slice('meta.'.length)] };
    }
  }

  /** Rebases the edits onto another stored state: untouched texts follow it. */
  merge(now: Item): void {
    const [mine, base] = [this.#ownTexts(), textsOf(this.item)];
    if (this.status === this.item.status) this.status = now.status;
    if (this.date === this.item.date) this.date = now.date;
    const meta = changedKeys($state.snapshot(this.meta), this.item.meta);
    this.meta = { ...now.meta, ...meta };
    this.others = { ...othersOf(now), ...changedKeys(this.others, othersOf(this.item)) };
    this.item = now;
    const content = rawOf(now, 'content');
    if (mine.content === base.content && content !== base.content) {
      this.workspace.setHtml(content);
      this.html = content;
      this.compare();
    } else this.#layFields(this.fields);
  }

  /** Adopts the id and fields of an item that was just created; its texts still have to be merged. */
  adopt(item: Item): void {
    const { title, slug, content, excerpt } = this.item;
    this.others = { ...othersOf(item), ...changedKeys(this.others, othersOf(this.item)) };
    this.item = { ...item, title, slug, ...(content && { content }), ...(excerpt && { excerpt }) };
  }

  /** Adopts the stored state after a save. Edits made since it was `sent` stay; returns whether there are any. */
  takeSaved(item: Item, sent: Written, reference: Reference): boolean {
    const kept = draftRows(this.rows);
    const mine = this.written();
    const since = this.fields.filter(
      ({ field, isBetweenWords }) => field && (mine[field] !== sent[field] || isBetweenWords),
    );
    this.#reference = reference;
    this.#said = [];
    this.item = item;
    if (mine.status === sent.status) this.status = item.status;
    if (mine.date === sent.date) this.date = item.date;
    this.meta = { ...item.meta, ...changedKeys(mine.meta, sent.meta) };
    this.others = { ...othersOf(item), ...changedKeys(mine.others, sent.others) };
    this.#layFields();
    for (const { key, tokens } of since) this.fields.find((row) => row.key === key)?.edit(tokens);
    if (mine.content === sent.content) {
      this.workspace.takeSaved(rawOf(item, 'content'));
      if (this.view !== 'blocks') this.html = rawOf(item, 'content');
    }
    this.compare();
    restoreRows(this.rows, { ...kept });
    return !isSame(mine, sent);
  }

  /** Texts that were autosaved but never saved. */
  restore(fields: Dict): void {
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
    for (const row of this.fields) {
      const words = text(row.key);
      if (words !== undefined && words !== row.text) row.edit(textTokens(words));
    }
    const content = text('content');
    if (content !== undefined && content !== this.html) {
      this.html = content;
      this.workspace.setHtml(content);
    }
    this.status = text('status') ?? this.status;
    this.date = text('date') ?? this.date;
    if (typeof fields['meta'] === 'object') this.meta = { ...this.meta, ...fields['meta'] };
    if (typeof fields['others'] === 'object') this.others = { ...this.others, ...fields['others'] };
    restoreRows(this.rows, fields);
  }

  /** Whether any edit differs from the stored state; a filled-in source does not count. */
  hasChanges(): boolean {
    return Object.keys(changesOf(this.item, { ...this.written(), ...this.#ownTexts() })).length > 0;
  }

  /** The texts as edited here: a filled-in source does not count as a change. */
  #ownTexts(): Texts {
    const texts = this.texts();
    return this.workspace.isFilling(texts.content) ? { ...texts, content: rawOf(this.item, 'content') } : texts;
  }

  /** Edited as HTML. A missing text was left out on purpose. */
  #takeHtml(): void {
    const held = new Set(this.workspace.rows.filter(({ target }) => target).map(({ key }) => key));
    this.workspace.setHtml(this.html);
    for (const row of this.workspace.rows) if (!row.target && held.has(row.key)) row.settle();
  }

  /** `known`: rows whose texts stay as edited. */
  #layFields(known: readonly Row[] = []): void {
    const { source, staleness } = this.#reference;
    this.fields = fieldRows(this.item, { source, staleness, known });
  }
}

/** What is stored about its units if it is compared with its source; undefined for any other comparison. */
function marksFor({ source, staleness, isBefore }: Reference): readonly UnitMark[] | undefined {
  return source && staleness && !isBefore && source.id === staleness.source.id ? staleness.marks : undefined;
}

function textTokens(text: string): Token[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}
