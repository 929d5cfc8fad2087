// The sentences of a marked text: what the memory knows of a paragraph that it does not know as a whole. Pure.
import { readMarked, writeMarked, type MarkedPiece } from '../marked-text.ts';
import { baseOf } from '../checks/unit.ts';
import { sentenceSegmenter, UNSPACED } from './segmenters.ts';
import { plainOfMarked } from './analyse.ts';

/** A text with one sentence has no end of a sentence before other text. */
const MAY_HOLD_TWO = /[.!?…。！？؟।॥۔։]["'”’“«»›)\]」』）】*]*(?:<[^>]*>|\s)*[^\s<]|<x id="n"\/>|\n/u;

/** Abbreviations after which no sentence begins, by language. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  en: 'mr mrs ms dr prof st vs e.g i.e approx dept fig no vol sr jr inc ltd p pp',
  fr: 'p m mm mme mlle dr pr p.ex env art chap fig vol n cf av',
  de: 'z d u z.b bzw ca nr str d.h u.a dr prof hr fr abb bd evtl ggf inkl max min vgl sog s st',
  es: 'p sr sra srta dr dra pág p.ej núm art av ud uds d dña',
  it: 'sig sig.ra dott prof art pag n es',
  pt: 'p sr sra dr dra p.ex pág núm av art',
  nl: 'bijv dhr mevr dr nr blz o.a m.n t.a.v ca resp',
  pl: 'm np tzn ul nr dr m.in ok godz prof art str',
  sv: 't.ex bl.a d.v.s dr nr kl ca',
  ru: 'т.е т.к г ул им д стр см рис др тыс проф',
};

/**
 * Cuts a marked text into its sentences, each a valid marked text; joined they are the text. One that a mark spans stays with the
 * next. @param language code or locale: abbreviations differ
 */
export function sentencesOf(marked: string, language = ''): string[] {
  const pieces = MAY_HOLD_TWO.test(marked) ? readMarked(marked) : undefined;
  if (!pieces) return [marked];
  const ends = endsIn(plainOfMarked(marked), language);
  const made: MarkedPiece[][] = [[]];
  const put = (piece: MarkedPiece): void => void made.at(-1)?.push(piece);
  let [at, depth] = [0, 0];
  for (const piece of pieces) {
    // A mark that opens after the end of a sentence, or has no text there, belongs to the next one.
    if (piece.kind !== 'close' && depth === 0 && ends.has(at) && made.at(-1)?.some(({ kind }) => kind === 'text'))
      made.push([]);
    if (piece.kind === 'open') depth += 1;
    if (piece.kind === 'close') depth -= 1;
    if (piece.kind !== 'text') {
      put(piece);
      if (piece.kind === 'single' && piece.id === 'n') at += 1;
      continue;
    }
    let from = 0;
    for (let n = 1; n < piece.text.length; n++)
      if (depth === 0 && ends.has(at + n)) {
        put({ kind: 'text', text: piece.text.slice(from, n) });
        made.push([]);
        from = n;
      }
    put({ kind: 'text', text: piece.text.slice(from) });
    at += piece.text.length;
  }
  return made.filter((each) => each.length > 0).map(writeMarked);
}

/** Where sentences end, except at the end of the text. */
function endsIn(plain: string, language: string): Set<number> {
  const base = baseOf(language);
  const known = ABBREVIATIONS[base]?.split(' ') ?? [];
  const closers = POINTING_IN.has(base) ? CLOSERS : CLOSERS_AND_ANGLES;
  const ends = new Set<number>();
  for (const { segment, index } of sentenceSegmenter().segment(plain)) {
    const [, last = ''] = /([\p{L}\p{M}.]+)\.["'”’»)\]]*\s*$/u.exec(segment) ?? [];
    const isCut = known.includes(last.toLowerCase()) || /^\p{Lu}$/u.test(last);
    const end = index + segment.length;
    // A closing quote behind a space, as in French, is cut off.
    const more = closers.exec(plain.slice(end, end + LONGEST_CLOSERS))?.[0].length ?? 0;
    if (!isCut && end + more < plain.length) ends.add(end + more);
  }
  return ends;
}

const LONGEST_CLOSERS = 8;
const CLOSERS = /^[”’)\]」』）】]+\s*/u;
const CLOSERS_AND_ANGLES = /^[”’»)\]」』）】]+\s*/u;
/** Languages that open quotes with ». */
const POINTING_IN = new Set(['de', 'da', 'sl', 'hr', 'hu']);

/** Sentences of different texts are compared by their words, with their marks numbered from 0. */
export interface Sentence {
  key: string;
  /** The number in its own text of each mark of `key`. */
  numbers: string[];
  /** The line breaks and spaces behind it. */
  tail: string;
}

/** How a sentence is compared; undefined for one with few words. */
export function readSentence(marked: string): Sentence | undefined {
  const [, body = '', tail = ''] = /^((?:(?!(?:\s|<x id="n"\/>)*$)[^])*)([^]*)$/.exec(marked) ?? [];
  const pieces = readMarked(body.trim());
  if (!pieces || !saysEnough(plainOfMarked(body))) return undefined;
  const numbers: string[] = [];
  const own = (id: string): string => {
    if (!numbers.includes(id)) numbers.push(id);
    return String(numbers.indexOf(id));
  };
  const key = writeMarked(
    pieces.map((piece) => (piece.kind === 'text' || piece.id === 'n' ? piece : { ...piece, id: own(piece.id) })),
  );
  return { key, numbers, tail };
}

const THREE_WORDS = /\p{L}[^\s]*\s+[^\s]+\s+[^\s]/u;
const FEWEST_LETTERS = 6;

/** Three words; in scripts without spaces so many letters, since cutting words takes long. */
const saysEnough = (plain: string): boolean =>
  UNSPACED.test(plain) ? [...plain.trim()].length >= FEWEST_LETTERS : THREE_WORDS.test(plain);

/** A translation with the marks of another text: each number by the one it corresponds to; marks without one are left out. */
export function withNumbers(marked: string, from: readonly string[], to: readonly string[]): string {
  const pieces = readMarked(marked.trim()) ?? [];
  const open: boolean[] = [];
  const made = pieces.flatMap((piece): MarkedPiece[] => {
    if (piece.kind === 'text' || piece.id === 'n') return [piece];
    const id = to[from.indexOf(piece.id)];
    if (piece.kind === 'open') open.push(id !== undefined);
    const isKept = piece.kind === 'close' ? open.pop() === true : id !== undefined;
    return isKept ? [{ ...piece, id: id ?? '' }] : [];
  });
  return writeMarked(made).trim();
}
