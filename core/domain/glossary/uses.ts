import type * as v from 'valibot';
import type { TermUses } from '../../schema/desk/glossary.ts';
import type { Site } from '../../site.ts';
import { mayHold } from '../../store/memory/key-index.ts';
import { isTextOfSite } from '../../store/memory/texts.ts';
import type { ReadDb } from '../../store/sql.ts';
import { baseOf } from '../../units/checks/unit.ts';
import { placesOfWord } from '../../units/checks/wording.ts';
import { fold, plainOfMarked } from '../../units/memory/analyse.ts';
import { formsOf } from '../../units/terms/forms.ts';
import { contentFacts } from '../content/content-facts.ts';
import { fromMemory } from '../memory/look-up.ts';
import { glossary } from './glossary.ts';

/** Maximum number of texts examined per word: common words are in most texts. */
const MOST = 1000;

/**
 * In how many translated texts of the site a term is used, and which of its words to avoid are (`contract/extras.md`,
 * `/glossary/uses`). A term is looked for in the default language, else in that of its first word.
 */
export function usesOfTerms(site: Site, ids: readonly number[]): v.InferOutput<typeof TermUses>[] {
  return fromMemory(site, [], (db) => usesIn(site, db, ids));
}

function usesIn(site: Site, db: ReadDb, ids: readonly number[]): v.InferOutput<typeof TermUses>[] {
  const { languages, defaultLanguage } = contentFacts(site);
  const idOf = new Map([...languages.values()].map(({ id, slug }) => [slug, id]));
  const first = languages.get(defaultLanguage ?? 0)?.slug;
  const holding = (word: Word): Held => textsWith(db, word, idOf.get(word.lang) ?? 0);
  const wanted = new Set(ids);
  return glossary(site)
    .filter(({ id }) => wanted.has(id))
    .map(({ id, words }) => {
      const allowed = words.filter(({ status }) => status !== 'forbidden');
      const lang = allowed.some((word) => word.lang === first) ? first : allowed[0]?.lang;
      const found = allowed.filter((word) => word.lang === lang).map(holding);
      const texts = new Set(found.flatMap((one) => one.ids)).size;
      const avoided = words
        .filter(({ status }) => status === 'forbidden')
        .map((word) => ({ lang: word.lang, word: word.text, texts: holding(word).ids.length }))
        .filter((one) => one.texts > 0);
      return { id, texts, more: found.some(({ more }) => more), avoided };
    });
}

type Word = ReturnType<typeof glossary>[number]['words'][number];

/** The texts that hold a word; `more`: there were too many to examine them all. */
interface Held {
  ids: number[];
  more: boolean;
}

/** The texts of the site with a word in one of its forms. */
function textsWith(db: ReadDb, { text, lang, case_sensitive: isCaseSensitive }: Word, language: number): Held {
  const { stem } = formsOf(fold(text.trim()), baseOf(lang));
  const rows = firstRows(mayHold(db, stem, language), MOST + 1);
  const held = rows
    .slice(0, MOST)
    .filter(({ marked }) => placesOfWord(plainOfMarked(marked), text, { language: lang, isCaseSensitive }).length > 0);
  return { ids: held.map(({ id }) => id).filter((id) => isTextOfSite(db, id)), more: rows.length > MOST };
}

/** Materialised: an open statement would hold its position while others run. */
function firstRows<Row>(rows: Iterable<Row>, most: number): Row[] {
  const found: Row[] = [];
  for (const row of rows) if (found.push(row) >= most) break;
  return found;
}
