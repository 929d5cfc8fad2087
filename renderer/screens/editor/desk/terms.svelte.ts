import type { Attachment } from 'svelte/attachments';
import { plainText } from '../../../../core/units/tokens.ts';
import { indexTerms, termsIn, type FoundTerm } from '../../../../core/units/terms/terms.ts';
import { placesOfWord, saysTerm } from '../../../../core/units/checks/wording.ts';
import { glossary } from '../../../lib/glossary/glossary.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { highlight } from './highlight.ts';

/** Glossary terms in the texts of the source. */
export class Terms {
  readonly #editor: Editor;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** The part of the glossary for these two languages. */
  index = $derived.by(() => {
    const { source, lang } = this.#editor;
    return source ? indexTerms(glossary.value ?? [], { from: source.lang, to: lang }) : [];
  });

  open(): () => void {
    return glossary.open();
  }

  /** The terms in the source of a row, each once. */
  of({ source }: Row): readonly FoundTerm[] {
    if (!source || this.index.length === 0) return [];
    const seen = new Set<number>();
    return termsIn(this.index, plainText(source.tokens, source.marks)).filter(
      ({ concept }) => !seen.has(concept) && seen.add(concept),
    );
  }

  /** The terms in all other rows, each once. */
  elsewhere(row: Row | undefined): readonly FoundTerm[] {
    const seen = new Set(row ? this.of(row).map(({ concept }) => concept) : []);
    return this.#editor.rows
      .filter((each) => each !== row)
      .flatMap((each) => this.of(each))
      .filter(({ concept }) => !seen.has(concept) && seen.add(concept));
  }

  /** The term the shortcut inserts: the first one not used yet, else the first. */
  next(row: Row): FoundTerm | undefined {
    const terms = this.of(row).filter((term) => wordOf(term) !== undefined);
    const { lang } = this.#editor;
    return (row.showsSource ? undefined : terms.find((term) => !saysTerm(row.text, term, lang))) ?? terms[0];
  }

  /** Highlights them in the source of a row: for the element that shows it. */
  marks(row: Row): Attachment<HTMLElement> {
    return (element) => {
      const terms = this.of(row);
      return highlight('desk-term', element, (text) =>
        terms.flatMap(({ word, caseSensitive }) =>
          placesOfWord(text, word, { language: this.#editor.source?.lang ?? '', isCaseSensitive: caseSensitive }),
        ),
      );
    };
  }
}

/** The word inserted for a term; undefined if the glossary has none. */
export const wordOf = ({ keep, word, allowed }: FoundTerm): string | undefined => (keep ? word : allowed[0]);
