import { describe, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../../../core/types.ts';
import { bodyOf, openBench, type BenchOptions } from '../../../support/engine.ts';
import { SETTINGS, threeLanguages } from '../language-sites.ts';

const CUSTOM: BenchOptions = {
  contentModel: {
    post_types: [{ name: 'book', supports: [], taxonomies: [], hierarchical: false, has_archive: false }],
    taxonomies: [{ name: 'genre', hierarchical: false, object_types: ['book'] }],
  },
};

/** Consecutive writes, and the stored result (`interface.md` 2.3 to 2.8). */
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

test('the schema of the settings excludes additional ones', () => {
  const bench = openBench();
  const { schema } = bodyOf(bench.ask('OPTIONS', '/pll/v1/settings')) as { schema: Dict };
  bench.engine.close();
  expect(schema).toMatchObject({ title: 'settings', type: 'object', additionalProperties: false });
});
