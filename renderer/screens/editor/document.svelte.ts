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

/** How the translation is shown: its texts as rows, or all of it as a document or as HTML; `history`: what was changed of it. */
export type View = 'blocks' | 'write' | 'html' | 'page' | 'preview' | 'history';

/** What a version is compared with. */
export interface Reference {
  source: Item | undefined;
  staleness: Staleness | undefined;
  /** The source as it was when the translation was confirmed, not as it is. */
  isBefore: boolean;
  /** It is not stored: it begins as the whole of its source. */
  isNew: boolean;
}

/** A version as it is stored, and what a person has written into it since. */
export class EditorDocument {
  readonly workspace = new Workspace();
  /** As it is stored. */
  item = $state.raw<Item>() as Item;
  fields = $state.raw<readonly Row[]>([]);
  view = $state<View>('blocks');
  /** The content of the views that show it as a whole; it always wins. */
  html = $state('');
  status = $state('draft');
  date = $state('');
  meta = $state<Record<string, unknown>>({});
  /** All else that is stored of it: author, picture, parent, terms. */
  others = $state.raw<Record<string, unknown>>({});
  /** What was said about its units, as far as it is compared with its source. */
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
  /** All of the content is written at once, not its rows. */
  isWhole = $derived(this.view === 'html' || this.view === 'write');

  /** The texts as they are written now. */
  texts(): Texts {
    const field = (name: FieldName) => this.fields.find((row) => row.field === name)?.text ?? '';
    const content = this.isWhole ? this.html : this.workspace.html();
    return { title: field('title'), slug: field('slug'), excerpt: field('excerpt'), content };
  }

  /** All that a save sends, as it is written now. */
  written(): Written {
    const { status, date, others } = this;
    return { ...this.texts(), status, date, others, meta: $state.snapshot(this.meta) };
  }

  /** What holds a publication because of a text, besides its marks; a published one that nobody touched was found right as it is. */
  findingsOf(row: Row): readonly Finding[] {
    return this.isDraft || row.isTouched || row.isChanged ? row.lost : [];
  }

  /** What of it differs from what is stored. */
  changes(): Dict {
    return changesOf(this.item, this.written());
  }

  /** Another view; what was written in the one before counts. */
  show(view: View): void {
    if (view === this.view) return;
    if (this.isWhole && this.html !== this.workspace.html()) this.#takeHtml();
    this.html = this.workspace.html();
    this.view = view;
  }

  /** An item as it is stored, in the place of all that was written. */
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

  /** What was written, beside this or, left out, beside what it stood before. */
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

  /** How a block is built, and its texts, are right as they are. */
  leaveBlock(block: RowBlock): void {
    const mark = markOfBlock(block.pair, this.marks);
    if (mark) this.#said = [...this.#said, mark];
    for (const row of rowsToSettle(block)) row.settle();
    this.marks = indexMarks([...(marksFor(this.#reference) ?? []), ...this.#said]);
  }

  /** What a save stores of what was said; nothing where another version is beside it than its source. */
  saidMarks(): UnitMark[] {
    const known = marksFor(this.#reference);
    return known ? [...marksOfRows(this.rows, indexMarks(known)), ...this.#said] : [];
  }

  /** The fields that were changed here and, by somebody else, to something else. */
  conflictsWith(now: Item): FieldConflict[] {
    return conflictsOf(
      { ...this.written(), ...this.#ownTexts() },
      { base: writtenOf(this.item), theirs: writtenOf(now) },
    );
  }

  /** Another stored state under what was written, with some fields as they are there. */
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

  /** Puts another stored state under what was written: texts that were not touched follow. */
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

  /** The number and all else of an item that came into being under what was written; its texts are still to be merged. */
  adopt(item: Item): void {
    const { title, slug, content, excerpt } = this.item;
    this.others = { ...othersOf(item), ...changedKeys(this.others, othersOf(this.item)) };
    this.item = { ...item, title, slug, ...(content && { content }), ...(excerpt && { excerpt }) };
  }

  /** What is stored after a save. What was written since it was `sent` stays; whether there is any. */
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

  /** Texts that were kept and never saved. */
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

  /** Whether anything of what was written differs from what is stored; a source that was only filled in does not. */
  hasChanges(): boolean {
    return Object.keys(changesOf(this.item, { ...this.written(), ...this.#ownTexts() })).length > 0;
  }

  /** The texts as they were changed here: a source that was only filled in is not a change. */
  #ownTexts(): Texts {
    const texts = this.texts();
    return this.workspace.isFilling(texts.content) ? { ...texts, content: rawOf(this.item, 'content') } : texts;
  }

  /** What was written as HTML. A missing text was left out on purpose. */
  #takeHtml(): void {
    const held = new Set(this.workspace.rows.filter(({ target }) => target).map(({ key }) => key));
    this.workspace.setHtml(this.html);
    for (const row of this.workspace.rows) if (!row.target && held.has(row.key)) row.settle();
  }

  /** `known`: rows whose texts stay as they were written. */
  #layFields(known: readonly Row[] = []): void {
    const { source, staleness } = this.#reference;
    this.fields = fieldRows(this.item, { source, staleness, known });
  }
}

/** What is stored about its units where it stands beside its source; undefined beside anything else. */
function marksFor({ source, staleness, isBefore }: Reference): readonly UnitMark[] | undefined {
  return source && staleness && !isBefore && source.id === staleness.source.id ? staleness.marks : undefined;
}

function textTokens(text: string): Token[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}
