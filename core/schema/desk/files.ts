/** What a TMX file added to the memory, or would add (`contract/extras.md`, `/imports`). */
export interface MemoryImport {
  /** The book for its texts. */
  book: string;
  /** The number of texts in the file. */
  texts: number;
  /** Translated texts that are new, and those that existed already. */
  entries: number;
  known: number;
  /** Texts of the file that are not in two languages of this site. */
  other: number;
}

/** What a file of terms added to the glossary, or would add. */
export interface GlossaryImport {
  /** The number of terms in the file. */
  terms: number;
  added: number;
  changed: number;
  same: number;
  /** Terms without a word in any language of this site. */
  other: number;
}

/** The report of importing a file into the memory or the glossary. */
export interface DeskImport {
  preview: boolean;
  memory?: MemoryImport & DeskNotes;
  glossary?: GlossaryImport & DeskNotes;
}

export interface DeskNotes {
  warnings: { line: number; code: string; text: string; params?: Readonly<Record<string, string | number>> }[];
  more?: number;
}
