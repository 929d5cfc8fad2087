import { expect, test } from 'vitest';
import { languageNames, ownNames } from '../../../../core/schema/languages/names.ts';

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

test('a language calls itself by the name it has on the site, with its region only if another has that name too', () => {
  const own = ownNames([
    { slug: 'de', locale: 'de_DE', name: 'Deutsch' },
    { slug: 'en', locale: 'en_US', name: 'English' },
    { slug: 'gb', locale: 'en_GB', name: 'English' },
    { slug: 'xx', locale: 'xx', name: 'This &amp; that' },
  ]);
  expect([...own.values()]).toEqual(['Deutsch', 'English (US)', 'English (UK)', 'This & that']);
});
