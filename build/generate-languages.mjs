// The language database of contract section 3.3, from the CLDR data in Intl.

import { LOCALES, VARIANT_NAMES } from './generate-locales.mjs';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const NOT_LANGUAGES = new Set(['mis', 'mul', 'root', 'und', 'zxx']);
// Named by CLDR, and canonical in BCP 47, but mapped to fil and ak by Intl.
const KEPT = { fat: 'Fanti', tl: 'Tagalog', tw: 'Twi' };
const KEPT_ALIASES = { bh: 'bho', tgl: 'tl', twi: 'tw' };
// Regions whose long names are unlikely search terms.
const SHORT_REGIONS = new Set(['HK', 'MO', 'PS']);

const inEnglish = namesIn('en');
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const REGIONS = twoLetters().filter((code) => regionOf(code) === code && regionNames.of(code));

/** { languages, scripts, aliases, regions, areas, scriptCodes, catalogue }, each in a fixed order. */
export function generateLanguages() {
  if (namesIn('fr').of('de') !== 'allemand')
    throw new Error('Intl has no CLDR data here: Node 24 with full ICU is needed');
  const codes = twoAndThreeLetters();
  const languages = codes.flatMap(readLanguage);
  const scripts = languages.flatMap(readScripts);
  const scriptCodes = languages.map(({ code }) => maximize(code).script).concat(scripts.map(({ script }) => script));
  return {
    languages,
    scripts,
    aliases: Object.fromEntries(codes.flatMap(readAlias)),
    regions: Object.fromEntries(
      twoLetters().flatMap((code) => (regionOf(code) === code ? [] : [[code, regionOf(code)]])),
    ),
    areas: areaCodes(),
    scriptCodes: [...new Set(scriptCodes)].filter(Boolean).sort(),
    catalogue: readCatalogue(languages),
  };
}

function readLanguage(code) {
  const english = KEPT[code] ?? (isCanonical(code) && !NOT_LANGUAGES.has(code) ? inEnglish.of(code) : undefined);
  if (!english) return [];
  const name = nativeName(code, code) ?? english;
  return [
    { code, name, english, region: maximize(code).region?.match(/[A-Z]{2}/)?.[0] ?? '', rtl: isRtl(maximize(code)) },
  ];
}

/** A language's other scripts: direction, name, and the countries where each is the default. */
function readScripts({ code, name, rtl }) {
  if (!nativeName(code, code)) return []; // CLDR 48 has nothing new about the others, and the lookup takes seconds.
  const found = new Map();
  const usual = maximize(code).script;
  for (const region of REGIONS) {
    const { script } = maximize(`${code}-${region}`);
    if (script && script !== usual) found.set(script, [...(found.get(script) ?? []), region]);
  }
  // sh, the deprecated Serbo-Croatian, is sr-Latn.
  return [...found].flatMap(([script, regions]) => {
    const other = {
      rtl: isRtl(new Intl.Locale(`${code}-${script}`)),
      name: nativeName(`${code}-${script}`, code) ?? name,
    };
    return other.rtl === rtl && other.name === name ? [] : [{ code, script, regions, ...other }];
  });
}

function readAlias(code) {
  const target = KEPT[code] ? code : (KEPT_ALIASES[code] ?? Intl.getCanonicalLocales(code)[0]);
  return target === code ? [] : [[code, target]];
}

function readCatalogue(languages) {
  const codeOf = (locale) => new Intl.Locale(KEPT[locale] ? 'und' : locale.split('_')[0]).language;
  const known = new Set(languages.map(({ code }) => code));
  const listed = new Map();
  for (const locale of LOCALES) {
    const code = KEPT[locale] ? locale : codeOf(locale);
    if (!known.has(code)) throw new Error(`the language of ${locale} has no name in CLDR`);
    listed.set(code, (listed.get(code) ?? 0) + 1);
  }
  const others = languages.filter(({ code }) => !listed.has(code) && nativeName(code, code)).map(({ code }) => code);
  return [...LOCALES, ...others].map((locale) => readEntry(locale, (listed.get(codeOf(locale)) ?? 0) > 1));
}

/** The country is named only if the language is listed with more than one. */
function readEntry(locale, isShared) {
  const [code, ...parts] = locale.split('_');
  const language = KEPT[code] ?? inEnglish.of(code);
  const native = nativeName(code, code) ?? language;
  const variant = VARIANT_NAMES[locale];
  if (variant) return { locale, label: `${native} (${variant[0]})`, english: `${language} (${variant[1]})` };
  if (!parts.length || !isShared) return { locale, label: native, english: language };
  const tag = [code, ...parts].join('-');
  const place = namesIn('en', parts[0]).of(tag);
  const own = supported(maximize(tag).toString())
    ? upperFirst(namesIn(maximize(tag).toString(), parts[0]).of(tag), code)
    : place;
  return { locale, label: own, english: place };
}

/** The language's name for itself, with its first letter capitalised as at the start of a line. */
function nativeName(tag, code) {
  const locale = maximize(tag).toString();
  if (KEPT[tag] || !supported(locale)) return undefined;
  const name = namesIn(locale).of(new Intl.Locale(tag).language);
  return name && upperFirst(name, code);
}

function upperFirst(name, code) {
  const [first] = name;
  // Georgian capitalises whole words only.
  if (/\p{Script=Georgian}/u.test(first)) return name;
  return first.toLocaleUpperCase(code) + name.slice(first.length);
}

function namesIn(locale, region) {
  const style = SHORT_REGIONS.has(region) ? 'short' : 'long';
  return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none', languageDisplay: 'standard', style });
}

/** Intl falls back to the system language for a language it does not know. */
function supported(locale) {
  return Intl.DisplayNames.supportedLocalesOf([locale]).length > 0;
}

function maximize(tag) {
  return new Intl.Locale(tag).maximize();
}

function isRtl(locale) {
  return locale.getTextInfo().direction === 'rtl';
}

function isCanonical(code) {
  return Intl.getCanonicalLocales(code)[0] === code && maximize(code).language === code;
}

function regionOf(code) {
  return new Intl.Locale(`und-${code}`).region;
}

function twoAndThreeLetters() {
  return LETTERS.flatMap((a) => LETTERS.flatMap((b) => [a + b, ...LETTERS.map((c) => a + b + c)]));
}

function twoLetters() {
  return LETTERS.flatMap((a) => LETTERS.map((b) => (a + b).toUpperCase()));
}

/** The numeric codes of world areas: 419 is Latin America. */
function areaCodes() {
  const numbers = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));
  return numbers.filter((code) => regionOf(code) === code && regionNames.of(code));
}
