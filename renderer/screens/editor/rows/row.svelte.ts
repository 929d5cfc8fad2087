import type { BlockPair, Change } from '../../../../core/units/align.ts';
import { applyWordChanges, findWordChanges } from '../../../../core/units/apply-words.ts';
import { carryTokens } from '../../../../core/units/apply-structure.ts';
import { findLost } from '../../../../core/units/checks/findings.ts';
import type { Finding } from '../../../../core/units/checks/findings.ts';
import { fromMarked } from '../../../../core/units/marked.ts';
import { checkTokens } from '../../../../core/units/repair.ts';
import { plainText, sameTokens } from '../../../../core/units/tokens.ts';
import type { Mark, Segment, Token } from '../../../../core/units/tokens.ts';
import { isUntranslated } from '../../../../core/units/states/judge.ts';
import { hasWords } from '../../../../core/units/states/words.ts';
import { unitText } from '../../../../core/units/states/unit-text.ts';

/**
 * The state of a row: `update`, the source changed; `missing`, empty or the words of the source; `machine`, as machine
 * translated.
 */
export type RowState = 'done' | 'update' | 'missing' | 'machine';

/** A text of a field outside the content, as a row. */
export type FieldName = 'title' | 'slug' | 'excerpt';

export interface RowParts {
  source: Segment | undefined;
  target: Segment | undefined;
  before: Segment | undefined;
  change: Change;
}

/** A text of the source next to one of the translation. The object stays the same when both are realigned. */
export class Row {
  /** `title`, `s12` (a text of the source), `t3` (a text only the translation has). */
  readonly key: string;
  readonly field: FieldName | undefined;
  source = $state.raw<Segment | undefined>();
  target = $state.raw<Segment | undefined>();
  before = $state.raw<Segment | undefined>();
  change = $state.raw<Change>('same');
  tokens = $state.raw<readonly Token[]>([]);
  /** Edited since the last alignment. */
  isTouched = $state(false);
  /** Edited, or marked as right, since the source changed. */
  isSettled = $state(false);
  /** Words of the source, filled in or copied, and neither edited nor kept on purpose yet. */
  isFilled = $state(false);
  /** Machine translated, or an inexact match of the memory, and not confirmed yet. */
  isMachine = $state(false);
  /** The score of the match its text comes from, in percent, while `isMachine`; 0 for machine translation. */
  memoryScore = $state(0);
  isTranslating = $state(false);
  /** Why machine translation failed: a message key, shown in the language of the interface, or the provider's answer. */
  machineFault = $state('');
  /** What it lacks of its source was omitted on purpose. */
  isLostOnPurpose = $state(false);
  /** An address that may be edited now. */
  isUnlocked = $state(false);
  dropped = $state.raw<readonly number[]>([]);
  /** If both sides are in one language, the same words are right. */
  isOneLanguage = false;
  /** The source text at the time of confirmation is known. */
  isKnown = false;

  constructor(key: string, parts: RowParts, field?: FieldName) {
    this.key = key;
    this.field = field;
    this.take(parts);
    this.isFilled = false;
  }

  /** The row it belongs to: of the translation, else of the source. */
  segment = $derived(this.target ?? this.source);
  marks: readonly Mark[] = $derived(this.segment?.marks ?? []);
  text = $derived(plainText(this.tokens, this.marks));
  isLink = $derived(this.segment?.kind === 'link');
  isChanged = $derived(this.change === 'changed' && !this.isSettled);
  /** The source changed it, or added it, since the confirmation. */
  isToUpdate = $derived.by(() => this.isChanged || (this.change === 'added' && this.state === 'missing'));
  /** Omitted: the source had it at the time of confirmation, or it was marked so since. */
  isOmitted = $derived.by(() => {
    const { source, before, target, isTouched, isSettled, isKnown } = this;
    const isAbsent = target === undefined || (this.field === 'excerpt' && this.isEmpty);
    if (!source || !isAbsent || isTouched) return false;
    return isSettled || !isKnown || (before !== undefined && unitText(before) === unitText(source));
  });
  /** Marks that the text lacks, or that are empty here but enclose words in the source. */
  faults: readonly Mark[] = $derived.by(() => {
    if (!this.segment || this.tokens.length === 0) return [];
    const wrong = this.isTouched ? checkTokens(this.segment, this.tokens, this.dropped).map(({ mark }) => mark) : [];
    const found = [...wrong.filter(({ kind }) => kind !== 'entity'), ...this.#emptyMarks()];
    return [...new Map(found.map((mark) => [mark.id, mark])).values()];
  });
  isEmpty = $derived(this.text.trim() === '' && !this.tokens.some((token) => token.kind === 'single'));
  /** Counts in the progress. */
  counts = $derived.by(() => {
    if (this.isLink || this.field === 'slug' || this.change === 'own' || this.isOmitted) return false;
    // Without a source, an article needs no excerpt, and an empty paragraph needs no attention.
    if (this.source === undefined) return this.field === 'title' || !this.isEmpty;
    return hasWords(plainText(this.source.tokens, this.source.marks));
  });
  /** Shows only the words of its source. */
  isUntranslated = $derived.by(() => {
    const { source, isFilled, isOneLanguage } = this;
    if (!source || !this.counts || this.isSettled) return false;
    return isUntranslated({ source, target: this }, { isFilled, isOneLanguage });
  });
  /** Shows the text of the source until something is typed. */
  showsSource = $derived(this.isUntranslated && !this.isEmpty);
  /** Line breaks are part of the text. */
  keepsLines = $derived(['code', 'preformatted', 'verse'].includes(this.segment?.kind ?? ''));
  state: RowState = $derived.by(() => {
    if (!this.counts) return 'done';
    if (this.isEmpty || this.isUntranslated) return 'missing';
    if (this.isMachine) return 'machine';
    return this.isChanged ? 'update' : 'done';
  });
  /** Placeholders and shortcodes of the source that a translated text lacks. */
  lost: readonly Finding[] = $derived.by(() => {
    const { source, isLostOnPurpose, isEmpty, isUntranslated, isLink } = this;
    return !source || isLostOnPurpose || isEmpty || isUntranslated || isLink ? [] : findLost(source, this);
  });
  /** Words of the changed source that can be applied to the translation as it is. */
  applicable = $derived.by(() =>
    this.isChanged && this.before && this.source ? findWordChanges(this.before, this.source, this.tokens) : [],
  );

  /** Moves it to another place in the content; texts being edited stay. */
  take({ source, target, before, change }: RowParts): void {
    this.source = source;
    this.before = before;
    this.change = change;
    const isPending = !target && this.isTouched;
    const hasCome = !this.target && !this.isTouched;
    this.target = target;
    if (isPending) return;
    this.isTouched = false;
    if (sameTokens(this.tokens, target?.tokens ?? [])) return;
    this.tokens = target?.tokens ?? [];
    this.isFilled = hasCome && this.saysTheSame;
  }

  /** Edited, with a space at an end: more will be typed there, and the stored text lacks that space. */
  get isBetweenWords(): boolean {
    return this.isTouched && this.target !== undefined && this.text !== this.text.trim();
  }

  /** Adopts the facts known about this text before both sides were realigned. */
  follow(before: Row): void {
    if (before.source?.raw !== this.source?.raw) return;
    this.isSettled = before.isSettled;
    this.isLostOnPurpose = before.isLostOnPurpose;
    this.isMachine = before.isMachine && !this.isEmpty;
    this.memoryScore = before.memoryScore;
    const hasCome = !before.target && !before.isTouched;
    if (this.isSettled) this.isFilled = false;
    else if (before.isFilled || hasCome) this.fill();
  }

  /** Marks the words of the source as filled in, if it shows them. */
  fill(): void {
    this.isFilled = this.saysTheSame;
  }

  /** Sets the text, typed or machine translated. */
  edit(tokens: readonly Token[], isMachine = false): void {
    if (sameTokens(tokens, this.tokens)) return;
    this.tokens = tokens;
    this.isTouched = true;
    this.isSettled = true;
    this.isFilled = false;
    this.isMachine = isMachine;
    this.memoryScore = 0;
    this.machineFault = '';
  }

  /** Sets a machine translation of the source; returns false and changes nothing if its marks do not match. */
  takeMachine(text: string): boolean {
    const { source, target } = this;
    const made = source && fromMarked(text, source);
    if (!source || !made) return false;
    const { tokens, faults } = target ? carryTokens(made, source, target) : { tokens: made, faults: [] };
    if (faults.some(({ mark }) => mark.kind !== 'entity')) return false;
    this.edit(tokens, true);
    this.isSettled = true;
    this.isFilled = false;
    this.isMachine = true;
    this.machineFault = '';
    return true;
  }

  /** Confirms the current text. */
  settle(): void {
    this.isSettled = true;
    this.isFilled = false;
    this.isMachine = false;
  }

  /** Empty on purpose. */
  clear(): void {
    this.edit([]);
    this.isSettled = true;
  }

  /** Copies the words of the source, with the marks of the translation. */
  copySource(): void {
    if (!this.source) return;
    const tokens = this.target ? carryTokens(this.source.tokens, this.source, this.target).tokens : this.source.tokens;
    this.edit(tokens);
    this.isSettled = false;
    this.fill();
  }

  /** Applies what can be applied of the change automatically. */
  applyWords(): void {
    this.edit(applyWordChanges(this.tokens, this.applicable));
  }

  /** Omits marks on purpose; the words in them stay. */
  drop(marks: readonly Mark[]): void {
    this.dropped = [...this.dropped, ...marks.map(({ id }) => id)];
    this.edit(this.tokens.filter((token) => token.kind === 'text' || !this.dropped.includes(token.mark)));
    this.isTouched = true;
    this.isLostOnPurpose = true;
  }

  /** Shows the words of the source. */
  get saysTheSame(): boolean {
    return this.source !== undefined && this.text === plainText(this.source.tokens, this.source.marks);
  }

  #emptyMarks(): Mark[] {
    const usual = new Set(emptyPairs(this.source?.tokens ?? []).map((id) => this.source?.marks[id]?.name));
    return emptyPairs(this.tokens).flatMap((id) => {
      const mark = this.marks[id];
      return mark && this.source && !usual.has(mark.name) ? [mark] : [];
    });
  }
}

/** Ids of the empty marks. */
function emptyPairs(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    return token.kind === 'open' && next?.kind === 'close' && next.mark === token.mark ? [token.mark] : [];
  });
}

/** A block of the source next to one of the translation, with its rows. */
export interface RowBlock {
  key: string;
  /** Its index in the alignment. */
  index: number;
  pair: BlockPair;
  rows: Row[];
}
