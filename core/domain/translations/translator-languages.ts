/** A language in the provider's terms. */
export interface ProviderLanguage {
  source: string;
  target: string;
  /** It supports formal and informal address. */
  formality: boolean;
}

/** Supported target languages, by the language code of a locale (`deepl-node` 1.28). */
const KNOWN = new Set(
  (
    'af an ar as ay az ba be bg bho bn br bs ca ceb ckb cs cy da de el en eo es et eu fa fi fr ga gl gn gom gu ha he hi ' +
    'hr ht hu hy id ig is it ja jv ka kk kmr ko ky la lb lmo ln lt lv mai mg mi mk ml mn mr ms mt my nb ne nl oc om pa ' +
    'pag pam pl prs ps pt qu ro ru sa scn sk sl sq sr st su sv sw ta te tg th tk tl tn tr ts tt uk ur uz vi wo xh yi yue zh zu'
  ).split(' '),
);
/** Alternative codes of the same language. */
const ALIASES: Readonly<Record<string, string>> = { no: 'nb', iw: 'he', in: 'id', fil: 'tl', ary: 'ar', kmr: 'kmr' };
const FORMAL = new Set(['de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru']);
/** Regions with American English; others use British English. */
const AMERICAN = new Set(['', 'US', 'CA', 'PH', 'PR', 'LR']);
const TRADITIONAL = new Set(['TW', 'HK', 'MO']);

/**
 * The provider's language for a locale of the site; undefined if unsupported.
 * @param locale such as `pt_BR`, `de_DE_formal`
 */
export function providerLanguage(locale: string): ProviderLanguage | undefined {
  const [first = '', ...rest] = locale.split('_');
  const region = rest.find((part) => /^[A-Z]{2}$/.test(part)) ?? '';
  const code = Object.hasOwn(ALIASES, first) ? ALIASES[first] : first;
  if (code === undefined || !KNOWN.has(code)) return undefined;
  return { source: code.toUpperCase(), target: targetOf(code, region), formality: FORMAL.has(code) };
}

/** The formality implied by a locale, such as `de_DE_formal`; undefined for none. */
export function toneOf(locale: string): 'prefer_more' | 'prefer_less' | undefined {
  if (/_formal$/.test(locale)) return 'prefer_more';
  return /_informal$/.test(locale) ? 'prefer_less' : undefined;
}

function targetOf(code: string, region: string): string {
  if (code === 'en') return AMERICAN.has(region) ? 'EN-US' : 'EN-GB';
  if (code === 'pt') return region === 'BR' ? 'PT-BR' : 'PT-PT';
  if (code === 'es') return region === '' || region === 'ES' ? 'ES' : 'ES-419';
  if (code === 'zh') return TRADITIONAL.has(region) ? 'ZH-HANT' : 'ZH-HANS';
  return code.toUpperCase();
}
