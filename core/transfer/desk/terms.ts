import type { WordStatus } from '../../store/desk/glossary.ts';

/** A word of a term, as a file has it. */
export interface FileWord {
  /** BCP 47, or a code of the site. */
  tag: string;
  text: string;
  /** undefined where the file does not say. */
  status: WordStatus | undefined;
  caseSensitive: boolean;
}

/** A term of a file; "" and undefined for what it does not say. */
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

/** A word to be written: of a language of the site, by its tag. */
export type WrittenWord = Omit<FileWord, 'status'> & { status: WordStatus };

/** A term to be written. */
export type WrittenTerm = Omit<FileTerm, 'line' | 'keep' | 'words'> & { keep: boolean; words: WrittenWord[] };
