// What the history says of a change, in the language of the interface. The engine stores one English sentence per change
// (`summary`), old ones too; here it is read back by the way it is put together, and said again.
import { formatList, t, uiLocale } from './messages/messages.svelte.ts';
import type { MessageKey } from './messages/messages.svelte.ts';

type Words = readonly string[];
type Rule = readonly [pattern: RegExp, say: (words: Words) => string];

/** A sentence of the history as a person reads it; one that is not known stays as it is. */
export function summaryWords(summary: string): string {
  if (uiLocale() === 'en') return summary;
  for (const [pattern, say] of RULES) {
    const found = pattern.exec(summary);
    if (found) return say(found.slice(1).map((word) => word ?? ''));
  }
  return summary;
}

const VERBS: Readonly<Record<string, 'added' | 'changed' | 'deleted'>> = {
  Added: 'added',
  Changed: 'changed',
  Deleted: 'deleted',
};
const verb = (word: string | undefined) => VERBS[word ?? ''] ?? 'changed';
const n = (word: string | undefined): number => Number(word ?? 0);
const names = (list = ''): string => formatList(list.split(/, and |, | and /));
/** “Title”, or "number 5" for an item without one; older sentences say "post 5", "term 5" or "5". */
const title = (name = ''): string =>
  name.replace(/^(?:(?:number|post|term) )?(\d+)$/, (_all, id: string) => t('journal.number', { id }));
/** Words of the sentence under the names of the message, in their order. */
const plain =
  (key: MessageKey, ...params: string[]) =>
  (words: Words): string =>
    t(key, Object.fromEntries(params.map((name, at) => [name, words[at] ?? ''])));
const counted =
  (key: MessageKey, ...params: string[]) =>
  (words: Words): string =>
    t(key, { count: n(words[0]), ...Object.fromEntries(params.map((name, at) => [name, words[at + 1] ?? ''])) });

function imported(list: string): string {
  const parts = list.split(', ').map((part) => {
    const [, count, kind = ''] = /^(\d+) (items?|media items?|terms?|languages?)$/.exec(part) ?? [];
    const name = { i: 'items', m: 'media', t: 'terms', l: 'languages' }[kind[0] ?? ''] ?? '';
    return name === '' ? part : t(`journal.imported.${name as 'items'}`, { count: n(count) });
  });
  return t('journal.imported', { what: list === 'a file' ? t('journal.imported.file') : formatList(parts) });
}

/** Sentences with less in them come after those that hold more. */
const RULES: readonly Rule[] = [
  [
    /^(Undo|Redo): (.*?)( \(the key stays as it is\))?$/s,
    ([way, what = '', key]) =>
      `${t(way === 'Undo' ? 'journal.undo' : 'journal.redo', { what: summaryWords(what) })}${key ? ` ${t('journal.key')}` : ''}`,
  ],
  [
    /^(\d+) changes: (.*), and more$/s,
    ([count, what = '']) => t('journal.several', { count: n(count), what: summaryWords(what) }),
  ],
  [/^Changed settings: (.*)$/s, ([list]) => t('journal.settings', { names: names(list) })],
  [/^Changed site settings: (.*)$/s, ([list]) => t('journal.site', { names: names(list) })],
  [/^Changed the fallbacks of (.*)$/s, plain('journal.fallbacks', 'name')],
  [/^Switched (on|off) (.*)$/s, ([way, name = '']) => t(way === 'on' ? 'journal.on' : 'journal.off', { name })],
  [/^(Added|Changed|Deleted) the language (.*)$/s, ([way, name = '']) => t(`journal.language.${verb(way)}`, { name })],
  [
    /^(Added|Changed|Deleted) the (?:category|tag|term of [^“]*?) (.*)$/s,
    ([way, name = '']) => t(`journal.term.${verb(way)}`, { name }),
  ],
  [/^Uploaded (“.*”|number \d+)$/s, ([name]) => t('journal.uploaded', { name: title(name) })],
  [/^Moved the \S.*? (“.*”|number \d+) to the trash$/s, ([name]) => t('journal.trashed', { name: title(name) })],
  [
    /^(Added|Changed|Deleted) the media item (“.*”|number \d+)$/s,
    ([way, name]) => t(`journal.media.${verb(way)}`, { name: title(name) }),
  ],
  [
    /^(Added|Changed|Deleted) the \S.*? (“.*”|number \d+)$/s,
    ([way, name]) => t(`journal.post.${verb(way)}`, { name: title(name) }),
  ],
  [/^Merged (“.*”) into (“.*”)$/s, plain('journal.merged', 'from', 'into')],
  [
    /^Started the translation of (“.*”|(?:number|post|term) \d+) into (.*)$/s,
    ([name, lang = '']) => t('journal.started', { name: title(name), lang }),
  ],
  [/^Confirmed the translation (“.*”|(?:number )?\d+)$/s, ([name]) => t('journal.confirmed', { name: title(name) })],
  [/^Chose the version in (.*) as the source of (“.*”)$/s, plain('journal.source', 'lang', 'name')],
  [/^Gave (\d+) items? the status (.*)$/s, counted('journal.bulk.status', 'status')],
  [/^Gave (\d+) items? the language (.*)$/s, counted('journal.bulk.language', 'lang')],
  [/^Confirmed (\d+) translations?$/, counted('journal.bulk.confirmed')],
  [/^Started (\d+) translations? into (.*)$/s, counted('journal.bulk.started', 'lang')],
  [/^Duplicated (\d+) items? into (.*)$/s, counted('journal.bulk.duplicated', 'lang')],
  [/^Moved (\d+) items? to the trash$/, counted('journal.bulk.trashed')],
  [/^Deleted (\d+) media items?$/, counted('journal.bulk.deleted')],
  [/^Moved (\d+) items? from (.*) to (.*)$/s, counted('journal.bulk.moved', 'from', 'to')],
  [/^Published (\d+) items as planned$/, counted('journal.bulk.published')],
  [/^Published (“.*”|number \d+) as planned$/s, ([name]) => t('journal.published', { name: title(name) })],
  [/^Imported (.*)$/s, ([list = '']) => imported(list)],
  [/^Mended (\d+) findings? of the check$/, counted('journal.mended')],
  [/^Restored the backup (“.*”)$/s, plain('journal.restored', 'name')],
  [/^Made the token "(.*)"$/s, plain('journal.token.made', 'name')],
  [/^Revoked the token "(.*)"$/s, plain('journal.token.revoked', 'name')],
  [/^Changed the content model$/, plain('journal.model')],
  [/^Changed the saved filters$/, plain('journal.views')],
  [/^Changed the local server$/, plain('journal.server')],
  [/^Prepared the site as the environment asks$/, plain('journal.prepared')],
];
