// What is typed into a document, unit by unit, in the page's own storage with each input: it comes back after whatever ends the page.
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

/** One text, with all that finds its place again. */
interface TypedText {
  tokens: readonly Token[];
  text: string;
  marks: string[];
  source: string | null;
  target: string | null;
  isMachine: boolean;
  /** Of a text of the memory; texts kept by earlier versions have none. */
  memoryScore?: number;
  dropped: readonly number[];
}

/** Where a document is kept, and what is said of it; undefined while its site is not known. */
export type TypedDescription = TypedPlace & Pick<TypedBase, 'title' | 'item' | 'query'>;

export interface TypedTexts {
  /** Opens the storage, and answers what lies in it. */
  read(): Promise<TypedUnit[]>;
  /** Something was typed. */
  note(): void;
  /** It was saved. `isSince`: but for what was typed since. */
  saved(isSince: boolean): void;
  /** Puts what lies there over what is stored. Texts whose place is not found any more. */
  restore(units: readonly TypedUnit[], fresh: readonly TypedUnit[]): string[];
  /** The newest write, for a draft that holds all that was typed until now. */
  stamp(): TypedStamp;
}

/** Keeps what is typed into a document. `describe` is asked with each input: the place may change when the item comes into being. */
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

/** Whether a draft holds a unit already: it was written by the same page, and before it. */
export function isInDraft({ tab, count }: TypedStamp, draft: Dict | undefined): boolean {
  const stamp = draft?.['typed'] as Partial<TypedStamp> | undefined;
  return stamp?.tab === tab && count <= (stamp.count ?? 0);
}

/** What texts were written over that were never saved: what the page says, where it wrote that after the draft of the server. */
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

/** What is not text, where it differs. */
function factsOf(document: EditorDocument, stored: Item): string | undefined {
  // Not all that was written: this is asked at every letter, and the content is long.
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
    // The HTML view says all of the content.
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

/** The row a text was written into: by its name and what it stood for, else by what it stood for alone. */
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
