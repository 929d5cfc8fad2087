import { expect, test } from 'vitest';
import { languageNames } from '../../../../core/schema/languages/names.ts';

const named = (locales: readonly string[], locale: string) => [
  ...languageNames(
    locales.map((one) => ({ slug: one, locale: one, name: 'Own' })),
    locale,
  ).values(),
];

test.each([
  ['no region where each name is alone', ['en_US', 'fr_FR', 'de_DE'], 'en', ['English', 'French', 'German']],
  ['a short region where two share a name', ['en_US', 'en_GB', 'de'], 'en', ['English (US)', 'English (UK)', 'German']],
  ['in French', ['en_US', 'de_DE'], 'fr', ['anglais', 'allemand']],
  [
    'an invented one by its own name, and its code',
    ['xx_YY', 'q', 'fr_FR'],
    'en',
    ['Own (xx_YY)', 'Own (q)', 'French'],
  ],
  ['an invented one, in French', ['xx'], 'fr', ['Own (xx)']],
  ['an invented one, in Arabic', ['xx', 'de_DE'], 'ar', ['Own (xx)', 'الألمانية']],
] as const)('%s', (_what, locales, locale, names) => {
  expect(named(locales, locale)).toEqual(names);
});

test('an ampersand in a name is read as it is meant', () => {
  expect([...languageNames([{ slug: 'xx', locale: 'xx', name: 'This &amp; that' }], 'en').values()]).toEqual([
    'This & that (xx)',
  ]);
});
