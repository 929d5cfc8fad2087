/**
 * Names of a site's languages in another language, by code: "German"; "English (UK)" only if the site has another English. A
 * language without a name there keeps the name it has on the site, followed by its code: "Klingon (tlx)".
 */
export function languageNames(
  languages: readonly { slug: string; locale: string; name: string }[],
  displayLocale: string,
): ReadonlyMap<string, string> {
  const base = (locale: string): string => locale.split(/[-_]/)[0] ?? locale;
  return new Map(
    languages.map(({ slug, locale, name }) => {
      const isAlone = languages.every((other) => other.slug === slug || base(other.locale) !== base(locale));
      if (!isNamed(base(locale), displayLocale)) return [slug, `${plainName({ name })} (${slug})`];
      return [slug, languageNameIn(isAlone ? base(locale) : locale, displayLocale)];
    }),
  );
}

/** What each language of a site calls itself, by code: "Deutsch"; with its region only if two share a name: "English (UK)". */
export function ownNames(
  languages: readonly { slug: string; locale: string; name: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    languages.map((language) => {
      const { slug, locale } = language;
      const name = plainName(language);
      const isAlone = languages.every((other) => other.slug === slug || plainName(other) !== name);
      return [slug, isAlone ? name : languageNameIn(locale, locale.replaceAll('_', '-'))];
    }),
  );
}

/** The decoded name of a language on its site: stored names contain `&amp;`. */
export function plainName({ name }: { name: string }): string {
  return name.replaceAll('&amp;', '&');
}

/** Whether the name in the interface language says nothing new next to its own one: "français", or "Klingon (tlx)". */
export function repeatsName(uiName: string, { name, slug }: { name: string; slug: string }): boolean {
  return [name, `${name} (${slug})`].some((known) => known.toLowerCase() === uiName.toLowerCase());
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

/** Whether a language code has a name of its own in that language. */
function isNamed(code: string, displayLocale: string): boolean {
  return nameIn(code, displayLocale, NAMES) !== code;
}

function nameIn(code: string, displayLocale: string, options: Intl.DisplayNamesOptions): string {
  try {
    return new Intl.DisplayNames([displayLocale], options).of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
