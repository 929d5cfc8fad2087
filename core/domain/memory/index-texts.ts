import { addGrams, addKey, addPostings, rankOrAdd, removeGrams, removePostings } from '../../store/memory/key-index.ts';
import { addSentences, removeSentences } from '../../store/memory/sentences.ts';
import type { TextIndex } from '../../store/memory/texts.ts';
import type { WriteDb } from '../../store/sql.ts';
import { analyse, cutOf, fold } from '../../units/memory/analyse.ts';
import { keysOf, prefixLength } from '../../units/memory/prefix.ts';
import { readSentence, sentencesOf } from '../../units/memory/sentences.ts';
import { textHash } from '../../units/states/hash.ts';

/** The locale of a language, by its number. */
type LocaleOf = (language: number) => string;
const unknown: LocaleOf = () => '';

/** Indexes each text immediately: new keys count as the rarest. */
export function indexAsItComes(db: WriteDb, localeOf = unknown): TextIndex {
  return {
    read({ language, marked }) {
      const text = analyse(marked);
      const { plain, words, stems } = text;
      const put = (id: number): void => {
        addGrams(db, id, fold(plain));
        putSentences(db, { id, language, marked }, localeOf(language));
        const ranks = keysOf(stems).map((key) => rankOrAdd(db, language, key));
        post(db, { id, language, words: words.length }, ranks);
      };
      return { words: words.length, cut: cutOf(text), put };
    },
    remove(text) {
      removeGrams(db, text.id);
      removeSentences(db, text.id);
      removePostings(db, text);
    },
  };
}

/** Index for building a whole memory: its keys are ranked once all are known. */
export interface WholeIndex extends TextIndex {
  /** Computes the ranks of the keys. Call it before `index`. */
  rank(): void;
  /** Indexes texts for this many milliseconds; returns whether it is complete. */
  index(milliseconds: number): boolean;
}

interface OneLanguage {
  numbers: Map<string, number>;
  times: number[];
  /** Rank by key number. */
  ranks: Int32Array;
}

export function indexAsWhole(db: WriteDb, localeOf = unknown): WholeIndex {
  const languages = new Map<number, OneLanguage>();
  const texts: { id: number; language: number; keys: Int32Array }[] = [];
  let next = 0;
  return {
    read({ language, marked }) {
      const text = analyse(marked);
      const { plain, words, stems } = text;
      let own = languages.get(language);
      if (!own) languages.set(language, (own = { numbers: new Map(), times: [], ranks: new Int32Array() }));
      const keys = numberKeys(own, keysOf(stems));
      const put = (id: number): void => {
        addGrams(db, id, fold(plain));
        putSentences(db, { id, language, marked }, localeOf(language));
        texts.push({ id, language, keys });
      };
      return { words: words.length, cut: cutOf(text), put };
    },
    remove: () => undefined,
    rank() {
      // In the order of the row numbers of the index: a lower one makes FTS5 write out what it has gathered.
      texts.sort((a, b) => a.keys.length - b.keys.length || a.id - b.id);
      for (const [language, own] of languages) {
        const order = own.times.map((_, number) => number).sort((a, b) => (own.times[a] ?? 0) - (own.times[b] ?? 0));
        own.ranks = new Int32Array(order.length);
        order.forEach((number, rank) => (own.ranks[number] = rank));
        for (const [key, number] of own.numbers) addKey(db, language, key, own.ranks[number] ?? 0);
        own.numbers.clear();
      }
    },
    index(milliseconds) {
      const until = performance.now() + milliseconds;
      for (; next < texts.length; next++) {
        if (next % 50 === 0 && performance.now() > until) return false;
        const text = texts[next];
        const ranks = text && languages.get(text.language)?.ranks;
        if (!text || !ranks) continue;
        const { id, language, keys } = text;
        post(
          db,
          { id, language, words: keys.length },
          Array.from(keys, (key) => ranks[key] ?? 0),
        );
      }
      return true;
    },
  };
}

/** A text with one sentence is found as a whole. */
function putSentences(
  db: WriteDb,
  { marked, ...text }: { id: number; language: number; marked: string },
  locale: string,
): void {
  const sentences = sentencesOf(marked, locale);
  if (sentences.length === 1) return;
  const hashes = sentences.flatMap((sentence, place) => {
    const read = readSentence(sentence);
    return read ? [{ hash: textHash(read.key), place }] : [];
  });
  addSentences(db, text, hashes);
}

/** The numbers of keys, counted; new ones get the next. */
function numberKeys({ numbers, times }: OneLanguage, keys: readonly string[]): Int32Array {
  return Int32Array.from(keys, (key) => {
    const known = numbers.get(key);
    const number = known ?? numbers.size;
    if (known === undefined) numbers.set(key, number);
    times[number] = (times[number] ?? 0) + 1;
    return number;
  });
}

/** Posts a text under its rarest keys only: as many as needed for every match to share one. */
function post(db: WriteDb, text: { id: number; language: number; words: number }, ranks: number[]): void {
  const rarest = ranks.sort((a, b) => a - b).slice(0, prefixLength(ranks.length));
  addPostings(db, text, rarest);
}
