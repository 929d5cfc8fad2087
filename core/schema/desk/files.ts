/** What a TMX brought into the memory, or would bring (`contract/extras.md`, `/imports`). */
export interface MemoryImport {
  /** The book that its texts are in. */
  book: string;
  /** Texts of the file. */
  texts: number;
  /** Texts with a translation that are new, and those that were there already. */
  entries: number;
  known: number;
  /** Texts of the file without two languages of this site. */
  other: number;
}

/** What a file of terms brought into the glossary, or would bring. */
export interface GlossaryImport {
  /** Terms of the file. */
  terms: number;
  added: number;
  changed: number;
  same: number;
  /** Terms without a word in a language of this site. */
  other: number;
}

/** The report of taking in a file of the memory or of the glossary. */
export interface DeskImport {
  preview: boolean;
  memory?: MemoryImport & DeskNotes;
  glossary?: GlossaryImport & DeskNotes;
}

export interface DeskNotes {
  warnings: { line: number; code: string; text: string; params?: Readonly<Record<string, string | number>> }[];
  more?: number;
}
