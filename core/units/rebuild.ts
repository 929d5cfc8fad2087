import { writeTokens } from './builder.ts';
import type { Content, TopBlock } from './content.ts';
import { repairTokens } from './repair.ts';
import type { MarkFault } from './repair.ts';
import { skeletonOf } from './skeleton.ts';
import { joinTexts, plainText, sameTokens } from './tokens.ts';
import type { Mark, Piece, Segment, Token } from './tokens.ts';

/** The new text of a row. */
export interface Edit {
  tokens: readonly Token[];
  /** Marks removed on purpose. */
  dropped?: readonly number[];
  /** Allows changing a locked row (`Segment.isLocked`). */
  isOnPurpose?: boolean;
}

/** New texts by row: `Segment.id`. Other rows stay as they are. */
export type Edits = ReadonlyMap<number, Edit>;

/**
 * An edit that was not applied as given. `locked`: the row stays as it was. `structure`: it would have changed more than text.
 */
export type RowFault = { segment: number } & (MarkFault | { kind: 'locked' | 'structure' });

export interface Rebuilt {
  html: string;
  /** Empty if every row was applied as given. Marks were restored or removed; texts are never lost. */
  faults: RowFault[];
}

/**
 * Puts texts into the structure of a content. Without a change the result is the same, byte for byte. Blocks, their order and
 * nesting, attributes, tags and shortcodes never change, whatever the texts are: the result is parsed again to verify it.
 */
export function rebuild(content: Content, edits: Edits): Rebuilt {
  const { html, faults } = rebuildPart(content, content.blocks, edits);
  return { html: content.lead + html, faults };
}

/** The same for some of the blocks. */
export function rebuildPart(content: Content, blocks: readonly TopBlock[], edits: Edits): Rebuilt {
  const { rows, faults } = accept(content, blocks, edits);
  const print = (given: Rows) => {
    const printer: Printer = { content, rows: given, printed: new Map() };
    return blocks.map(({ pieces, after }) => printPieces(printer, pieces) + after).join('');
  };
  const html = print(rows);
  if (rows.size === 0 || isSafe(html, print(sample(content, rows)))) return { html, faults };
  return { html: print(safeRows(content, rows, { print, faults })), faults };
}

type Rows = Map<number, Edit>;

interface Printer {
  content: Content;
  rows: Rows;
  printed: Map<string, string>;
}

/** The rows that actually change, with their marks corrected. */
function accept(content: Content, blocks: readonly TopBlock[], edits: Edits): { rows: Rows; faults: RowFault[] } {
  const faults: RowFault[] = [];
  const rows: Rows = new Map();
  const inside = new Set(blocks.flatMap(({ segments }) => segments));
  for (const [id, edit] of edits) {
    const segment = content.segments[id];
    if (!segment || !inside.has(id)) continue;
    const given = joinTexts(edit.tokens);
    if (sameTokens(given, segment.tokens)) continue;
    if (segment.isLocked && edit.isOnPurpose !== true) {
      faults.push({ segment: id, kind: 'locked' });
      continue;
    }
    const repaired = repairTokens(segment, given, edit.dropped);
    faults.push(...repaired.faults.map((fault) => ({ segment: id, ...fault })));
    const tokens = repaired.tokens.map((token) =>
      token.kind === 'text' ? { ...token, text: tidy(token.text, segment) } : token,
    );
    if (!sameTokens(tokens, segment.tokens)) rows.set(id, { ...edit, tokens });
  }
  return { rows, faults };
}

/** A blank line in running text would end the paragraph; characters that are not allowed in documents are removed everywhere. */
function tidy(text: string, { form, kind }: Segment): string {
  // oxlint-disable-next-line no-control-regex -- exactly these may stand in no document
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  if (form === 'attribute' || form === 'bare attribute') return clean.replace(/\s*\n\s*/g, ' ');
  if (form !== 'html' || ['code', 'preformatted', 'verse'].includes(kind)) return clean;
  return clean.replace(/\r\n?/g, '\n').replace(/\n\s*\n/g, '\n');
}

function printPieces(printer: Printer, pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : printSlot(printer, piece))).join('');
}

function printSlot(printer: Printer, { segment: id, form, raw }: Exclude<Piece, string>): string {
  const segment = printer.content.segments[id];
  const row = printer.rows.get(id);
  const owned = (segment?.marks ?? []).flatMap(({ open }) => open).filter((piece) => typeof piece !== 'string');
  if (!segment || (!row && !owned.some((slot) => printer.rows.has(slot.segment)))) return raw;
  const tokens = row?.tokens ?? segment.tokens;
  const print = (token: Exclude<Token, { kind: 'text' }>) =>
    form === 'json text'
      ? plainText([token], segment.marks)
      : printMark(printer, segment.marks[token.mark], token.kind);
  return writeTokens(tokens, form, print, segment.written);
}

function printMark(printer: Printer, mark: Mark | undefined, kind: 'open' | 'close' | 'single'): string {
  if (!mark) return '';
  return kind === 'close' ? mark.close : printPieces(printer, mark.open);
}

/** The same rows with a letter for each text: the expected structure. */
function sample(content: Content, rows: Rows): Rows {
  return new Map(
    [...rows].map(([id, edit]) => {
      const isText = content.segments[id]?.form !== 'html' || edit.tokens.some(({ kind }) => kind === 'text');
      const tokens = edit.tokens.map((token): Token => (token.kind === 'text' ? { kind: 'text', text: 'x' } : token));
      return [id, { ...edit, tokens: isText ? tokens : edit.tokens }];
    }),
  );
}

function isSafe(html: string, expected: string): boolean {
  return skeletonOf(html) === skeletonOf(expected);
}

/** Leaves out rows that would change the structure. No such case is known; rejecting a text is better than breaking a page. */
function safeRows(content: Content, rows: Rows, of: { print: (rows: Rows) => string; faults: RowFault[] }): Rows {
  const safe: Rows = new Map();
  for (const [id, edit] of rows) {
    const tried: Rows = new Map([...safe, [id, edit]]);
    if (isSafe(of.print(tried), of.print(sample(content, tried)))) safe.set(id, edit);
    else of.faults.push({ segment: id, kind: 'structure' });
  }
  return safe;
}
