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

/** How far a row is: `update`, the source says something else; `missing`, nothing there or the words of the source; `machine`, as a machine wrote it. */
export type RowState = 'done' | 'update' | 'missing' | 'machine';

/** A text of a field that is not content, as a row. */
export type FieldName = 'title' | 'slug' | 'excerpt';

export interface RowParts {
  source: Segment | undefined;
  target: Segment | undefined;
  before: Segment | undefined;
  change: Change;
}

/** One text of the source beside one of the translation. It stays the same object while both are put together anew. */
export class Row {
  /** `title`, `s12` (a text of the source), `t3` (a text only the translation has). */
  readonly key: string;
  readonly field: FieldName | undefined;
  source = $state.raw<Segment | undefined>();
  target = $state.raw<Segment | undefined>();
  before = $state.raw<Segment | undefined>();
  change = $state.raw<Change>('same');
  tokens = $state.raw<readonly Token[]>([]);
  /** Edited since the texts were last put together. */
  isTouched = $state(false);
  /** Edited, or said to be right, since the source changed. */
  isSettled = $state(false);
  /** The words of the source, filled in or copied, and nobody wrote over them or kept them on purpose yet. */
  isFilled = $state(false);
  /** Says what a machine wrote, or the memory for a text that is not the same, and nobody has found it right yet. */
  isMachine = $state(false);
  /** How like its source the text was whose translation it says, in percent, as long as `isMachine`; 0 for one of a machine. */
  memoryScore = $state(0);
  isTranslating = $state(false);
  /** Why the machine wrote nothing: the key of a message, which is shown in the language of the window, or what it answered. */
  machineFault = $state('');
  /** What it lost of its source was left out on purpose. */
  isLostOnPurpose = $state(false);
  /** An address that may be changed now. */
  isUnlocked = $state(false);
  dropped = $state.raw<readonly number[]>([]);
  /** Where both sides are in one language, the same words are right. */
  isOneLanguage = false;
  /** What the source said when the translation was confirmed is known. */
  isKnown = false;

  constructor(key: string, parts: RowParts, field?: FieldName) {
    this.key = key;
    this.field = field;
    this.take(parts);
    this.isFilled = false;
  }

  /** What it is a row of: of the translation, else of the source. */
  segment = $derived(this.target ?? this.source);
  marks: readonly Mark[] = $derived(this.segment?.marks ?? []);
  text = $derived(plainText(this.tokens, this.marks));
  isLink = $derived(this.segment?.kind === 'link');
  isChanged = $derived(this.change === 'changed' && !this.isSettled);
  /** The source changed it, or has it only since the translation was right. */
  isToUpdate = $derived.by(() => this.isChanged || (this.change === 'added' && this.state === 'missing'));
  /** Left out: the source had it when the translation was confirmed, or somebody said so since. */
  isOmitted = $derived.by(() => {
    const { source, before, target, isTouched, isSettled, isKnown } = this;
    const isAbsent = target === undefined || (this.field === 'excerpt' && this.isEmpty);
    if (!source || !isAbsent || isTouched) return false;
    return isSettled || !isKnown || (before !== undefined && unitText(before) === unitText(source));
  });
  /** Marks that the text lacks, or that stand around nothing here and around words in the source. */
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
    // Without a source to follow, an article needs no excerpt, and an empty paragraph waits for nothing.
    if (this.source === undefined) return this.field === 'title' || !this.isEmpty;
    return hasWords(plainText(this.source.tokens, this.source.marks));
  });
  /** Says only what the source says. */
  isUntranslated = $derived.by(() => {
    const { source, isFilled, isOneLanguage } = this;
    if (!source || !this.counts || this.isSettled) return false;
    return isUntranslated({ source, target: this }, { isFilled, isOneLanguage });
  });
  /** Its text is that of the source until somebody writes. */
  showsSource = $derived(this.isUntranslated && !this.isEmpty);
  /** Line ends are part of the text. */
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
  /** Words of the changed source that can be put into the translation as they are. */
  applicable = $derived.by(() =>
    this.isChanged && this.before && this.source ? findWordChanges(this.before, this.source, this.tokens) : [],
  );

  /** Another place in the content; texts that are being written stay. */
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

  /** Written, with a blank at an end: more is to come there, and what is stored lacks that blank. */
  get isBetweenWords(): boolean {
    return this.isTouched && this.target !== undefined && this.text !== this.text.trim();
  }

  /** Takes over what was known of this text before both sides were put together anew. */
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

  /** The words of the source are filled in here, if they are what it says. */
  fill(): void {
    this.isFilled = this.saysTheSame;
  }

  /** A person wrote something, or a machine did. */
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

  /** A translation a machine made of the source; false when its marks are not those of the source, and nothing is changed then. */
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

  /** A person found right what is there. */
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

  /** The words of the source, in the marks of the translation. */
  copySource(): void {
    if (!this.source) return;
    const tokens = this.target ? carryTokens(this.source.tokens, this.source, this.target).tokens : this.source.tokens;
    this.edit(tokens);
    this.isSettled = false;
    this.fill();
  }

  /** What of the change can be done by itself. */
  applyWords(): void {
    this.edit(applyWordChanges(this.tokens, this.applicable));
  }

  /** Gives up marks on purpose; the words in them stay. */
  drop(marks: readonly Mark[]): void {
    this.dropped = [...this.dropped, ...marks.map(({ id }) => id)];
    this.edit(this.tokens.filter((token) => token.kind === 'text' || !this.dropped.includes(token.mark)));
    this.isTouched = true;
    this.isLostOnPurpose = true;
  }

  /** Its words are those of the source. */
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

/** Numbers of the marks that stand around nothing. */
function emptyPairs(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    return token.kind === 'open' && next?.kind === 'close' && next.mark === token.mark ? [token.mark] : [];
  });
}

/** A block of the source beside one of the translation, with its rows. */
export interface RowBlock {
  key: string;
  /** Its place in the alignment. */
  index: number;
  pair: BlockPair;
  rows: Row[];
}
