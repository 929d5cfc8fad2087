// The history is searched by the engine, whose sentences are English; a person searches for what stands on the screen. So
// each word is sent with the English sentences that are said with it in the language of the interface.
import type { Dict } from '../../core/types.ts';
import english from './messages/en/activity.json';
import { formatPieces, type Piece } from './messages/format.ts';
import { tPieces, uiLocale, type MessageKey } from './messages/messages.svelte.ts';

const KEYS = Object.keys(english).filter((key): key is MessageKey & keyof typeof english => key.startsWith('journal.'));

/** Sentences of the engine that say less here than there. */
const AS_WRITTEN: Partial<Record<(typeof KEYS)[number], string>> = {
  'journal.term.added': 'Added the *',
  'journal.term.changed': 'Changed the *',
  'journal.term.deleted': 'Deleted the *',
};

/** Amounts that between them show every form of a plural. */
const AMOUNTS = [0, 1, 2, 3, 11, 100];
const AMOUNT = 100;

/**
 * Parameters of a search of the history: what each word says in the English of its sentences (`means[w0][]`). Nothing in
 * English, and nothing for a word that is said in no sentence, as most names.
 */
export function meaningsOf(search: string): Dict {
  if (uiLocale() === 'en') return {};
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => folded(word).replace(/(?<=.)[,،;؛]$/, ''));
  const means = words.map((word) => KEYS.filter((key) => wordsOf(key).includes(word)).flatMap(writtenFor));
  return Object.fromEntries(
    means.flatMap((parts, at) => [[`means[w${at}]`, [...parts, ...(isJoint(words[at] ?? '') ? [', '] : [])]]]),
  );
}

/** A text of the interface in all its forms, without what is filled in. */
function wordsOf(key: MessageKey): string {
  return folded(
    AMOUNTS.flatMap((count) => tPieces(key, { count }))
      .filter(isText)
      .join(' '),
  );
}

/** The same as the engine writes it. */
function writtenFor(key: (typeof KEYS)[number]): string[] {
  const known = AS_WRITTEN[key];
  if (known !== undefined) return [known];
  const parts = [1, AMOUNT].map((count) =>
    formatPieces(english[key], { count }, 'en')
      .map((piece) => (isText(piece) ? piece.replace(String(AMOUNT), '*').replaceAll(/[“”]/g, '*') : '*'))
      .join(''),
  );
  const inside = key.startsWith('journal.imported.') ? 'Imported *' : '';
  return [...new Set(parts)].map((part) => `${inside}${part}`);
}

/** The word between the last two of a list: the engine writes ", " before it. */
function isJoint(word: string): boolean {
  const parts = new Intl.ListFormat(uiLocale()).formatToParts(['a', 'b', 'c']);
  return parts.some(({ type, value }) => type === 'literal' && folded(value).trim() === word);
}

const isText = (piece: Piece): piece is string => typeof piece === 'string';

/** Without accents, capitals and marks of direction. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}
