// Persists the edits of a document, unit by unit, in the page's own storage on each input: restored however the page ended.
import type { Dict } from '../../../core/types.ts';
import type { Token } from '../../../core/units/tokens.ts';
import { KeptUnits } from '../../lib/typed/kept-units.ts';
import type { Said } from '../../lib/typed/kept-units.ts';
import { thisTab, typedCount } from '../../lib/typed/store.ts';
import type { TypedPlace, TypedStamp, TypedUnit } from '../../lib/typed/store.ts';
import { BASE } from '../../lib/typed/unsaved.svelte.ts';
import type { TypedBase } from '../../lib/typed/unsaved.svelte.ts';
import type { EditorDocument } from './document.svelte.ts';
import type { Item, StoredDraft } from './item.ts';
import type { Row } from './rows/row.svelte.ts';
import { changedKeys, keptBase, othersOf, rawOf } from './texts.ts';

const CONTENT = ' content';
const HTML = ' html';
const FACTS = ' facts';

/** One text, with everything needed to find its place again. */
interface TypedText {
  tokens: readonly Token[];
  text: string;
  marks: string[];
  source: string | null;
  target: string | null;
  isMachine: boolean;
  /** For a text from the memory; texts stored by earlier versions do not have it. */
  memoryScore?: number;
  dropped: readonly number[];
}

/** The storage key of a document, and its description; undefined while its site is unknown. */
export type TypedDescription = TypedPlace & Pick<TypedBase, 'title' | 'item' | 'query'>;

export interface TypedTexts {
  /** Opens the storage and returns its content. */
  read(): Promise<TypedUnit[]>;
  /** Something was typed. */
  note(): void;
  /** It was saved. `isSince`: except for input since then. */
  saved(isSince: boolean): void;
  /** Applies the stored edits. Returns the texts whose place was not found. */
  restore(units: readonly TypedUnit[], fresh: readonly TypedUnit[]): string[];
  /** The newest write, for a draft that contains everything typed so far. */
  stamp(): TypedStamp;
}

/** Persists the edits of a document. `describe` is called on each input: the key may change when the item is created. */
export function typedTexts(document: EditorDocument, describe: () => TypedDescription | undefined): TypedTexts {
  const kept = new KeptUnits();
  const write = (isAll: boolean): void => {
    const now = describe();
    kept.write(now, now && isAll ? unitsOf(document, now) : new Map());
  };
  return {
    read: () => kept.read(describe()),
    note: () => write(true),
    saved: (isSince) => write(isSince),
    restore(units, fresh) {
      kept.take(units);
      return restoreUnits(document, fresh);
    },
    stamp: () => ({ tab: thisTab, count: typedCount() }),
  };
}

/** Whether a draft already contains a unit: it was written by the same page, before the draft. */
export function isInDraft({ tab, count }: TypedStamp, draft: Dict | undefined): boolean {
  const stamp = draft?.['typed'] as Partial<TypedStamp> | undefined;
  return stamp?.tab === tab && count <= (stamp.count ?? 0);
}

/** The stored values that never saved edits are based on: those of this page if it stored them after the draft of the server. */
export function baseOfKept(kept: StoredDraft | undefined, typed: readonly TypedUnit[]): unknown {
  const own = typed.find((unit) => unit.unit === BASE);
  return own && !isInDraft(own, kept?.fields) ? (own.value as TypedBase).base : kept?.fields['base'];
}

function unitsOf(document: EditorDocument, { title, item, query }: TypedDescription): Map<string, Said> {
  const stored = document.item;
  const units = new Map<string, Said>();
  const put = (unit: string, said: unknown, value: () => unknown): void => void units.set(unit, { said, value });
  put(BASE, stored, () => ({ base: keptBase(stored), title, item, query }) satisfies TypedBase);
  const { laid } = document.workspace;
  if (laid !== rawOf(stored, 'content')) put(CONTENT, laid, () => laid);
  if (document.isWhole) put(HTML, document.html, () => document.html);
  const facts = factsOf(document, stored);
  if (facts) put(FACTS, facts, () => JSON.parse(facts));
  for (const row of document.rows) if (row.isTouched) put(row.key, row.tokens, () => typedText(row));
  return units;
}

/** Differences in fields other than texts. */
function factsOf(document: EditorDocument, stored: Item): string | undefined {
  // Not the full edits: this runs on every keystroke, and the content is long.
  const { status, date, meta, others } = document;
  const facts = JSON.stringify({ status, date, meta, others: changedKeys(others, othersOf(stored)) });
  const before = JSON.stringify({ status: stored.status, date: stored.date, meta: stored.meta ?? {}, others: {} });
  return facts === before ? undefined : facts;
}

function typedText({ tokens, text, marks, source, target, isMachine, memoryScore, dropped }: Row): TypedText {
  const raw = { source: source?.raw ?? null, target: target?.raw ?? null };
  return { tokens, text, marks: marks.map(({ name }) => name), ...raw, isMachine, memoryScore, dropped };
}

function restoreUnits(document: EditorDocument, units: readonly TypedUnit[]): string[] {
  const value = (name: string) => units.find(({ unit }) => unit === name)?.value;
  const [content, html, facts] = [value(CONTENT), value(HTML), value(FACTS)];
  const whole = typeof html === 'string' ? html : content;
  document.restore({
    ...(typeof whole === 'string' && { content: whole }),
    ...(typeof facts === 'object' && facts),
  });
  const rows = new Set(document.rows);
  return units.flatMap(({ unit, value: said }) => {
    // The HTML view has the whole content.
    if (unit.startsWith(' ') || unit === BASE) return [];
    const typed = said as TypedText;
    if (typeof html === 'string' && !document.fields.some(({ key }) => key === unit)) return [];
    const row = placeOf(unit, typed, rows);
    if (!row) return [typed.text];
    rows.delete(row);
    type(row, typed);
    return [];
  });
}

/** The row a text was typed into: by its key and its source text, else by its source text alone. */
function placeOf(unit: string, { source, target }: TypedText, rows: ReadonlySet<Row>): Row | undefined {
  const all = [...rows];
  const isSource = (row: Row): boolean => (row.source?.raw ?? null) === source;
  const isTarget = (row: Row): boolean => (row.target?.raw ?? null) === target;
  const own = all.find(({ key }) => key === unit);
  if (own && (own.field !== undefined || isTarget(own) || (isSource(own) && source !== null))) return own;
  return (
    all.find((row) => isSource(row) && isTarget(row) && row.field === undefined) ??
    all.find((row) => source !== null && isSource(row) && row.field === undefined) ??
    (source === null ? own : undefined)
  );
}

function type(row: Row, { tokens, text, marks, isMachine, memoryScore = 0, dropped }: TypedText): void {
  const isSame = row.marks.length === marks.length && row.marks.every(({ name }, at) => name === marks[at]);
  row.edit(isSame ? tokens : [{ kind: 'text', text }], isMachine);
  if (isMachine) row.memoryScore = memoryScore;
  if (isSame) row.dropped = dropped;
}
