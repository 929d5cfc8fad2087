import { validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openBench } from '../../../support/engine.ts';
import { serveEngine } from '../help.ts';

const LINK = 'https://xn--e1afmkfd.xn--p1ai';

// Findings F1: such an address was stored, and from then on every GET of an item returned 500.
test.each<[what: string, site: Dict, settings: Dict, link: string]>([
  ['a Cyrillic host', { url: 'https://пример.рф' }, {}, `${LINK}/en/hello/`],
  ['a Japanese host', { url: 'http://例え.jp' }, {}, 'http://xn--r8jz45g.jp/en/hello/'],
  ['a host of Latin letters', { url: 'https://münchen.de' }, {}, 'https://xn--mnchen-3ya.de/en/hello/'],
  [
    'a permalink structure',
    { permalink_structure: '/статьи/%postname%/' },
    {},
    'http://example.org/en/%D1%81%D1%82%D0%B0%D1%82%D1%8C%D0%B8/hello/',
  ],
  ['a domain of a language', {}, { force_lang: 3, domains: { en: 'https://пример.рф' } }, `${LINK}/hello/`],
  ['an address in ASCII', {}, {}, 'http://example.org/en/hello/'],
])('%s never breaks an answer, and its header is ASCII', async (_what, site, settings, link) => {
  const bench = openBench({ homeUrl: 'http://example.org' });
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  bench.ask('POST', '/pll/v1/settings', { hide_default: false, ...settings });
  const { id } = bench.ask('POST', '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en' }).body as Dict;
  expect(bench.ask('POST', '/wp/v2/settings', { permalink_structure: '/%postname%/', ...site }).status).toBe(200);
  const { url } = await serveEngine(bench.engine, () => null);
  for (const path of [`/wp/v2/posts/${String(id)}`, '/wp/v2/posts', '/pll/v1/languages', '/']) {
    const answer = await fetch(`${url}/wp-json${path}`);
    expect(answer.status, path).toBe(200);
    const header = answer.headers.get('link') ?? '';
    expect(header).toMatch(/^[ -~]+$/);
    if (path.endsWith(String(id))) expect(header).toBe(`<${link}>; rel="alternate"; type=text/html`);
  }
});

test('control: a header with such an address as it is written is refused', () => {
  expect(() => validateHeaderValue('Link', '<https://пример.рф/>')).toThrow(/Invalid character/);
});
