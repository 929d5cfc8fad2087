import { describe, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { bodyOf, type Bench } from '../../support/engine.ts';
import { SETTINGS, threeLanguages } from './language-sites.ts';

/** Errors of a write, in the order of the request; none of it is stored. */
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
    const { status } = await engine.ask({ method: 'POST', path: SETTINGS, body: provider(api_key) }, admin);
    return status;
  };

  test('is never disclosed or stored in the file, kept by its mask and cleared by ""', async () => {
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
