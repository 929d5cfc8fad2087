import { textsWithSentence } from '../../store/memory/sentences.ts';
import { exactText, pairsOf, type PairRow } from '../../store/memory/texts.ts';
import type { ReadDb } from '../../store/sql.ts';
import { baseOf } from '../../units/checks/unit.ts';
import { wordDiff } from '../../units/diff/word-diff.ts';
import { foldedWords, plainOfMarked } from '../../units/memory/analyse.ts';
import { readSentence, sentencesOf, withNumbers, type Sentence } from '../../units/memory/sentences.ts';
import { textHash } from '../../units/states/hash.ts';
import { lookUp, OF_SITE, type BookRank, type LookUp, type Match } from './look-up.ts';

/** A lookup with the locales of both languages, by which texts are cut. */
export type PartsLookUp = LookUp & { locales: { from: string; to: string } };

/** A match this good is better than sentences put together. */
const GOOD = 95;
/** Texts with more sentences are not put together. */
const MOST_SENTENCES = 50;
/** Places of one sentence that are examined, and translations of each. */
const MOST_PLACES = 10;
const MOST_OF_ONE = 5;

/** The best matches, best first; where none is good, also what other texts know of its sentences, if that is more. */
export function lookUpWithParts(
  db: ReadDb,
  asked: PartsLookUp,
  bookOf: (entry: number) => BookRank | undefined = () => undefined,
): Match[] {
  const found = lookUp(db, asked, bookOf);
  const best = found[0]?.score ?? 0;
  const parts = best < GOOD ? partsOf(db, asked, bookOf) : undefined;
  return parts && parts.score > best && parts.score >= asked.min ? [parts, ...found].slice(0, asked.limit) : found;
}

interface Part extends PairRow {
  source: string;
  tail: string;
  penalty: number;
  priority: number;
}

function partsOf(db: ReadDb, asked: PartsLookUp, bookOf: (entry: number) => BookRank | undefined): Match | undefined {
  const text = asked.text.trim();
  const sentences = sentencesOf(text, asked.locales.from);
  if (sentences.length > MOST_SENTENCES) return undefined;
  const parts = sentences.flatMap((sentence) => partOf(db, asked, sentence, bookOf) ?? []);
  const [first] = parts;
  if (!first) return undefined;
  const countOf = (texts: readonly string[]): number =>
    texts.reduce((sum, one) => sum + foldedWords(plainOfMarked(one)).length, 0);
  const sources = parts.map(({ source }) => source);
  const share = Math.floor((100 * countOf(sources)) / Math.max(countOf([text]), 1));
  const source = joined(
    parts.map(({ source: said, tail }) => ({ said, tail })),
    asked.locales.from,
  );
  return {
    score: Math.max(Math.min(share, 99) - Math.max(...parts.map(({ penalty }) => penalty)), 0),
    kind: 'parts',
    source,
    target: joined(
      parts.map(({ target, tail }) => ({ said: target, tail })),
      asked.locales.to,
    ),
    diff: wordDiff(plainOfMarked(source), plainOfMarked(text)),
    item: first.item || undefined,
    entry: first.owner < 0 ? -first.owner : undefined,
    group: Math.max(first.owner, 0),
    unit: first.unit,
    quality: Math.min(...parts.map(({ sure }) => sure % 4)),
    sure: 0,
    priority: first.priority,
  };
}

/** The most reliable translation of a sentence. */
function partOf(
  db: ReadDb,
  asked: PartsLookUp,
  sentence: string,
  bookOf: (entry: number) => BookRank | undefined,
): Part | undefined {
  const { from, to, locales } = asked;
  const wanted = readSentence(sentence);
  if (!wanted) return undefined;
  const hash = textHash(wanted.key);
  const whole = exactText(db, from, hash);
  const places = [
    ...(whole ? [{ text: whole.id, place: 0, marked: whole.marked }] : []),
    ...textsWithSentence(db, { language: from, hash, limit: MOST_PLACES }),
  ];
  const found = places.flatMap(({ text, place, marked }): Part[] => {
    const cut = sentencesOf(marked, locales.from);
    const here = readSentence(cut[place] ?? '');
    if (here?.key !== wanted.key) return [];
    return pairsOf(db, { text, from, to }, undefined, MOST_OF_ONE).flatMap((pair) => {
      const { used, penalty, priority } = (pair.owner < 0 && bookOf(-pair.owner)) || OF_SITE;
      const target = translationAt(pair.target, { place, count: cut.length, locale: locales.to, here, wanted });
      const { tail } = wanted;
      return used && target !== undefined
        ? [{ ...pair, target, source: sentence.trim(), tail, penalty, priority }]
        : [];
    });
  });
  return found.sort((a, b) => a.penalty - b.penalty || b.sure - a.sure || a.priority - b.priority)[0];
}

/** The sentence of a translation at this place; undefined if it has another number of sentences than its source. */
function translationAt(
  marked: string,
  of: { place: number; count: number; locale: string; here: Sentence; wanted: Sentence },
): string | undefined {
  const cut = sentencesOf(marked, of.locale);
  const [, said] = /^([^]*?)(?:\s|<x id="n"\/>)*$/.exec(cut[of.place] ?? '') ?? [];
  if (cut.length !== of.count || !said) return undefined;
  return withNumbers(said, of.here.numbers, of.wanted.numbers);
}

/** Languages with no space between sentences. */
const JOINED = new Set(['ja', 'zh']);

/** Sentences one after the other, on lines as they were. */
function joined(parts: readonly { said: string; tail: string }[], locale: string): string {
  const space = JOINED.has(baseOf(locale)) ? '' : ' ';
  return parts
    .map(({ said, tail }, at) => {
      const lines = tail.replace(/\s/g, ' ').replace(/ *(?=<)|(?<=>) */g, '');
      return said + (at === parts.length - 1 ? '' : lines.includes('<') ? lines : space);
    })
    .join('');
}
