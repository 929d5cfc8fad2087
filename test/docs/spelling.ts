// One spelling for the interface, documents and comments: British, as in the interface ("Synchronisation").
import type { TextFile } from './citations.ts';

/** American spellings with ours. */
const SPELLINGS: readonly (readonly [american: RegExp, ours: string])[] = [
  [/(?<=\w{3})iz(?=(?:e|es|ed|er|ers|ing|able|ations?)\b)/u, 'is'],
  [/\bcancel(?=ed|ing)/iu, 'cancell'],
  [/\bjournal(?=ed|ing)/iu, 'journall'],
  [/\blabel(?=ed|ing)/iu, 'labell'],
  [/\bsignal(?=ed|ing)/iu, 'signall'],
  [/\banalyz/iu, 'analys'],
  [/\bbehavior/iu, 'behaviour'],
  [/\bcenter(?=s|ed|\b)/iu, 'centre'],
  [/\bcolor/iu, 'colour'],
  [/\bdefense/iu, 'defence'],
  [/\bfavorite/iu, 'favourite'],
  [/\bgray\b/iu, 'grey'],
  [/\blicense/iu, 'licence'],
  [/\bneighbor/iu, 'neighbour'],
];

/** A header of HTTP, a category of WordPress, words with "size", and names of files such as LICENSE. */
const isKept = (word: string): boolean =>
  /^(?:authorization|uncategorized|\w*(?:siz|priz|seiz)\w+)$/iu.test(word) || word === word.toUpperCase();

/** The words in American spelling, each with its place. Names in backticks and quotations are left out. */
export function findAmerican(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const words = line.replaceAll(/`[^`]*`|"[^"]*"|\bhttps?:\S+/gu, '').match(/\p{L}+/gu) ?? [];
      return words
        .filter((word) => !isKept(word) && SPELLINGS.some(([american]) => american.test(word)))
        .map((word) => `${path}:${at + 1} ${word}`);
    }),
  );
}

/** A source file with blanks for everything but its comments. */
export function commentsOf({ path, text }: TextFile): TextFile {
  const kinds = /(?<=^\s*|\s)(?:\/\/ [^\n]*|\/\*[\s\S]*?\*\/)|(?<=^\s*)<!--(?! \/?wp:)[\s\S]*?-->/gmu;
  const lines = text.split('\n').map(() => '');
  for (const { 0: comment, index } of text.matchAll(kinds)) {
    const first = text.slice(0, index).split('\n').length - 1;
    for (const [at, line] of comment.split('\n').entries()) lines[first + at] += ` ${line}`;
  }
  return { path, text: lines.join('\n') };
}
