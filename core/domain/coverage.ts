import type { Site } from '../site.ts';
import { countGroups, countWithoutLanguage, matrixCounts } from '../store/matrix.ts';
import type { Kind } from '../store/translations.ts';
import { STATES, type State } from '../types.ts';
import { contentFacts } from './content-facts.ts';
import { translatedPostTypes, translatedTaxonomies } from './content-model.ts';
import { drainMatrix, workLanguages } from './matrix.ts';

/** How far a type is in each language (`contract/extras.md`, `/coverage`). */
export interface Coverage {
  kind: Kind;
  type: string;
  /** Groups with an item outside the trash. */
  groups: number;
  /** Groups with work left, and posts without a language. */
  work: Record<'todo' | 'missing' | 'needs_update' | 'draft' | 'no_language', number>;
  languages: Record<string, Record<State, number>>;
}

/** Every translated type, from numbers that are kept: the cost does not depend on how many items there are. */
export function coverage(site: Site, only: { kind?: Kind | undefined; type?: string | undefined }): Coverage[] {
  drainMatrix(site);
  const facts = contentFacts(site).languages;
  const counts = new Map(
    matrixCounts(site.db).map((row) => [`${row.kind} ${row.type} ${row.language_id} ${row.state}`, row.n]),
  );
  return translatedTypes(site)
    .filter(({ kind, type }) => (only.kind ?? kind) === kind && (only.type ?? type) === type)
    .map(({ kind, type }) => {
      const count = (language: number, state: string): number =>
        counts.get(`${kind} ${type} ${language} ${state}`) ?? 0;
      const groups = count(0, 'groups');
      const languages = [...facts.values()].map(({ id, slug }) => {
        const states = Object.fromEntries(STATES.map((state) => [state, count(id, state)])) as Record<State, number>;
        const present = STATES.reduce((sum, state) => sum + states[state], 0);
        return [slug, { ...states, missing: groups - present }] as const;
      });
      return { kind, type, groups, work: workOf(site, kind, type), languages: Object.fromEntries(languages) };
    });
}

function workOf(site: Site, kind: Kind, type: string): Coverage['work'] {
  const languages = workLanguages(site);
  const count = (state: 'todo' | 'missing' | 'needs_update' | 'draft'): number =>
    countGroups(site.db, { kind, type, state, ...languages });
  return {
    todo: count('todo'),
    missing: count('missing'),
    needs_update: count('needs_update'),
    draft: count('draft'),
    no_language: kind === 'post' ? countWithoutLanguage(site.db, type) : 0,
  };
}

function translatedTypes(site: Site): { kind: Kind; type: string }[] {
  return [
    ...translatedPostTypes(site).map((type) => ({ kind: 'post' as const, type })),
    ...translatedTaxonomies(site).map((type) => ({ kind: 'term' as const, type })),
  ];
}
