import { glossary, type Concept } from '../../lib/glossary/glossary.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { nameOf } from './form.ts';

const isAvoided = ({ words }: Concept): boolean => words.some(({ status }) => status === 'forbidden');

/** The terms of the glossary as listed: by name, in a view, filtered and searched. */
export class TermList {
  search = $state('');
  view = $state('all');
  /** Filters; "": any. */
  subject = $state('');
  missing = $state('');
  author = $state('');

  languages = $derived(site.languages.value ?? []);
  first = $derived(site.defaultLanguage?.slug ?? '');
  all = $derived((glossary.value ?? []).toSorted((a, b) => nameOf(a, this.first).localeCompare(nameOf(b, this.first))));
  views = $derived([
    { value: 'all', label: t('glossary.all'), count: this.all.length },
    { value: 'gaps', label: t('glossary.gaps'), count: this.all.filter((one) => this.#hasGap(one)).length },
    { value: 'avoid', label: t('desk.term.avoid'), count: this.all.filter(isAvoided).length },
    { value: 'keep', label: t('desk.term.keep'), count: this.all.filter(({ keep }) => keep).length },
  ]);
  subjects = $derived(valuesOf(this.all, 'domain'));
  authors = $derived(valuesOf(this.all, 'added_by'));
  shown = $derived.by(() => {
    const wanted = this.search.trim().toLowerCase();
    return this.all
      .filter((concept) => this.#isInView(concept))
      .filter(({ domain, added_by }) => (this.subject || domain) === domain && (this.author || added_by) === added_by)
      .filter((concept) => this.missing === '' || this.lacks(concept, this.missing))
      .filter(({ definition, words }) =>
        [definition, ...words.map(({ text }) => text)].some((text) => text.toLowerCase().includes(wanted)),
      );
  });

  /** Whether a term needs a word in a language and has none. */
  lacks({ keep, words }: Concept, lang: string): boolean {
    return !keep && !words.some((word) => word.lang === lang && word.status !== 'forbidden');
  }

  #hasGap(concept: Concept): boolean {
    return this.languages.some(({ slug }) => this.lacks(concept, slug));
  }

  #isInView(concept: Concept): boolean {
    if (this.view === 'gaps') return this.#hasGap(concept);
    if (this.view === 'avoid') return isAvoided(concept);
    return this.view !== 'keep' || concept.keep;
  }
}

const valuesOf = (concepts: readonly Concept[], field: 'domain' | 'added_by'): string[] =>
  [...new Set(concepts.map((one) => one[field]))].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
