// Names of the checks, and the subject of a finding.
import { formatList, isMessage, t } from '../messages/messages.svelte.ts';
import type { MessageKey } from '../messages/messages.svelte.ts';

/** Names of the checks, grouped by topic. */
export const CHECK_GROUPS = {
  errors: ['marks', 'placeholders', 'shortcode'],
  links: ['link_dead', 'link_language', 'alt_missing', 'alt_same'],
  words: [
    ...['numbers', 'emails', 'url', 'check_glossary', 'forbidden_term', 'kept_term', 'duplicate', 'case_start'],
    ...['spelling', 'same', 'script', 'length', 'max-length', 'sentencecount', 'inconsistent', 'reused'],
  ],
  signs: [
    ...[
      'begin_space',
      'end_space',
      'double_space',
      'newline-count',
      'punctuation_spacing',
      'zero-width-space',
      'kashida',
    ],
    ...[
      'end_stop',
      'end_colon',
      'end_question',
      'end_exclamation',
      'end_ellipsis',
      'end_semicolon',
      'brackets',
      'quotes',
    ],
  ],
} as const;

/** "Numbers differ". */
export function nameOfCheck(check: string): string {
  const key = `check.${check}`;
  return isMessage(key) ? t(key) : check;
}

/** Checks whose subject needs a phrase to be understood: a number alone does not say what is wrong with it. */
const PHRASES: Readonly<Record<string, MessageKey>> = {
  numbers: 'check.about.numbers',
  emails: 'check.about.missing',
  url: 'check.about.missing',
  kept_term: 'check.about.kept',
  inconsistent: 'check.about.elsewhere',
  reused: 'check.about.elsewhere',
  link_language: 'check.about.link',
};

/** What a finding concerns: "On one side only: 400"; "" if it concerns the whole text. */
export function aboutFinding({ check, words }: { check: string; words: readonly string[] }): string {
  const list = formatList(words.filter((about) => about.trim() !== '').map((about) => wordOf(check, about)));
  const phrase = PHRASES[check];
  return phrase && list !== '' ? t(phrase, { what: list }) : list;
}

function wordOf(check: string, about: string): string {
  const [word = '', wanted] = about.split(': ');
  return check === 'check_glossary' && wanted !== undefined ? t('check.term.wanted', { word, wanted }) : about;
}
