import { describe, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { bodyOf, type Bench } from '../../../support/engine.ts';
import { LANGUAGES, openWith as openSite } from '../language-sites.ts';

let bench: Bench;

function openWith(...locales: string[]): Bench {
  bench = openSite(locales, { homeUrl: 'https://example.test' });
  return bench;
}

const idOf = (code: string): number => bodyOf(bench.ask('GET', `${LANGUAGES}/${code}`))['term_id'] as number;
const list = (): Dict[] => bench.ask('GET', LANGUAGES).body as Dict[];
const codes = (): unknown[] => list().map((one) => one['slug']);

/** Each omitted value is derived on its own (`interface.md` 4.3). */
describe('create', () => {
  test.each<[string, given: Dict, made: Dict]>([
    [
      'from a locale',
      { locale: 'fr_FR' },
      { name: 'Français', slug: 'fr', is_rtl: false, flag_code: 'fr', w3c: 'fr-FR', term_group: 0 },
    ],
    ['from a language alone', { locale: 'ar' }, { slug: 'ar', is_rtl: true, flag_code: 'eg', w3c: 'ar' }],
    [
      'with a name of its own',
      { locale: 'de_DE', name: 'Hochdeutsch' },
      { name: 'Hochdeutsch', slug: 'de', flag_code: 'de' },
    ],
    ['with a code of its own', { locale: 'en_GB', slug: 'en-gb' }, { slug: 'en-gb', flag_code: 'gb' }],
    ['without a flag', { locale: 'fr_FR', flag_code: '' }, { flag_code: '', flag: '', flag_url: '' }],
    ['with a direction', { locale: 'fr_FR', is_rtl: '1' }, { is_rtl: true }],
    ['with a place', { locale: 'fr_FR', term_group: -5 }, { term_group: 0 }],
    ['of an unknown language', { locale: 'xx_YY', name: 'X', slug: 'xx' }, { name: 'X', is_rtl: false, flag_code: '' }],
    ['with markup in its name', { locale: 'fr_FR', name: ' <i>R&D</i> ' }, { name: 'R&amp;D' }],
    ['with a code other things have', { locale: 'fr_FR', slug: 'wp-json' }, { slug: 'wp-json' }],
    ['with a code that ends in a line', { locale: 'fr_FR', slug: 'fr-' }, { slug: 'fr-' }],
    [
      'ignoring what is read-only',
      { locale: 'fr_FR', active: false, is_default: false, w3c: 5 },
      { active: true, is_default: true },
    ],
  ])('%s', (_name, given, made) => {
    const { ask } = openWith();
    const { status, body } = ask('POST', LANGUAGES, given);
    expect([status, body]).toEqual([200, expect.objectContaining(made)]);
    expect(list()).toEqual([body]);
  });

  test.each<[string, given: Dict, codes: string[]]>([
    ['a taken code', { locale: 'en_GB' }, ['pll_non_unique_slug']],
    ['nothing known of the locale', { locale: 'xx_YY' }, ['pll_invalid_slug', 'pll_invalid_name']],
    ['a long code', { locale: 'fr_FR', slug: 'a'.repeat(201) }, ['pll_invalid_slug']],
    ['a flag nobody has', { locale: 'fr_FR', flag_code: '../etc' }, ['pll_invalid_flag']],
    [
      'all together',
      { locale: 'xx', slug: 'en', flag_code: 'XX' },
      ['pll_non_unique_slug', 'pll_invalid_name', 'pll_invalid_flag'],
    ],
    ['an empty name', { locale: 'fr_FR', name: '  ' }, ['pll_add_language']],
    ['a long name', { locale: 'fr_FR', name: 'a'.repeat(201) }, ['pll_add_language']],
    ['an id', { locale: 'fr_FR', term_id: 9 }, ['rest_exists']],
    ['no locale', { name: 'X' }, ['rest_missing_callback_param']],
  ])('refuses %s', (_name, given, expected) => {
    const { ask } = openWith('en_US');
    const { status, body } = ask('POST', LANGUAGES, given);
    const { code, additional_errors = [] } = body as Dict & { additional_errors?: { code: string }[] };
    expect([status, code, ...additional_errors.map((one) => one.code)]).toEqual([400, ...expected]);
    expect(codes()).toEqual(['en']);
  });

  test('the first is the default and gets the default category; each further one gets its own, unless disabled', () => {
    const { ask } = openWith('en_US', 'fr_FR');
    ask('POST', LANGUAGES, { locale: 'de_DE', no_default_cat: true });
    const categories = ask('GET', '/wp/v2/categories').body as Dict[];
    expect(categories.map((one) => [one['slug'], one['lang']])).toEqual([
      ['uncategorized', 'en'],
      ['uncategorized-fr', 'fr'],
    ]);
    expect(list().map((one) => [one['slug'], one['is_default'], countOf(one)])).toEqual([
      ['en', true, 1],
      ['fr', false, 1],
      ['de', false, 0],
    ]);
  });

  test('a category with the wanted name is taken when it has no language, else the next free one is made', () => {
    const { ask } = openWith('en_US');
    ask('POST', '/wp/v2/categories', { name: 'x', slug: 'uncategorized-fr', lang: 'en' });
    ask('POST', LANGUAGES, { locale: 'fr_FR' });
    const slugs = (ask('GET', '/wp/v2/categories', undefined).body as Dict[]).map((one) => [one['slug'], one['lang']]);
    expect(slugs).toContainEqual(['uncategorized-fr-2', 'fr']);
  });
});

describe('read', () => {
  test('in list order, and by code, locale or tag: the last that claims the key', () => {
    const { ask } = openWith('en_US', 'fr_FR');
    ask('POST', LANGUAGES, { locale: 'fr_CA', slug: 'fr-fr' });
    ask('PUT', `${LANGUAGES}/${idOf('en')}`, { term_group: 5 });
    expect(codes()).toEqual(['fr', 'fr-fr', 'en']);
    const found = ['fr', 'fr_FR', 'fr-FR', 'fr_CA', 'fr-CA', 'fr-fr', 'FR'].map(
      (key) => bodyOf(ask('GET', `${LANGUAGES}/${key}`))['slug'],
    );
    expect(found).toEqual(['fr', 'fr', 'fr', 'fr-fr', 'fr-fr', 'fr-fr', undefined]);
  });

  test('switched off and with fallbacks, through polydesk/v1 alone', () => {
    const { ask } = openWith('en_US', 'fr_FR');
    const path = `/polydesk/v1/languages/${idOf('fr')}`;
    const after = ask('PATCH', path, { active: false, fallbacks: ['fr_CA', 'fr_BE', 'fr_CA'] });
    expect(after.body).toMatchObject({ active: false, fallbacks: ['fr_CA', 'fr_BE'] });
    ask('PUT', `${LANGUAGES}/${idOf('fr')}`, { name: 'F' });
    expect(bodyOf(ask('GET', `${LANGUAGES}/fr`))).toMatchObject({
      active: false,
      fallbacks: ['fr_CA', 'fr_BE'],
      name: 'F',
    });
    expect(bodyOf(ask('PATCH', `/polydesk/v1/languages/${idOf('en')}`, { active: false }))['code']).toBe(
      'polydesk_default_language',
    );
  });
});

function countOf(one: Dict): unknown {
  return (one['term_props'] as { term_language: Dict }).term_language['count'];
}
