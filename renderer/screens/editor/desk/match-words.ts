// Descriptions of a match of the memory.
import { keepsMarks } from '../../../../core/units/marked-text.ts';
import { toMarked } from '../../../../core/units/marked.ts';
import { plainOfMarked } from '../../../../core/units/memory/analyse.ts';
import { formatList, t, uiLocale } from '../../../lib/messages/messages.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import type { Match } from './memory.svelte.ts';

/** How it differs: "Other words, other formatting". */
export function noteOf(match: Pick<Match, 'score' | 'kind' | 'source' | 'diff'>, row: Row | undefined): string {
  if (match.score > 100) return t('desk.match.place');
  if (match.kind === 'exact') return t('desk.match.same');
  if (match.kind === 'parts') return t('desk.match.parts');
  const changed = match.diff.filter(({ kind }) => kind !== 'same').map(({ text }) => text);
  const hasNumber = changed.some((text) => /\p{Nd}/u.test(text));
  const hasWords = changed.some((text) => /\p{L}/u.test(text));
  const hasMarks = row?.source !== undefined && !keepsMarks(match.source, toMarked(row.source));
  if (match.kind === 'numbers' && !hasMarks) return t('desk.match.numbers');
  const notes = [
    ...(hasWords ? [t('desk.match.words')] : []),
    ...(hasNumber ? [t('desk.match.number')] : []),
    ...(hasMarks ? [t('desk.match.marks')] : []),
  ];
  const all = notes.length > 0 ? formatList(notes) : t('desk.match.signs');
  return all.charAt(0).toLocaleUpperCase(uiLocale()) + all.slice(1);
}

/** A marked text as plain text on one line. */
export const plainOf = (marked: string): string => plainOfMarked(marked).replace(/\s+/g, ' ').trim();
