import { describe, expect, test } from 'vitest';
import { FLAG_CODES } from '../../../../core/domain/languages/flags.ts';
import {
  catalogue,
  deriveLanguage,
  searchCatalogue,
  socialLocaleOf,
  w3cOf,
} from '../../../../core/domain/languages/catalog.ts';

const LOCALE = /^[a-z]{2,3}(?:_[A-Z]{2})?(?:_[a-z0-9]+)?$/;
const SLUG = /^[a-z][a-z0-9_-]*$/;
const ltr = false;
const rtl = true;

describe('a locale says', () => {
  test.each<[locale: string, name: string, slug: string, isRtl: boolean, flag: string, w3c: string, social: string]>([
    ['en', 'English', 'en', ltr, 'us', 'en', 'en_US'],
    ['en_US', 'English', 'en', ltr, 'us', 'en-US', 'en_US'],
    ['en_GB', 'English', 'en', ltr, 'gb', 'en-GB', 'en_GB'],
    ['en_AU', 'English', 'en', ltr, 'au', 'en-AU', 'en_AU'],
    ['fr_FR', 'Français', 'fr', ltr, 'fr', 'fr-FR', 'fr_FR'],
    ['de_DE', 'Deutsch', 'de', ltr, 'de', 'de-DE', 'de_DE'],
    ['de_DE_formal', 'Deutsch', 'de', ltr, 'de', 'de-DE', 'de_DE'],
    ['es_ES', 'Español', 'es', ltr, 'es', 'es-ES', 'es_ES'],
    ['pt_BR', 'Português', 'pt', ltr, 'br', 'pt-BR', 'pt_BR'],
    ['pt_PT_ao90', 'Português', 'pt', ltr, 'pt', 'pt-PT', 'pt_PT'],
    ['nb_NO', 'Norsk bokmål', 'nb', ltr, 'no', 'nb-NO', 'nb_NO'],
    ['ja', '日本語', 'ja', ltr, 'jp', 'ja', 'ja_JP'],
    ['zh_CN', '中文', 'zh', ltr, 'cn', 'zh-CN', 'zh_CN'],
    ['zh_TW', '中文', 'zh', ltr, 'tw', 'zh-TW', 'zh_TW'],
    ['am', 'አማርኛ', 'am', ltr, 'et', 'am', 'am_ET'],
    ['el', 'Ελληνικά', 'el', ltr, 'gr', 'el', 'el_GR'],
    ['uk', 'Українська', 'uk', ltr, 'ua', 'uk', 'uk_UA'],
    ['ca', 'Català', 'ca', ltr, 'es', 'ca', 'ca_ES'],
    ['ca_valencia', 'Català', 'ca', ltr, 'es', 'ca-valencia', 'ca_ES'],
    ['cy', 'Cymraeg', 'cy', ltr, 'gb', 'cy', 'cy_GB'],
    ['gd', 'Gàidhlig', 'gd', ltr, 'gb', 'gd', 'gd_GB'],
    ['hsb', 'Hornjoserbšćina', 'hsb', ltr, 'de', 'hsb', 'hsb_DE'],
    ['szl', 'Ślōnski', 'szl', ltr, 'pl', 'szl', 'szl_PL'],
    ['ak', 'Akan', 'ak', ltr, 'gh', 'ak', 'ak_GH'],
    ['ar', 'العربية', 'ar', rtl, 'eg', 'ar', 'ar_EG'],
    ['fa_IR', 'فارسی', 'fa', rtl, 'ir', 'fa-IR', 'fa_IR'],
    ['ps', 'پښتو', 'ps', rtl, 'af', 'ps', 'ps_AF'],
    ['ary', 'Moroccan Arabic', 'ary', rtl, 'ma', 'ary', 'ary_MA'],
    ['ckb', 'کوردیی ناوەندی', 'ckb', rtl, 'iq', 'ckb', 'ckb_IQ'],
    ['rhg', 'Rohingya', 'rhg', rtl, 'mm', 'rhg', 'rhg_MM'],
    // three letters become two where there are two
    ['arg', 'Aragonese', 'an', ltr, 'es', 'an', 'an_ES'],
    ['oci', 'Occitan', 'oc', ltr, 'fr', 'oc', 'oc_FR'],
    ['kin', 'Ikinyarwanda', 'rw', ltr, 'rw', 'rw', 'rw_RW'],
    ['bel', 'Беларуская', 'be', ltr, 'by', 'be', 'be_BY'],
    ['snd', 'سنڌي', 'sd', rtl, 'pk', 'sd', 'sd_PK'],
    // names of their own in CLDR, though Intl folds them into others
    ['tl', 'Tagalog', 'tl', ltr, 'ph', 'tl', 'tl_PH'],
    ['tw', 'Twi', 'tw', ltr, 'gh', 'tw', 'tw_GH'],
    ['fat', 'Fanti', 'fat', ltr, 'gh', 'fat', 'fat_GH'],
    ['tgl', 'Tagalog', 'tl', ltr, 'ph', 'tl', 'tl_PH'],
    // old codes
    ['iw', 'עברית', 'he', rtl, 'il', 'he', 'he_IL'],
    ['sh', 'Srpski', 'sr', ltr, 'rs', 'sr-Latn', 'sr_RS'],
    ['prs', 'فارسی', 'fa', rtl, 'af', 'fa-AF', 'fa_AF'],
    ['en_UK', 'English', 'en', ltr, 'gb', 'en-GB', 'en_GB'],
    // the script follows the country
    ['ug_CN', 'ئۇيغۇرچە', 'ug', rtl, 'cn', 'ug-CN', 'ug_CN'],
    ['pa_IN', 'ਪੰਜਾਬੀ', 'pa', ltr, 'in', 'pa-IN', 'pa_IN'],
    ['pa_PK', 'پنجابی', 'pa', rtl, 'pk', 'pa-PK', 'pa_PK'],
    ['uz_AF', 'اوزبیک', 'uz', rtl, 'af', 'uz-AF', 'uz_AF'],
    ['sr_ME', 'Srpski', 'sr', ltr, 'me', 'sr-ME', 'sr_ME'],
    // first letters
    ['tr_TR', 'Türkçe', 'tr', ltr, 'tr', 'tr-TR', 'tr_TR'],
    ['ka_GE', 'ქართული', 'ka', ltr, 'ge', 'ka-GE', 'ka_GE'],
    ['zul', 'IsiZulu', 'zu', ltr, 'za', 'zu', 'zu_ZA'],
    // no country, or none with a flag
    ['eo', 'Esperanto', 'eo', ltr, '', 'eo', ''],
    ['sq_XK', 'Shqip', 'sq', ltr, '', 'sq-XK', 'sq_XK'],
  ])('%s', (...[locale, name, slug, isRtl, flag, w3c, social]) => {
    expect(deriveLanguage(locale)).toEqual({ name, slug, is_rtl: isRtl, flag_code: flag });
    expect(w3cOf(locale)).toBe(w3c);
    expect(socialLocaleOf(locale)).toBe(social);
  });

  test.each([
    ['xx', 'xx'],
    ['zzz', 'zzz'],
    ['azb', 'azb'],
    ['xx_YY', 'xx-YY'],
    ['und', 'und'],
    ['mul', 'mul'],
    ['zxx', 'zxx'],
  ])('nothing of the unknown language %s', (locale, w3c) => {
    expect(deriveLanguage(locale)).toEqual({ is_rtl: false, flag_code: '' });
    expect(socialLocaleOf(locale)).toBe('');
    expect(w3cOf(locale)).toBe(w3c);
  });

  test.each(['', 'EN', 'en-US', 'english', 'en_US_', '../en', '__proto__', 'constructor'])(
    'nothing when it is none: %j',
    (locale) => {
      expect(deriveLanguage(locale)).toEqual({ is_rtl: false, flag_code: '' });
      expect(socialLocaleOf(locale)).toBe('');
    },
  );
});

test.each([
  ['en_US_x1', 'en-US'],
  ['de_CH_informal', 'de-CH'],
  ['nl_NL_formal', 'nl-NL'],
  ['de_DE_1996', 'de-DE-1996'],
  ['be_tarask', 'be-tarask'],
  ['sr_RS_latin', 'sr-RS'],
  ['sr_latn', 'sr-Latn'],
  ['es_419', 'es-419'],
  ['fr_ca', 'fr-CA'],
  ['de_sie', 'de'],
])('w3c of %s is %s', (locale, w3c) => {
  expect(w3cOf(locale)).toBe(w3c);
  expect(Intl.getCanonicalLocales(w3c)).toEqual([w3c]);
});

test.each(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ku_IQ', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi'])(
  '%s runs from right to left',
  (locale) => {
    expect(deriveLanguage(locale).is_rtl).toBe(true);
  },
);

test.each(['az', 'ha', 'hi', 'ko', 'ku', 'mn', 'sd_IN', 'ug_KZ', 'vi', 'zh_HK'])(
  '%s runs from left to right',
  (locale) => {
    expect(deriveLanguage(locale).is_rtl).toBe(false);
  },
);

describe('the catalogue', () => {
  const entries = catalogue();

  test('has at least 160 usual locales, each once', () => {
    expect(entries.length).toBeGreaterThan(300);
    expect(new Set(entries.map(({ locale }) => locale)).size).toBe(entries.length);
    const locales = entries.map(({ locale }) => locale);
    const wanted =
      'en_US en_GB fr_FR fr_CA de_DE de_AT de_CH_informal es_MX pt_BR pt_PT zh_CN zh_TW ar ja ko_KR ru_RU tr_TR nb_NO ca_valencia';
    expect(locales).toEqual(expect.arrayContaining(wanted.split(' ')));
  });

  test.each(entries)('$locale', ({ locale, slug, name, label, english, is_rtl, flag_code }) => {
    expect(locale).toMatch(LOCALE);
    expect(slug).toMatch(SLUG);
    expect({ name, slug, is_rtl, flag_code }).toEqual(deriveLanguage(locale));
    expect(flag_code === '' || FLAG_CODES.has(flag_code)).toBe(true);
    expect([name, label, english].every((text) => text === text.trim() && text !== '')).toBe(true);
    expect(Intl.getCanonicalLocales(w3cOf(locale))[0]).toBe(locale === 'tl' ? 'fil' : w3cOf(locale));
  });

  test.each([
    ['pt_BR', 'Português (Brasil)', 'Portuguese (Brazil)'],
    ['zh_HK', '中文（香港）', 'Chinese (Hong Kong)'],
    ['de_DE_formal', 'Deutsch (Deutschland, Sie)', 'German (Germany, formal)'],
    ['ca_valencia', 'Català (valencià)', 'Catalan (Valencian)'],
    ['pl_PL', 'Polski', 'Polish'],
  ])('%s is listed as %s', (locale, label, english) => {
    expect(entries.find((entry) => entry.locale === locale)).toMatchObject({ label, english });
  });
});

describe('the search', () => {
  const find = (query: string, limit = 50) => searchCatalogue(query, limit).map(({ locale }) => locale);

  test.each([
    ['French', 'fr_FR'],
    ['francais', 'fr_FR'],
    ['FRANÇAIS', 'fr_FR'],
    ['fr', 'fr_FR'],
    ['fr_CA', 'fr_CA'],
    ['fr-ca', 'fr_CA'],
    ['french canada', 'fr_CA'],
    ['canada french', 'fr_CA'],
    ['brasil', 'pt_BR'],
    ['german', 'de_DE'],
    ['deu', 'de_DE'],
    ['Österreich', 'de_AT'],
    ['osterreich', 'de_AT'],
    ['العربية', 'ar'],
    ['日本', 'ja'],
    ['norsk bokmal', 'nb_NO'],
    ['turkce', 'tr_TR'],
    ['føroyskt', 'fo'],
    ['foroyskt', 'fo'],
    ['kinyarwanda', 'kin'],
    ['  welsh ', 'cy'],
    ['UKR', 'uk'],
  ])('%j finds %s first', (query, locale) => {
    expect(find(query)[0]).toBe(locale);
  });

  test.each(['qqqq', 'french japan', '%', '\\', '.*'])('%j finds nothing', (query) => {
    expect(find(query)).toEqual([]);
  });

  test('an empty query gives the first ones, a limit is kept', () => {
    expect(find('', 3)).toEqual(
      catalogue()
        .slice(0, 3)
        .map(({ locale }) => locale),
    );
    expect(find(' ', 3)).toHaveLength(3);
    expect(find('en', 2)).toHaveLength(2);
    expect(find('en', 0)).toEqual([]);
  });
});
