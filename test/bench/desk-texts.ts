// Seeded random texts for a memory: sentences from a vocabulary with natural word frequencies, some of them edited or combined
// from others, as on a real site.

const combine = (...parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((all, part) => all.flatMap((head) => part.map((tail) => head + tail)), ['']);

/** As many syllables as make words that differ as those of a language do. */
const SYLLABLES: Record<Script, readonly string[]> = {
  en: combine([...'bcdfghjklmnprstvw'], [...'aeiou'], ['', 'n', 'r', 's', 't', 'l']),
  ja: Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + at)),
  th: combine([...'กขคงจชซดตถทนบปผพมยรลวสหอ'], [...'ะาิีุู'], ['', 'น', 'ม', 'ง', 'ก', 'ด']),
  ar: combine([...'بتثجحخدرزسشصطعفقكلمنهوي'], ['', 'ا', 'و', 'ي'], [...'بدرسلمن']),
};

export type Script = 'en' | 'ja' | 'th' | 'ar';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Makes texts of one script. */
export interface Writer {
  /** A new sentence, of about fifteen words. */
  sentence(): string;
  /** The same with some words added, left out or replaced. */
  edited(text: string): string;
}

const VOCABULARY = 40_000;

export function writerOf(script: Script, random: () => number): Writer {
  const syllables = SYLLABLES[script];
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const words = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(syllables) ?? '').join(''),
  );
  // Few words are frequent, most are rare.
  const word = (): string => words[Math.floor(VOCABULARY ** random()) - 1] ?? 'a';
  const glue = script === 'ja' || script === 'th' ? '' : ' ';
  const end = { en: '.', ja: '。', th: 'ๆ', ar: '.' }[script];
  const split = (text: string): string[] =>
    glue === ' ' ? text.slice(0, -1).split(' ') : (text.slice(0, -1).match(/.{1,4}/gsu) ?? []);
  return {
    sentence() {
      const length = 3 + Math.floor(random() * 12 + random() * 12);
      const list = Array.from({ length }, (_, at) =>
        at > 0 && random() < 0.04 ? String(Math.floor(random() * 3000)) : word(),
      );
      return list.join(glue) + end;
    },
    edited(text) {
      const list = split(text);
      const changes = 1 + Math.floor(random() * Math.max(1, list.length * 0.25));
      for (let n = 0; n < changes; n++) {
        const at = Math.floor(random() * list.length);
        const kind = random();
        if (kind < 0.5) list[at] = word();
        else if (kind < 0.75) list.splice(at, 0, word());
        else if (list.length > 2) list.splice(at, 1);
      }
      return list.join(glue) + end;
    },
  };
}

/** So many different texts: half of them new, the rest edited from those before. */
export function textsOf(script: Script, count: number, seed: number): { texts: string[]; writer: Writer } {
  const random = randomOf(seed);
  const writer = writerOf(script, random);
  const texts = new Set<string>();
  const all: string[] = [];
  while (all.length < count) {
    const before = all[Math.floor(random() * all.length)];
    const text = before !== undefined && random() < 0.5 ? writer.edited(before) : writer.sentence();
    if (texts.has(text)) continue;
    texts.add(text);
    all.push(text);
  }
  return { texts: all, writer };
}
