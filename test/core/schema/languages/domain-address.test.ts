import { describe, expect, test } from 'vitest';
import { normaliseDomain } from '../../../../core/schema/languages/domain-address.ts';
import { growth, STEEP } from '../../../support/growth.ts';

/** The address of a language, as given and as stored (`interface.md` 2.4). */
describe('stored', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    ['en.test', 'http://en.test'],
    ['localhost', 'http://localhost'],
    ['en.test:8080', 'http://en.test:8080'],
    ['en.test/blog', 'http://en.test/blog'],
    [' https://en.test ', 'https://en.test'],
    ['HTTPS://En.Test/Blog/', 'https://En.Test/Blog/'],
    ['http://en.test/', 'http://en.test/'],
    ['https://bücher.example', 'https://bücher.example'],
    ['https://例え.テスト/道', 'https://例え.テスト/道'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
    ['a-b.c_d.test', 'http://a-b.c_d.test'],
    ['x', 'http://x'],
  ])('%j → %j', (given, stored) => {
    expect(normaliseDomain(given)).toBe(stored);
  });
});

describe('refused', () => {
  test.each([
    'ftp://en.test',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//en.test',
    '/blog',
    '../x',
    'http://',
    'http:///x',
    'http://user@en.test',
    'http://user:pw@en.test',
    'http://en.test?x=1',
    'http://en.test/#top',
    'en.test/a b',
    'en test',
    'http://en.test/<b>',
    'http://en.test/"x"',
    'http://en.test/`x`',
    'http://en.test:99999',
    'http://en.test:0',
    'http://en.test:x',
    'http://.en.test',
    'http://en..test',
    'http://en.test.',
    'http://-en.test',
    'http://en.test\n/x',
    'https://https://en.test',
    '://en.test',
  ])('%j', (given) => {
    expect(normaliseDomain(given)).toBeUndefined();
  });

  test('hostile text costs no time', () => {
    const texts: ((size: number) => string)[] = [
      (size) => 'a'.repeat(size),
      (size) => 'a.'.repeat(size / 2),
      (size) => '-'.repeat(size),
      (size) => `http://${'a-'.repeat(size / 2)}!`,
    ];
    for (const text of texts) expect(growth(1_000_000, (size) => normaliseDomain(text(size)))).toBeLessThan(STEEP);
  });
});
