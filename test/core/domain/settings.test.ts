import { afterEach, describe, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from '../../support/engine.ts';

const SETTINGS = '/pll/v1/settings';
const open: Bench[] = [];
afterEach(() => {
  for (const { engine } of open.splice(0)) engine.close();
});

/** A site with English (default), French and German. */
function threeLanguages(options: BenchOptions = {}): Bench {
  const bench = openBench(options);
  open.push(bench);
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) bench.ask('POST', '/pll/v1/languages', { locale });
  return bench;
}

const CUSTOM: BenchOptions = {
  contentModel: {
    post_types: [{ name: 'book', supports: [], taxonomies: [], hierarchical: false, has_archive: false }],
    taxonomies: [{ name: 'genre', hierarchical: false, object_types: ['book'] }],
  },
};

/** Writes one after another, and what is stored in the end (`interface.md` 2.3 to 2.8). */
describe('stores', () => {
  test.each<[string, writes: Dict[], stored: Dict, options?: BenchOptions]>([
    [
      'loose spellings as their type',
      [{ force_lang: '2', hide_default: 'false' }],
      { force_lang: 2, hide_default: false },
    ],
    [
      'without the language in front, false with one domain each',
      [{ force_lang: 3, hide_default: true }],
      { hide_default: false },
    ],
    ['also where the domains were chosen before', [{ force_lang: 3 }, { hide_default: true }], { hide_default: false }],
    ['what comes before the mode as it was asked', [{ hide_default: true, force_lang: 3 }], { hide_default: true }],
    ['the browser language with domains', [{ force_lang: 3, browser: true }], { browser: true }],
    [
      'no browser language with domains in the standard edition',
      [{ force_lang: 3, browser: true }],
      { browser: false },
      { edition: 'standard' },
    ],
    [
      'registered custom types once, no built-in ones',
      [{ post_types: ['page', 'book', 'x', 'book'] }],
      { post_types: ['book'] },
      CUSTOM,
    ],
    ['and taxonomies', [{ taxonomies: 'category, genre' }], { taxonomies: ['genre'] }, CUSTOM],
    [
      'each thing to keep equal once',
      [{ sync: ['menu_order', 'taxonomies', 'menu_order'] }],
      { sync: ['menu_order', 'taxonomies'] },
    ],
    ['language taxonomies once', [{ language_taxonomies: ['a', 'b', 'a'] }], { language_taxonomies: ['a', 'b'] }],
    [
      'a part of media beside the others',
      [{ media: { duplicate: true } }, { media: {} }],
      { media: { duplicate: true } },
    ],
    [
      'the tone of a provider that has no key',
      [{ machine_translation_services: { mt_provider: { formality: 'prefer_more' } } }],
      { machine_translation_services: { mt_provider: { api_key: '', formality: 'prefer_more' } } },
    ],
    [
      'no provider for an empty one',
      [{ machine_translation_services: { mt_provider: {} } }],
      { machine_translation_services: { mt_provider: [] } },
    ],
    [
      'domains of every language, by name',
      [{ domains: { fr: ' fr.test ' } }],
      { domains: { de: '', en: '', fr: 'http://fr.test' } },
    ],
    [
      'domains that were not named',
      [{ domains: { fr: 'fr.test' } }, { domains: { en: 'en.test' } }],
      { domains: { de: '', en: 'http://en.test', fr: 'http://fr.test' } },
    ],
    [
      'none where one is cleared',
      [{ domains: { fr: 'fr.test' } }, { domains: { fr: '' } }],
      { domains: { de: '', en: '', fr: '' } },
    ],
    [
      'menus by name of the language, none of the number 0',
      [{ nav_menus: { t: { top: { fr: 2, de: 0, en: 1 } } } }],
      { nav_menus: { t: { top: { en: 1, fr: 2 } } } },
    ],
    ['empty places', [{ nav_menus: { t: { top: {} } } }], { nav_menus: { t: { top: {} } } }],
    [
      'menus as a whole',
      [{ nav_menus: { t: { top: { en: 1 } } } }, { nav_menus: { u: {} } }],
      { nav_menus: { u: {} } },
    ],
    ['another default language', [{ default_lang: 'fr' }], { default_lang: 'fr' }],
    ['nothing of names every object has', [{ constructor: 1, toString: 'x', hasOwnProperty: true }], {}],
    [
      'nothing that is read-only',
      [{ version: '9', first_activation: 1, previous_version: 5 }],
      { previous_version: '' },
    ],
  ])('%s', (_name, writes, stored, options) => {
    const bench = threeLanguages(options);
    const answers = writes.map((body) => bench.ask('POST', SETTINGS, body));
    expect(answers.map((one) => one.status)).toEqual(writes.map(() => 200));
    const now = bodyOf(bench.ask('GET', SETTINGS));
    expect(now).toMatchObject(stored);
    for (const name of ['domains', 'nav_menus'])
      if (name in stored) expect(JSON.stringify(now[name])).toBe(JSON.stringify(stored[name]));
    expect(bodyOf(answers.at(-1) as RestResponse)).toEqual(now);
  });

  test('nothing, and makes no entry, when nothing changes', () => {
    const { ask } = threeLanguages();
    ask('POST', SETTINGS, { domains: { fr: 'fr.test' }, sync: ['menu_order'] });
    for (const body of [
      {},
      { sync: ['menu_order'] },
      { domains: {} },
      { hide_default: true, default_lang: 'en' },
      { unknown: 1 },
    ])
      expect(ask('POST', SETTINGS, body).headers).not.toHaveProperty('X-Polydesk-Entry');
  });
});

/** Faults of a write, in the order of the request; none of it is stored. */
describe('refuses', () => {
  const warning = { data: 'warning' };
  test.each<[string, before: Dict, write: Dict, codes: string[], warns?: boolean]>([
    ['an unknown default language', {}, { default_lang: 'xx' }, ['pll_invalid_language']],
    ['a locale as default language', {}, { default_lang: 'fr_x' }, ['pll_invalid_language']],
    ['an unknown language with a domain', {}, { domains: { xx: 'x.test' } }, ['pll_unknown_domains_languages'], true],
    [
      'a language without a domain of its own',
      { force_lang: 3 },
      { domains: { fr: 'fr.test' } },
      ['pll_empty_domains'],
      true,
    ],
    [
      'both',
      { force_lang: 3 },
      { domains: { xx: 'x.test' } },
      ['pll_unknown_domains_languages', 'pll_empty_domains'],
      true,
    ],
    ['the mode of the same request', {}, { force_lang: 3, domains: {} }, ['pll_empty_domains'], true],
    [
      'not the mode that comes after',
      {},
      { domains: { xx: '' }, force_lang: 3 },
      ['pll_unknown_domains_languages'],
      true,
    ],
    [
      'an unknown language with a menu',
      {},
      { nav_menus: { t: { top: { xx: 1 } } } },
      ['pll_unknown_nav_menus_languages'],
      true,
    ],
    [
      'all of it together',
      { force_lang: 3 },
      { nav_menus: { t: { top: { xx: 1 } } }, default_lang: 'xx', domains: { xx: '' }, hide_default: false },
      ['pll_unknown_nav_menus_languages', 'pll_invalid_language', 'pll_unknown_domains_languages', 'pll_empty_domains'],
      true,
    ],
    [
      'a key nobody sealed',
      {},
      { machine_translation_services: { mt_provider: { api_key: 'in clear' } } },
      ['polydesk_unsealed_secret'],
    ],
  ])('%s', (_name, before, write, codes, warns = false) => {
    const { ask } = threeLanguages();
    ask('POST', SETTINGS, before);
    const stored = ask('GET', SETTINGS).body;
    const { status, body } = ask('POST', SETTINGS, write);
    const {
      code,
      additional_errors = [],
      additional_data,
    } = body as Dict & { additional_errors?: { code: string; data: unknown }[] };
    expect([status, code, ...additional_errors.map((one) => one.code)]).toEqual([400, ...codes]);
    expect(additional_data).toEqual(warns ? ['warning'] : undefined);
    for (const one of additional_errors)
      expect(one.data).toBe(one.code === 'pll_invalid_language' ? null : warning.data);
    expect(ask('GET', SETTINGS).body).toEqual(stored);
  });

  test('a language that is switched off as default', () => {
    const { ask } = threeLanguages();
    const fr = bodyOf(ask('GET', '/pll/v1/languages/fr'))['term_id'] as number;
    ask('PATCH', `/polydesk/v1/languages/${fr}`, { active: false });
    expect(bodyOf(ask('POST', SETTINGS, { default_lang: 'fr' }))['code']).toBe('pll_invalid_language');
  });
});

describe('the key of a provider', () => {
  const provider = (api_key: string): Dict => ({ machine_translation_services: { mt_provider: { api_key } } });
  const shown = ({ ask }: Bench): unknown =>
    (bodyOf(ask('GET', SETTINGS)) as { machine_translation_services: Dict })['machine_translation_services'][
      'mt_provider'
    ];
  const write = async ({ engine, admin }: Bench, api_key: string): Promise<number> => {
    const sealed = await engine.seal({ method: 'POST', path: SETTINGS, body: provider(api_key) });
    return engine.dispatch(sealed, admin).status;
  };

  test('is never told, never stored in the file, kept by its mask and cleared by ""', async () => {
    const bench = threeLanguages();
    expect(await write(bench, 'secret-1')).toBe(200);
    expect(shown(bench)).toEqual({ api_key: '********', formality: 'default' });
    expect([...bench.secrets.values()]).toEqual(['secret-1']);
    expect(bench.engine.site.db.serialize().includes('secret-1')).toBe(false);
    expect(await write(bench, '********')).toBe(200);
    expect([...bench.secrets.values()]).toEqual(['secret-1']);
    expect(await write(bench, '')).toBe(200);
    expect(shown(bench)).toEqual({ api_key: '', formality: 'default' });
  });
});

describe('defaults', () => {
  test('stand until something is written, and for a value that no longer fits', () => {
    const { ask, engine, admin: _admin } = threeLanguages();
    const before = ask('GET', SETTINGS).body;
    expect(before).toMatchObject({
      force_lang: 1,
      domains: {},
      sync: [],
      machine_translation_services: { mt_provider: [] },
    });
    engine.site.db.exec(
      "DROP TRIGGER journal_of_settings_insert; INSERT INTO settings VALUES ('sync', '[\"colour\"]'), ('domains', '5')",
    );
    expect(ask('GET', SETTINGS).body).toEqual(before);
  });

  test('the standard edition has no extended settings', () => {
    const { ask } = threeLanguages({ edition: 'standard' });
    ask('POST', SETTINGS, { media: { duplicate: true }, machine_translation_enabled: true });
    const names = Object.keys(ask('GET', SETTINGS).body as Dict);
    expect(names.filter((name) => name === 'media' || name.startsWith('machine'))).toEqual([]);
  });
});
