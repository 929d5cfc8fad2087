// Descriptions of changes in the interface language, and the possible meanings of a history search.
import type { Summary } from '../../../core/schema/site/summaries.ts';
import { meaningsOf, summaryText, type Wording } from '../../../core/schema/site/summary-text.ts';
import type { Dict } from '../../../core/types.ts';
import { oneName } from '../content-types.ts';
import { isMessage, t, textsOf, uiLocale } from '../messages/messages.svelte.ts';
import { site } from '../site.svelte.ts';

/** A summary for display. */
export function summaryWords(summary: Summary): string {
  return summaryText(summary, wording());
}

/**
 * Query parameters of a history search: the possible meanings of each word (`means[w0][]`). `fields`: the screen's labels for
 * item fields.
 */
export function searchMeanings(search: string, fields: Required<Wording>['fields']): Dict {
  const all = { ...wording(), fields };
  const words = search.split(/\s+/).filter(Boolean);
  return Object.fromEntries(words.map((word, at) => [`means[w${at}]`, meaningsOf(word.replace(MARKS, ''), all)]));
}

/** Quotation marks and the like around a word. */
const MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

function wording(): Wording {
  return {
    locale: uiLocale(),
    texts: textsOf('history.'),
    languages: site.languageNames,
    nameOf,
  };
}

function nameOf(what: 'status' | 'type', value: string): string | undefined {
  if (what === 'type') {
    const type = site.types.value?.find((each) => each.type === value);
    return type && oneName(type).toLocaleLowerCase(uiLocale());
  }
  const key = `content.status.${value}`;
  return isMessage(key) ? t(key) : undefined;
}
