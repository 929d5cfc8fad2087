import { languageNameIn } from '../languages/names.ts';
import { format, type Params } from '../wire/message-format.ts';
import { SUMMARY_TEXTS, type NamedItem, type Summary, type SummaryParams, type SummaryTextKey } from './summaries.ts';

/** How summaries are worded: in one language, with the names of the site. */
export interface Wording {
  locale: string;
  /** The texts of that language; missing ones fall back to English. */
  texts: Readonly<Partial<Record<SummaryTextKey, string>>>;
  /** Names of the site's languages, by code. */
  languages: ReadonlyMap<string, string>;
  /** The name of a status or a type, if it has one. */
  nameOf?(what: 'status' | 'type', value: string): string | undefined;
  /** Fields of items, and their names. */
  fields?: readonly (readonly [field: string, name: string])[];
}

/** A summary as a sentence; "" for a code of a newer version. */
export function summaryText(summary: Summary, wording: Wording): string {
  const { code, params } = summary;
  if (!Object.hasOwn(SUMMARY_TEXTS, code)) return '';
  switch (code) {
    case 'undo':
    case 'redo': {
      const sentence = say(wording, code, { what: withOtherQuotes(summaryText(params.what, wording)) });
      return params.isKeyKept ? `${sentence} ${say(wording, 'key')}` : sentence;
    }
    case 'batch': {
      const [first] = params.parts;
      return say(wording, code, { count: params.parts.length, what: first ? summaryText(first, wording) : '' });
    }
    case 'imported': {
      const counts = { items: importedItems(params), languages: params.languages };
      const brought = (['items', 'languages'] as const)
        .filter((what) => counts[what] > 0)
        .map((what) => say(wording, `imported.${what}`, { count: counts[what] }));
      return say(wording, code, { what: listText(brought, wording.locale) || say(wording, 'imported.file') });
    }
    default:
      return say(wording, code, wordsOf(params, wording));
  }
}

/** The number of items an import wrote, as its report counts them. */
export function importedItems({ items, media = 0, terms = 0 }: SummaryParams['imported']): number {
  return items + media + terms;
}

/**
 * What a search word may stand for: codes of summaries, and the settings, fields, statuses and languages it names, as stored in
 * entries.
 */
export function meaningsOf(word: string, wording: Wording): string[] {
  const wanted = partsOf(word);
  const isIn = (text: string): boolean => {
    const known = partsOf(text);
    return wanted.length > 0 && wanted.every((part) => known.includes(part));
  };
  const patternOf = (key: SummaryTextKey): string => wording.texts[key] ?? SUMMARY_TEXTS[key];
  const isJoint = new Intl.ListFormat(wording.locale)
    .formatToParts(['a', 'b', 'c'])
    .some(({ type, value }) => type === 'literal' && isIn(value));
  const isNumber = isIn(bare(patternOf('number')));
  const keys = (Object.keys(SUMMARY_TEXTS) as SummaryTextKey[]).filter((key) => {
    const pattern = patternOf(key);
    // A list is filled with names joined by "and", an item possibly with its number.
    const isFilled = (isJoint && LISTS.test(pattern)) || (isNumber && ITEMS.test(pattern));
    return isFilled || isIn(bare(pattern));
  });
  const statuses = STATUSES.map((status) => [status, wording.nameOf?.('status', status)] as const);
  const names = [...wording.languages, ...statuses, ...(wording.fields ?? [])];
  return [...keys.flatMap(meaningOfText), ...names.flatMap(([value, name]) => (name && isIn(name) ? [value] : []))];
}

const LISTS = /\{(?:langs|settings|what)\}/;
const ITEMS = /\{(?:item|into)\}/;
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

function meaningOfText(key: SummaryTextKey): string[] {
  if (key === 'key') return ['undo', 'redo'];
  const [area, name = ''] = key.split('.');
  if (area === 'imported') return [area];
  return [area === 'setting' || area === 'type' ? name : key];
}

/** A pattern without its placeholders and plural syntax. */
function bare(pattern: string): string {
  return pattern.replace(/\{\w+, plural,|(?:=\d+|zero|one|two|few|many|other) (?=\{)|\{\w+\}|[{}#]/g, ' ');
}

/** Splits into runs of letters, without accents, case and direction marks. */
function partsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/[\p{M}\p{Cf}]/gu, '');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function say({ texts, locale }: Wording, key: SummaryTextKey, params: Params = {}): string {
  return format(texts[key] ?? SUMMARY_TEXTS[key], params, locale);
}

/** The params as they appear in the sentence. */
function wordsOf(params: object, wording: Wording): Params {
  const { name = '' } = params as { name?: string };
  const languageOf = (code: string): string => {
    const known = wording.languages.get(code) ?? languageNameIn(code, wording.locale);
    // For a deleted language whose code has no other name, its stored name says more.
    return known === code ? name || code : known;
  };
  const words = (key: string, value: unknown): string | number => {
    if (key === 'item' || key === 'into') return itemName(value as NamedItem, wording);
    if (key === 'lang' || key === 'from') return languageOf(String(value));
    if (key === 'langs') return listText((value as string[]).map(languageOf), wording.locale);
    if (key === 'settings')
      return listText(
        (value as string[]).map((one) => textIfKnown(wording, `setting.${one}`) ?? one),
        wording.locale,
      );
    if (key === 'type' || key === 'status')
      return wording.nameOf?.(key, String(value)) ?? textIfKnown(wording, `${key}.${String(value)}`) ?? String(value);
    return value as string | number;
  };
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, words(key, value)]));
}

function itemName({ id, title }: NamedItem, wording: Wording): string {
  return title === '' ? say(wording, 'number', { id: String(id) }) : say(wording, 'title', { title });
}

function textIfKnown(wording: Wording, key: string): string | undefined {
  return Object.hasOwn(SUMMARY_TEXTS, key) ? say(wording, key as SummaryTextKey) : undefined;
}

/** Uses inner quotation marks for quotations within a quoted text. */
function withOtherQuotes(text: string): string {
  return text.replace(/“/g, '‘').replace(/”/g, '’').replace(/«\s?/g, '“').replace(/\s?»/g, '”');
}

/** All values that may appear in a sentence, without codes. */
export function valuesOf(params: unknown): string[] {
  if (Array.isArray(params)) return params.flatMap(valuesOf);
  if (typeof params !== 'object' || params === null) return [String(params)];
  return Object.entries(params).flatMap(([name, inner]: [string, unknown]) => {
    if (name === 'code') return [];
    return name === 'parts' && Array.isArray(inner) ? [String(inner.length), ...valuesOf(inner)] : valuesOf(inner);
  });
}

/**
 * "a, b and c" in the given language. A word joined to the next one, like the Arabic "and", is separated from a name in another
 * script.
 */
export function listText(items: readonly string[], locale: string): string {
  const parts = new Intl.ListFormat(locale).formatToParts(items);
  const isGlued = (type: string, value: string, next = ''): boolean =>
    type === 'literal' && /\p{L}$/u.test(value) && isForeign(next);
  return parts
    .map(({ type, value }, at) => (isGlued(type, value, parts[at + 1]?.value) ? `${value}\u00a0` : value))
    .join('');
}

/** Whether it begins with a letter or number of a script other than Arabic, ignoring marks and quotes. */
function isForeign(name: string): boolean {
  return /^[^\p{L}\p{N}]*(?!\p{Script=Arabic})[\p{L}\p{N}]/u.test(name);
}
