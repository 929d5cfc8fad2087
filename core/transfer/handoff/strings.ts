import { contentFacts } from '../../domain/content/content-facts.ts';
import { HANDOFF_STATES, type HandoffState } from '../../schema/site/handoff.ts';
import type { Site } from '../../site.ts';
import { align } from '../../units/align.ts';
import { readContent } from '../../units/content.ts';
import { textHash } from '../../units/states/hash.ts';
import { hasWords } from '../../units/states/words.ts';
import { siteStrings } from '../../domain/site/strings.ts';
import type { LanguagePair } from './choose.ts';
import { plainMarked, type HandoffItem, type HandoffUnit } from './units.ts';

/** The item name of the strings of a site in files. */
export const STRINGS = 'site/0';

/**
 * The strings of the site as one item: those without a translation for the state `missing`, the others for `translated`. Undefined
 * if they are not written in the source language.
 */
export function stringItem(
  site: Site,
  { from, to }: LanguagePair,
  states: readonly HandoffState[] = HANDOFF_STATES,
): HandoffItem | undefined {
  if (contentFacts(site).defaultLanguage !== from.id) return undefined;
  const units = siteStrings(site).flatMap(({ source: string, name, translations, lacks }, n): HandoffUnit[] => {
    const source = plainMarked(string.trim());
    if (!hasWords(source) || lacks.includes(to.slug)) return [];
    const target = plainMarked((translations[to.slug] ?? '').trim());
    const address = { kind: 'site', id: 0, field: 'string', n, nth: 0, target: textHash(target) } as const;
    const progress = target === '' || target === source ? 'new' : 'done';
    if (!states.includes(progress === 'new' ? 'missing' : 'translated')) return [];
    const said = { source: '', target: '' };
    return [{ address, what: name === '' ? 'string' : name, source, target, progress, said, rowKey: '', string }];
  });
  const nothing = readContent('');
  const names = { kind: 'site', type: 'strings', title: 'Strings', slug: 'strings' } as const;
  return { ...names, source: 0, target: undefined, units, alignment: align(nothing, nothing) };
}
