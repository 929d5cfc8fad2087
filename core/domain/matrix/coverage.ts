import type { Coverage } from '../../schema/translations/matrix.ts';
import type { Site } from '../../site.ts';
import { countGroups, countWithoutLanguage, matrixCounts } from '../../store/matrix/matrix.ts';
import { pendingByType } from '../../store/matrix/unit-states.ts';
import type { Work } from '../../store/matrix/work.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { STATES, type State } from '../../types.ts';
import { contentFacts } from '../content/content-facts.ts';
import { translatedPostTypes, translatedTaxonomies } from '../content/content-model.ts';
import { drainMatrix, workLanguages } from './matrix.ts';

/** Coverage of every translated type, from maintained counts: the cost does not depend on the number of items. */
export function coverage(site: Site, only: { kind?: Kind | undefined; type?: string | undefined }): Coverage[] {
  drainMatrix(site);
  const facts = contentFacts(site).languages;
  const counts = new Map(
    matrixCounts(site.db).map((row) => [`${row.kind} ${row.type} ${row.language_id} ${row.state}`, row.n]),
  );
  const pending = new Map(pendingByType(site.db).map(({ kind, type, n }) => [`${kind} ${type}`, n]));
  return translatedTypes(site)
    .filter(({ kind, type }) => (only.kind ?? kind) === kind && (only.type ?? type) === type)
    .map(({ kind, type }) => {
      const count = (language: number, state: string): number =>
        counts.get(`${kind} ${type} ${language} ${state}`) ?? 0;
      const groups = count(0, 'groups');
      const words = count(0, 'source_words');
      const languages = [...facts.values()].map(({ id, slug }) => {
        const states = Object.fromEntries(STATES.map((state) => [state, count(id, state)])) as Record<State, number>;
        const present = STATES.reduce((sum, state) => sum + states[state], 0);
        const left = { untranslated: count(id, 'untranslated'), words: count(id, 'words') };
        const words_missing = words - count(id, 'source_words');
        return [slug, { ...states, missing: groups - present, ...left, words_missing }] as const;
      });
      const work = workOf(site, kind, type);
      const waiting = pending.get(`${kind} ${type}`) ?? 0;
      return { kind, type, groups, work, pending: waiting, languages: Object.fromEntries(languages) };
    });
}

function workOf(site: Site, kind: Kind, type: string): Coverage['work'] {
  const languages = workLanguages(site);
  const count = (state: Work): number => countGroups(site.db, { kind, type, state, ...languages });
  return {
    todo: count('todo'),
    missing: count('missing'),
    needs_update: count('needs_update'),
    partial: count('partial'),
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
