import type { Outcome } from '../../../lib/import-run.svelte.ts';
import { readMarked } from '../../../../core/units/marked-text.ts';
import { isMessage, t } from '../../../lib/messages/messages.svelte.ts';
import type { ReviewLine } from '../review-lines.ts';
import { nameOfField, nameOfOne } from '../../../lib/review/names.ts';

/** The location of a text: "Post · paragraph". */
export function placeOf({ type, unit, fields }: ReviewLine): string {
  const what = unit?.what ?? '';
  const key = `editor.kind.${what.replaceAll(' ', '-')}`;
  const field = fields[0] === 'content' || fields[0] === 'meta' ? what : (fields[0] ?? what);
  const named = isMessage(key) ? t(key, { level: '', name: '' }).trim() : field && nameOfField(field);
  return [type && nameOfOne(type), named, unit?.text && `\u2068${unit.text}\u2069`].filter(Boolean).join(' · ');
}

type Change = NonNullable<NonNullable<ReviewLine['unit']>['change']>;

/** How a source changed since the file was sent: "300 → 400", "2 words". */
export function changeWords({ kind, count, from, to }: Change): string {
  if (kind === 'number' && from !== '') return t('transfer.handoff.change.numbers', { from, to });
  return t(`transfer.handoff.change.${kind}`, { count });
}

/** The items of a text: "Post #812 → French #1190"; "" for strings. */
export function itemsOf({ type, id, unit }: ReviewLine, language: string): string {
  if (!unit?.source_id) return '';
  const params = { type: nameOfOne(type), source: String(unit.source_id), language, id: String(id) };
  return t(id === 0 ? 'transfer.handoff.item.new' : 'transfer.handoff.item', params);
}

/** A marked text without its marks. */
export function plainOf(marked: string): string {
  const pieces = readMarked(marked) ?? [{ kind: 'text' as const, text: marked }];
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'single' ? ' ' : '')).join('');
}

/** What can become of a text: taken from the file, left as it is, or kept for the memory only. */
export type Choice = 'file' | 'mine' | 'memory';

/** The choices of a text in the order of their number keys. */
export const choicesOf = (outcome: Outcome): Choice[] =>
  outcome === 'stale' ? ['memory', 'file', 'mine'] : ['mine', 'file'];

/** The outcomes whose choices have words of their own. */
export const kindOf = (outcome: Outcome): 'stale' | 'conflict' | 'marks' | 'ready' =>
  outcome === 'stale' || outcome === 'conflict' || outcome === 'marks' ? outcome : 'ready';

/** The label of a choice, the same next to the text and in the status bar. */
export const choiceLabel = (outcome: Outcome, choice: Choice): string =>
  choice === 'memory' ? t('transfer.handoff.memory') : t(`transfer.handoff.${kindOf(outcome)}.${choice}`);
