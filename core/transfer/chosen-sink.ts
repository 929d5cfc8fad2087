import { isTranslated } from '../domain/content/content-model.ts';
import { contentFacts, languageOfCode } from '../domain/content/content-facts.ts';
import type { Site } from '../site.ts';
import type { Choices } from './plan/choices.ts';
import type { RecordSink } from './records.ts';

/** Returns a sink that applies the person's choices: languages under their codes here, and a language for items without one. */
export function chosenSink(site: Site, sink: RecordSink, { languages, language }: Choices): RecordSink {
  const facts = contentFacts(site);
  const isMoved = (code: string): boolean => Object.hasOwn(languages, code) && has(languages[code] ?? '');
  const has = (code: string): boolean => languageOfCode(facts, code) !== undefined;
  const codeOf = (code: string): string => (isMoved(code) ? (languages[code] ?? code) : code);
  const chosen = language !== '' && has(language) ? language : '';
  if (chosen === '' && Object.keys(languages).length === 0) return sink;
  return {
    ...sink,
    language(record) {
      if (!isMoved(record.code)) sink.language(record);
    },
    group: (record) => sink.group({ ...record, members: record.members.map(([code, id]) => [codeOf(code), id]) }),
    post(record) {
      const isBare = record.lang === '' && chosen !== '' && isTranslated(site, 'post', record.type);
      sink.post({ ...record, lang: isBare ? chosen : codeOf(record.lang) });
    },
  };
}
