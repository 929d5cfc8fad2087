import { contentFacts } from '../../domain/content/content-facts.ts';
import { addConcept, changeConcept, cleanWord, glossary } from '../../domain/glossary/glossary.ts';
import type { GlossaryImport } from '../../schema/desk/files.ts';
import type { Site } from '../../site.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { fold } from '../../units/memory/analyse.ts';
import { byTag } from '../handoff/languages.ts';
import { addWarning, type Notes } from '../report.ts';
import type { FileTerm, FileWord } from './terms.ts';

type Concept = ReturnType<typeof glossary>[number];
type Word = Concept['words'][number];

/** The intended state of a term; a new one has no number. */
type Wanted = Omit<Concept, 'id' | 'added_at' | 'added_by'> & { id: number | undefined; isChanged: boolean };

/** The changes a file of terms makes to the current glossary. */
export interface GlossaryPlan {
  report: GlossaryImport & Notes;
  wanted: Wanted[];
}

const LONGEST_WORD = 200;
const LONGEST_TEXT = 5000;

/**
 * Decides what a file of terms adds and changes; it removes nothing. A term is identified by its key, otherwise by one of its
 * words; values missing from the file are unchanged. The plan is recomputed if the site has changed meanwhile.
 */
export function planGlossary(site: Site, terms: readonly FileTerm[]): () => GlossaryPlan {
  let made: { entry: number; plan: GlossaryPlan } | undefined;
  return () => {
    const entry = latestEntryId(site.db);
    if (made?.entry !== entry) made = { entry, plan: decide(site, terms) };
    return made.plan;
  };
}

/** Writes new and changed terms within the running transaction. @param by login of the user who imports them */
export function applyGlossary(site: Site, { wanted }: GlossaryPlan, by: string): void {
  for (const { id, uuid, definition, domain, note, keep, words } of wanted.filter((one) => one.isChanged)) {
    const facts = { definition, domain, note, keep, words };
    if (id === undefined) addConcept(site, { uuid, ...facts }, by);
    else changeConcept(site, id, facts);
  }
}

/** State while the terms of a file are processed. */
interface Deciding {
  wanted: Wanted[];
  byUuid: Map<string, Wanted>;
  /** By language and folded word. */
  byWord: Map<string, Wanted>;
  report: GlossaryImport & Notes;
}

const wordKey = ({ lang, text }: Pick<Word, 'lang' | 'text'>): string => `${lang} ${fold(text)}`;

function decide(site: Site, terms: readonly FileTerm[]): GlossaryPlan {
  const languages = [...contentFacts(site).languages.values()];
  const report: GlossaryPlan['report'] = { terms: terms.length, added: 0, changed: 0, same: 0, other: 0, warnings: [] };
  const wanted = glossary(site).map((concept): Wanted => ({ ...concept, words: [...concept.words], isChanged: false }));
  const deciding: Deciding = {
    ...{ wanted, report, byUuid: new Map(wanted.map((one) => [one.uuid, one])) },
    byWord: new Map(wanted.flatMap((one) => one.words.map((word) => [wordKey(word), one] as const))),
  };
  for (const term of terms) {
    const words = term.words.flatMap((word) => {
      const lang = byTag(languages, word.tag)?.slug;
      const text = cleanWord(word.text);
      const isLong = text.length > LONGEST_WORD;
      if (isLong)
        addWarning(report, {
          ...{ line: term.line, code: 'long_term', params: { count: LONGEST_WORD } },
          text: `A word is longer than ${LONGEST_WORD} letters and was left out.`,
        });
      return lang === undefined || isLong || text === '' ? [] : [{ ...word, text, lang }];
    });
    if (words.length === 0) report.other += 1;
    else decideTerm(deciding, term, words);
  }
  return { report, wanted: deciding.wanted };
}

type KnownWord = FileWord & { lang: string };

function decideTerm(deciding: Deciding, term: FileTerm, words: readonly KnownWord[]): void {
  const { byUuid, byWord, report } = deciding;
  const known =
    byUuid.get(term.uuid) ?? words.map((word) => byWord.get(wordKey(word))).find((one) => one !== undefined);
  const own = known ?? newTerm(deciding, term);
  const isNew = known === undefined;
  const before = JSON.stringify(own);
  for (const word of words) giveWord(deciding, own, { word, line: term.line });
  for (const name of ['definition', 'domain', 'note'] as const)
    if (term[name] !== '' && !isSameText(term[name], own[name])) own[name] = term[name].slice(0, LONGEST_TEXT);
  if (term.keep !== undefined) own.keep = term.keep;
  if (isNew) {
    if (own.words.length === 0) return void (report.other += 1);
    deciding.wanted.push(own);
    if (own.uuid !== '') byUuid.set(own.uuid, own);
    own.isChanged = true;
    report.added += 1;
  } else if (JSON.stringify(own) === before) report.same += 1;
  else {
    own.isChanged = true;
    report.changed += 1;
  }
}

/** TBX holds no line breaks of a text, and no control characters. */
const isSameText = (one: string, other: string): boolean => spaced(one) === spaced(other);
const spaced = (text: string): string => text.replace(/[\s\p{Cc}\ufffe\uffff]+/gu, '');

function newTerm(_deciding: Deciding, { uuid }: FileTerm): Wanted {
  return { id: undefined, uuid, definition: '', domain: '', note: '', keep: false, words: [], isChanged: false };
}

/** Adds a word or changes its status; a word of another term stays with that term. */
function giveWord({ byWord, report }: Deciding, own: Wanted, { word, line }: { word: KnownWord; line: number }): void {
  const { lang, text, caseSensitive } = word;
  const other = byWord.get(wordKey(word));
  if (other !== undefined && other !== own) {
    const name = other.words[0]?.text ?? '';
    return addWarning(report, {
      ...{ line, code: 'term_taken', params: { word: text, name } },
      text: `"${text}" belongs to the term "${name}" already and stays there.`,
    });
  }
  const same = own.words.findIndex((one) => one.lang === lang && one.text === text);
  // "Lamp" is another spelling of "lamp", not a second word.
  const at = same === -1 ? own.words.findIndex((one) => wordKey(one) === wordKey(word)) : same;
  const hasPreferred = own.words.some((one) => one.lang === lang && one.status === 'preferred');
  const status = word.status ?? own.words[at]?.status ?? (hasPreferred ? 'admitted' : 'preferred');
  const now: Word = { lang, text, status, case_sensitive: caseSensitive };
  if (at === -1) own.words.push(now);
  else own.words[at] = now;
  byWord.set(wordKey(now), own);
}
