import { describe, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { bodyOf, type Bench } from '../../support/engine.ts';
import { LANGUAGES, SETTINGS, openWith as openSite } from './language-sites.ts';

let bench: Bench;

function openWith(...locales: string[]): Bench {
  bench = openSite(locales, { homeUrl: 'https://example.test' });
  return bench;
}

const idOf = (code: string): number => bodyOf(bench.ask('GET', `${LANGUAGES}/${code}`))['term_id'] as number;
const list = (): Dict[] => bench.ask('GET', LANGUAGES).body as Dict[];

describe('update', () => {
  test.each<[string, change: Dict, after: Dict]>([
    ['nothing', {}, { slug: 'fr', locale: 'fr_FR', name: 'Français', flag_code: 'fr' }],
    ['a name', { name: 'Le français' }, { name: 'Le français', slug: 'fr' }],
    [
      'a locale derives nothing again',
      { locale: 'ar' },
      { locale: 'ar', w3c: 'ar', slug: 'fr', name: 'Français', is_rtl: false, flag_code: 'fr' },
    ],
    ['a code', { slug: 'fr-ca' }, { slug: 'fr-ca', locale: 'fr_FR' }],
    ['its own code', { slug: 'fr' }, { slug: 'fr' }],
    ['no flag', { flag_code: '' }, { flag_code: '', flag: '' }],
    ['a place', { term_group: 3 }, { term_group: 3 }],
    ['a direction', { is_rtl: true }, { is_rtl: true }],
    [
      'what is ignored',
      { is_default: true, rtl: true, no_default_cat: 'x', active: false },
      { is_default: false, active: true },
    ],
  ])('%s', (_name, change, after) => {
    const { ask } = openWith('en_US', 'fr_FR');
    const { status, body } = ask('PUT', `${LANGUAGES}/${idOf('fr')}`, change);
    expect([status, body]).toEqual([200, expect.objectContaining(after)]);
    expect(list()).toContainEqual(body);
  });

  test.each<[string, change: Dict, code: string]>([
    ['the code of another', { slug: 'en' }, 'pll_non_unique_slug'],
    ['a flag nobody has', { flag_code: 'nowhere' }, 'pll_invalid_flag'],
    ['an empty name', { name: ' ' }, 'pll_update_secondary_language_terms'],
    ['a code of capitals', { slug: 'FR' }, 'rest_invalid_param'],
  ])('refuses %s', (_name, change, code) => {
    const { ask } = openWith('en_US', 'fr_FR');
    const before = list();
    expect(bodyOf(ask('PATCH', `${LANGUAGES}/${idOf('fr')}`, change))['code']).toBe(code);
    expect(list()).toEqual(before);
  });

  test('the path identifies the language, whatever body and query contain; the twin is the language', () => {
    const { ask, engine, admin } = openWith('en_US', 'fr_FR');
    const path = `${LANGUAGES}/${idOf('fr')}`;
    const query = { term_id: String(idOf('en')) };
    const answer = engine.dispatch({ method: 'POST', path, query, body: { term_id: 'x', name: 'F' } }, admin);
    expect([answer.status, bodyOf(answer)['slug'], bodyOf(answer)['name']]).toEqual([200, 'fr', 'F']);
    const twin = (bodyOf(answer)['term_props'] as { term_language: Dict }).term_language['term_id'] as number;
    expect(bodyOf(ask('GET', `${LANGUAGES}/${twin}`))['slug']).toBe('fr');
    expect(bodyOf(ask('PUT', `${LANGUAGES}/${twin}`, { name: 'G' }))['term_id']).toBe(idOf('fr'));
  });

  test('a new code is followed everywhere', () => {
    const { ask } = openWith('en_US', 'fr_FR');
    ask('POST', SETTINGS, { domains: { fr: 'fr.test' }, nav_menus: { t: { top: { fr: 2 } } }, default_lang: 'fr' });
    ask('PUT', `${LANGUAGES}/${idOf('fr')}`, { slug: 'ca' });
    expect(ask('GET', SETTINGS).body).toMatchObject({
      domains: { ca: 'http://fr.test', en: '' },
      nav_menus: { t: { top: { ca: 2 } } },
      default_lang: 'ca',
    });
    const category = (ask('GET', '/wp/v2/categories').body as Dict[]).find((one) => one['slug'] === 'uncategorized-fr');
    expect([category?.['lang'], Object.keys(category?.['translations'] as Dict)]).toEqual(['ca', ['ca', 'en']]);
  });
});

describe('delete', () => {
  test('answers what was, and leaves nothing that names it', () => {
    const { ask } = openWith('en_US', 'fr_FR');
    ask('POST', SETTINGS, { domains: { fr: 'fr.test' }, nav_menus: { t: { top: { fr: 2, en: 1 } } } });
    const before = bodyOf(ask('GET', `${LANGUAGES}/fr`));
    expect(ask('DELETE', `${LANGUAGES}/${idOf('fr')}`, { force: false }).body).toEqual({
      deleted: true,
      previous: before,
    });
    expect(ask('GET', SETTINGS).body).toMatchObject({ domains: { en: '' }, nav_menus: { t: { top: { en: 1 } } } });
    const categories = ask('GET', '/wp/v2/categories').body as Dict[];
    expect(categories.map((one) => [one['slug'], one['lang'], one['translations']])).toEqual([
      ['uncategorized', 'en', { en: 1 }],
      ['uncategorized-fr', '', {}],
    ]);
    expect(ask('GET', `${LANGUAGES}/fr`).status).toBe(404);
  });

  test('the default passes to the first active one in list order', () => {
    const { ask } = openWith('en_US', 'fr_FR', 'de_DE');
    ask('PUT', `${LANGUAGES}/${idOf('de')}`, { term_group: 1 });
    ask('PATCH', `/polydesk/v1/languages/${idOf('fr')}`, { active: false });
    ask('DELETE', `${LANGUAGES}/${idOf('en')}`);
    expect(list().map((one) => [one['slug'], one['is_default'], one['active']])).toEqual([
      ['fr', false, false],
      ['de', true, true],
    ]);
    ask('DELETE', `${LANGUAGES}/${idOf('de')}`);
    expect(list().map((one) => [one['slug'], one['is_default'], one['active']])).toEqual([['fr', true, true]]);
    ask('DELETE', `${LANGUAGES}/${idOf('fr')}`);
    expect([list(), bodyOf(ask('GET', SETTINGS))['default_lang']]).toEqual([[], '']);
  });

  test.each([['0'], ['99'], ['1']])('an unknown language %s is not found', (id) => {
    const { ask } = openWith('en_US');
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect(bodyOf(ask(method, `${LANGUAGES}/${id}`, method === 'PUT' ? {} : undefined))['code']).toBe(
        'rest_invalid_id',
      );
  });
});
