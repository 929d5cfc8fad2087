// Restores one text of a content to its state before a change, within the current content.
import { align } from '../align.ts';
import { carryTokens } from '../apply-structure.ts';
import { readContent } from '../content.ts';
import { rebuild } from '../rebuild.ts';
import { plainText } from '../tokens.ts';
import type { Segment } from '../tokens.ts';

/**
 * The result. `unknown`: the change left no such text, or there was none before. `changed`: its text or formatting has changed
 * since.
 */
export type TakenBack =
  | { kind: 'done'; html: string }
  | { kind: 'unknown' }
  | { kind: 'changed'; now: string | null; then: string };

/**
 * Restores one text, and leaves all others as they are. A text is identified by its content and its occurrence number, wherever
 * it is now.
 * @param unit its index in the content that the change left, from 0
 */
export function takeBackText(
  { before, left, now }: { before: string; left: string; now: string },
  unit: number,
): TakenBack {
  const [then, today] = [readContent(left), readContent(now)];
  const own = then.segments[unit];
  const rows = align(then, readContent(before)).blocks.flatMap((block) => block.rows);
  const old = rows.find(({ source }) => source?.id === unit)?.target;
  if (!own || !old) return { kind: 'unknown' };
  const same = (all: readonly Segment[]): Segment[] =>
    all.filter(({ raw, form }) => raw === own.raw && form === own.form);
  const found = same(today.segments);
  const target = found[same(then.segments).indexOf(own)];
  const text = (segment: Segment | undefined): string | null =>
    segment ? plainText(segment.tokens, segment.marks) : null;
  const changed = { kind: 'changed', now: text(target ?? today.segments[unit]), then: text(own) ?? '' } as const;
  if (!target || found.length !== same(then.segments).length) return changed;
  const { tokens, faults } = carryTokens(old.tokens, old, target);
  if (faults.some(({ mark }) => mark.kind !== 'entity')) return changed;
  const made = rebuild(today, new Map([[target.id, { tokens, isOnPurpose: true }]]));
  return made.faults.length > 0 ? changed : { kind: 'done', html: made.html };
}
