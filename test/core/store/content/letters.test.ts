import { expect, onTestFinished, test } from 'vitest';
import { openBench } from '../../../support/engine.ts';

test.each(['Émile', 'émile', 'ÉMILE', 'Anne Émile', 'anne émile', 'mile'])(
  'whatever the case of its letters %s finds a user and a change',
  (search) => {
    const bench = openBench();
    onTestFinished(() => bench.engine.close());
    bench.ask('POST', '/polydesk/v1/tokens', { name: 'one', role: 'editor', user: 'Anne Émile' });
    bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR', name: 'Anne Émile' });
    const found = (path: string): unknown[] =>
      bench.engine.dispatch({ method: 'GET', path, query: { search } }, bench.admin).body as unknown[];
    expect(found('/wp/v2/users').map((user) => (user as { name: string }).name)).toContain('Anne Émile');
    // The language has this name, and so does the user created with the token.
    expect(found('/polydesk/v1/history')).toMatchObject([{ id: 2 }, { id: 1 }]);
  },
);

test('a search for thousands of words is answered', () => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  bench.ask('POST', '/wp/v2/posts', { title: 'one', content: 'two three', status: 'publish' });
  const words = (count: number, of: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => of(n)).join(' ');
  const found = (path: string, search: string): unknown => {
    const answer = bench.engine.dispatch({ method: 'GET', path, query: { search } }, bench.admin);
    expect(answer.status).toBe(200);
    return (answer.body as unknown[]).length;
  };
  for (const path of ['/wp/v2/posts', '/wp/v2/search']) {
    // Each short word is a condition of its own.
    expect(
      found(
        path,
        words(3000, (n) => String.fromCodePoint(0x4e00 + n)),
      ),
    ).toBe(0);
    expect(
      found(
        path,
        words(3000, (n) => `-${String.fromCodePoint(0x4e00 + n)}`),
      ),
    ).toBe(1);
    expect(
      found(
        path,
        words(3000, () => 'e'),
      ),
    ).toBe(1);
    expect(
      found(
        path,
        words(3000, () => 'three'),
      ),
    ).toBe(1);
  }
  expect(
    found(
      '/polydesk/v1/history',
      words(3000, (n) => `three${n}`),
    ),
  ).toBe(0);
});
