/** Names of a site's languages in another language, by code: "German"; "English (UK)" only if the site has another English. */
export function languageNames(
  languages: readonly { slug: string; locale: string }[],
  displayLocale: string,
): ReadonlyMap<string, string> {
  const base = (locale: string): string => locale.split(/[-_]/)[0] ?? locale;
  return new Map(
    languages.map(({ slug, locale }) => {
      const isAlone = languages.every((other) => other.slug === slug || base(other.locale) !== base(locale));
      return [slug, languageNameIn(isAlone ? base(locale) : locale, displayLocale)];
    }),
  );
}

const NAMES = { type: 'language', languageDisplay: 'standard', style: 'short' } as const;

/**
 * Name of a language by its locale: `fr_FR` → "French (France)", `en_GB` → "English (UK)". The code itself if there is no name.
 */
export function languageNameIn(code: string, displayLocale: string): string {
  return nameIn(code, displayLocale, NAMES);
}

/** The common name if there is a special one: "American English". The code itself if there is no name. */
export function spokenNameIn(code: string, displayLocale: string): string {
  return nameIn(code, displayLocale, { type: 'language' });
}

function nameIn(code: string, displayLocale: string, options: Intl.DisplayNamesOptions): string {
  try {
    return new Intl.DisplayNames([displayLocale], options).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
