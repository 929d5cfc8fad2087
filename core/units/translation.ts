// A translation next to its source: its initial content, and the texts a person entered.
import { align } from './align.ts';
import type { Alignment } from './align.ts';
import { applyStructure } from './apply-structure.ts';
import { readContent } from './content.ts';
import { rebuild } from './rebuild.ts';
import type { Edit } from './rebuild.ts';
import type { Segment } from './tokens.ts';

/** Identifies a row while its source stays the same: `s12` (a text of the source), `t3` (a text only the translation has). */
export const rowKey = ({ source, target }: { source?: Segment | undefined; target?: Segment | undefined }): string =>
  source ? `s${source.id}` : `t${target?.id ?? -1}`;

/** The initial content of a new translation: its complete source, so that no block is ever left out. */
export const fillFrom = (source: string, target: string): string => (isBlank(target) ? source : target);

/** Whether a content is still empty. */
export const isBlank = (html: string): boolean => html.trim() === '';

/**
 * The content of the translation with these texts, by row key. A block it does not have yet is added whole, with the source text
 * for rows without a new one; every other block stays as it is.
 */
export function writeTranslation(alignment: Alignment, edits: ReadonlyMap<string, Edit>): string {
  const { source, target, before } = alignment;
  const html = writeRows(alignment, edits);
  const rows = alignment.blocks.flatMap((block) => block.rows);
  const missing = new Set(rows.filter((row) => !row.target && edits.has(rowKey(row))).map(rowKey));
  if (missing.size === 0) return html;
  const written = html === target.html ? alignment : align(source, readContent(html), before);
  const chosen = written.blocks.flatMap((block, index) =>
    block.rows.some((row) => missing.has(rowKey(row))) ? index : [],
  );
  const carried = align(source, readContent(applyStructure(written, new Set(chosen)).html), before);
  return writeRows(carried, new Map([...edits].filter(([key]) => missing.has(key))));
}

function writeRows({ target, blocks }: Alignment, edits: ReadonlyMap<string, Edit>): string {
  const byPlace = new Map<number, Edit>();
  for (const { source, target: row } of blocks.flatMap(({ rows }) => rows)) {
    const edit = row && edits.get(rowKey({ source, target: row }));
    if (edit) byPlace.set(row.id, edit);
  }
  return byPlace.size === 0 ? target.html : rebuild(target, byPlace).html;
}
