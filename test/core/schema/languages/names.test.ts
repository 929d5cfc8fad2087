import { expect, test } from 'vitest';
import { languageNames } from '../../../../core/schema/languages/names.ts';

const named = (locales: readonly string[], locale: string) => [
  ...languageNames(
    locales.map((one) => ({ slug: one, locale: one })),
    locale,
  ).values(),
];

test.each([
  ['no region where each name is alone', ['en_US', 'fr_FR', 'de_DE'], 'en', ['English', 'French', 'German']],
  ['a short region where two share a name', ['en_US', 'en_GB', 'de'], 'en', ['English (US)', 'English (UK)', 'German']],
  ['in French', ['en_US', 'de_DE'], 'fr', ['anglais', 'allemand']],
  ['a code without a name stays', ['q'], 'en', ['q']],
] as const)('%s', (_what, locales, locale, names) => {
  expect(named(locales, locale)).toEqual(names);
});
