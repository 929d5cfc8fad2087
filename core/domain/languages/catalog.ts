import data from '../../data/languages.json' with { type: 'json' };
import type { CatalogueEntry } from '../../schema/languages/catalogue.ts';
import { isFlagCode } from './flags.ts';

/** Language data derived from a locale; without name and slug if the language is unknown. */
export interface DerivedLanguage {
  name?: string;
  slug?: string;
  is_rtl: boolean;
  flag_code: string;
}

interface Tag {
  language: string;
  script: string;
  region: string;
  /** The last part of a locale, as written: formal, valencia. */
  word: string;
}

const LOCALE = /^([a-z]{2,3})(?:_([A-Z]{2}))?(?:_([a-z0-9]+))?$/;
// Variants of the IANA language subtag registry, without deprecated ones.
const VARIANTS = new Set(
  `1606nict 1694acad 1901 1959acad 1994 1996 abl1943 akuapem alalc97 aluku anpezo ao1990 aranes arkaika asante auvern
  baku1926 balanka barla basiceng bauddha bciav bcizbl biscayan biske blasl bohoric boont bornholm cisaup colb1945 cornu
  creiss dajnko ekavsk emodeng fascia fodom fonipa fonkirsh fonnapa fonupa fonxsamp gallo gascon gherd grclass grital
  grmistr hepburn hognorsk hsistemo ijekavsk itihasa ivanchov jauer jyutping kkcor kleinsch kociewie kscor laukika
  lemosin lengadoc lipaw ltg1929 ltg2007 luna1918 mdcegyp mdctrans metelko monoton ndyuka nedis newfound nicard njiva
  nulik osojs oxendict pahawh2 pahawh3 pahawh4 pamaka peano pehoeji petr1708 pinyin polyton provenc puter rigik rozaj
  rumgr scotland scouse simple solba sotav spanglis surmiran sursilv sutsilv synnejyl tailo tarask tongyong tunumiir
  uccor ucrcor ulster unifon vaidika valbadia valencia vallader vecdruka vivaraup wadegile xsistemo`.split(/\s+/),
);
const LETTERS_APART: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

const languages = new Map(data.languages.map((language) => [language.code, language]));
const aliases = new Map(Object.entries(data.aliases));
const regions = new Map(Object.entries(data.regions));
const areas = new Set(data.areas);
const scriptCodes = new Set(data.scriptCodes);

/** Name, slug, direction and flag of a locale (`interface.md` 3.3). Variants are ignored. */
export function deriveLanguage(locale: string): DerivedLanguage {
  const tag = readTag(locale);
  const language = tag && languages.get(tag.language);
  if (!language) return { is_rtl: false, flag_code: '' };
  const region = tag.region || language.region;
  const isOtherScript = (row: { code: string; script: string; regions: string[] }) =>
    row.code === language.code && (tag.script ? row.script === tag.script : row.regions.includes(region));
  const written = data.scripts.find(isOtherScript) ?? language;
  const flag = region.toLowerCase();
  return { name: written.name, slug: language.code, is_rtl: written.rtl, flag_code: isFlagCode(flag) ? flag : '' };
}

/** The locale as a canonical BCP 47 tag (`interface.md` 3.2): de_DE_formal is de-DE, kin is rw. */
export function w3cOf(locale: string): string {
  const tag = readTag(locale);
  if (!tag) return locale.replaceAll('_', '-');
  const { word } = tag;
  // The last part of a locale may also be a lower-case script or region, as in sr_latn and es_419.
  const asScript = word.charAt(0).toUpperCase() + word.slice(1);
  const script = tag.script || (!tag.region && scriptCodes.has(asScript) ? asScript : '');
  const isRegion = areas.has(word) || (word.length === 2 && isFlagCode(word));
  const region = tag.region || (isRegion ? word.toUpperCase() : '');
  return [tag.language, script, region, VARIANTS.has(word) ? word : ''].filter(Boolean).join('-');
}

/** `ll_CC`, with the likely country if the locale has none; '' if unknown (`interface.md` 3.2). */
export function socialLocaleOf(locale: string): string {
  const tag = readTag(locale);
  const language = tag && languages.get(tag.language);
  const region = tag?.region || language?.region;
  return language && region ? `${language.code}_${region}` : '';
}

/** The locales offered when a language is added: the common ones first. */
export function catalogue(): CatalogueEntry[] {
  return data.catalogue.map(readEntry);
}

/** Entries whose names or codes match the query, best first; the first ones for an empty query. */
export function searchCatalogue(query: string, limit: number): CatalogueEntry[] {
  const wanted = fold(query);
  const words = wordsOf(wanted);
  if (words.length === 0) return catalogue().slice(0, limit);
  return catalogue()
    .map(readSearchable)
    .map((row) => ({ ...row, rank: rankOf(row, wanted, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || Number(b.isUsual) - Number(a.isUsual))
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function readTag(locale: string): Tag | undefined {
  const match = LOCALE.exec(locale);
  if (!match) return undefined;
  const [, code = '', country = '', word = ''] = match;
  // A deprecated code may stand for more than a language: sh is sr-Latn, prs is fa-AF.
  const [language = code, ...more] = (aliases.get(code) ?? code).split('-');
  const script = more.find((part) => part.length === 4) ?? '';
  const region = regions.get(country) ?? (country || (more.find((part) => part.length === 2) ?? ''));
  return { language, script, region, word };
}

function readEntry({ locale, label, english }: { locale: string; label: string; english: string }): CatalogueEntry {
  const { name = english, slug = locale, is_rtl, flag_code } = deriveLanguage(locale);
  return { locale, slug, name, label, english, is_rtl, flag_code };
}

interface Searchable {
  entry: CatalogueEntry;
  codes: string[];
  names: string[];
  words: string[];
  /** The country with most speakers of the language: de_DE before de_AT. */
  isUsual: boolean;
}

function readSearchable(entry: CatalogueEntry): Searchable {
  const { locale, slug, label, name, english } = entry;
  const codes = [locale, w3cOf(locale), slug].map(fold);
  const names = [name, label, english].map(fold);
  const isUsual = !/_[a-z]/.test(locale) && socialLocaleOf(locale) === socialLocaleOf(slug);
  return { entry, codes, names, words: [...names, ...codes].flatMap(wordsOf), isUsual };
}

/** 0 for an exact match, larger for looser ones, Infinity for none. */
function rankOf({ codes, names, words }: Searchable, wanted: string, wantedWords: string[]): number {
  if (codes[0] === wanted || codes[1] === wanted) return 0;
  if (codes[2] === (aliases.get(wanted) ?? wanted) || names.includes(wanted)) return 1;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  if (wantedWords.every((wantedWord) => words.some((word) => word.startsWith(wantedWord)))) return 3;
  return names.some((name) => name.includes(wanted)) ? 4 : Infinity;
}

function wordsOf(folded: string): string[] {
  return folded.split(/[\s_(),（）-]+/).filter(Boolean);
}

/** Removes case and accents. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  return plain.replaceAll(/[øłđðþßæœı]/g, (letter) => LETTERS_APART[letter] ?? letter);
}
