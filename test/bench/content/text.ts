/** A word that the same number of posts contain, whatever the size of the site, and one that every hundredth contains. */
export const NEEDLES = { word: 'quixotry', count: 20, common: 'lighthouse' };

export interface WrittenPost {
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  date: string;
  modified: string;
  status: string;
}

/** Writes the posts of a site of so many: always the same ones, of words that sound like a language. */
export function createWriter(posts: number): { post(at: number): WrittenPost } {
  const random = createRandom(20_261_121);
  const words = createWords(random, 3000);
  const word = (): string => words[Math.floor(random() ** 2 * words.length)] ?? '';
  const sentence = (length: number): string => Array.from({ length }, word).join(' ');
  const step = Math.max(1, Math.floor(posts / NEEDLES.count));
  return {
    post(at) {
      const title = `${sentence(4)} ${at}`;
      const extra = `${at % step === 0 ? ` ${NEEDLES.word}` : ''}${at % 100 === 0 ? ` ${NEEDLES.common}` : ''}`;
      const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
      return {
        title,
        slug: title.replaceAll(' ', '-'),
        content: `${paragraph(sentence(16) + extra)}\n\n${paragraph(sentence(12))}`,
        excerpt: at % 3 === 0 ? sentence(8) : '',
        date: minute(at),
        // Changes come in another order than the posts did.
        modified: minute(posts + ((at * 7919) % posts)),
        status: at % 20 === 19 ? 'draft' : 'publish',
      };
    },
  };
}

function minute(at: number): string {
  return new Date(Date.UTC(2015, 0, 1) + at * 60_000).toISOString().slice(0, 19);
}

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createWords(random: () => number, count: number): string[] {
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? '';
  const syllable = (): string => `${pick('bcdfglmnprstv')}${pick('aeiou')}${random() < 0.3 ? pick('lnrst') : ''}`;
  return Array.from({ length: count }, () => Array.from({ length: 1 + Math.floor(random() * 3) }, syllable).join(''));
}
