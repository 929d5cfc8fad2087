import type { Site } from '../../site.ts';
import type { Use } from '../../store/memory/texts.ts';
import { textHash } from '../../units/states/hash.ts';
import { isOneLanguage } from '../../units/states/judge.ts';
import { hasWords, isSameOfManyWords } from '../../units/states/words.ts';
import { contentFacts, languageOfCode } from '../content/content-facts.ts';
import { isFormat, registeredStrings } from '../site/strings.ts';
import { markedOf, PUBLISHED } from './group-uses.ts';

/**
 * What the memory learns from the strings of the site: the text in the default language with its translations, as in the lists of
 * the language plugin. Not formats of dates, which have no words; and not titles of menu entries, which repeat those of their items.
 */
export function usesOfStrings(site: Site): Use[] {
  const facts = contentFacts(site);
  const own = facts.languages.get(facts.defaultLanguage ?? 0);
  if (!own) return [];
  const uses = new Map<string, Use>();
  for (const { source, name, translations } of registeredStrings(site)) {
    const unit = unitOfString(source);
    const add = (language: number, text: string): void => {
      const marked = markedOf(text);
      const use = { unit, language, hash: textHash(marked), marked, item: 0, quality: PUBLISHED };
      uses.set(`${unit} ${language}`, use);
    };
    const from = source.trim();
    if (isFormat(name) || !hasWords(from)) continue;
    for (const [code, text] of Object.entries(translations)) {
      const [language, to] = [languageOfCode(facts, code), text.trim()];
      const isOne = language && isOneLanguage({ source: own.locale, target: language.locale });
      if (!language || language === own || to === '' || (!isOne && isSameOfManyWords(from, to, own.locale))) continue;
      add(own.id, from);
      add(language.id, to);
    }
  }
  return [...uses.values()];
}

/** A number by its text, which names a string: it stays the same when others are added or removed. */
const unitOfString = (source: string): number => parseInt(textHash(source).slice(0, 12), 16);
