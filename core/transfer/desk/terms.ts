import type { WordStatus } from '../../store/desk/glossary.ts';

/** A word of a term, as read from a file. */
export interface FileWord {
  /** BCP 47 tag, or a code of the site. */
  tag: string;
  text: string;
  /** undefined if the file does not give it. */
  status: WordStatus | undefined;
  caseSensitive: boolean;
}

/** A term of a file; values missing from the file are "" or undefined. */
export interface FileTerm {
  uuid: string;
  definition: string;
  domain: string;
  note: string;
  keep: boolean | undefined;
  words: FileWord[];
  line: number;
}

export const emptyTerm = (line: number): FileTerm => ({
  ...{ uuid: '', definition: '', domain: '', note: '', keep: undefined, words: [], line },
});

/** A word to be written, in a language of the site, by its tag. */
export type WrittenWord = Omit<FileWord, 'status'> & { status: WordStatus };

/** A term to be written. */
export type WrittenTerm = Omit<FileTerm, 'line' | 'keep' | 'words'> & { keep: boolean; words: WrittenWord[] };
