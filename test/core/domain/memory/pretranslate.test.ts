// Writing many texts in one job: filling them from the memory, and the safe fixes of the checks.
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const contentOf = (texts: readonly string[]): string => texts.map(paragraph).join('\n\n');

interface Report {
  texts: number;
  exact: number;
  fuzzy: number;
  items: number;
  created: number;
  skipped: number;
  fixed: number;
}

function siteOfTwo() {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  const add = (body: object): number => {
    return Number(bodyOf(bench.ask('POST', '/wp/v2/posts', { status: 'publish', ...body }))['id']);
  };
  return { bench, add };
}

function runJob(bench: Bench, path: string, body: object): Report {
  const { job } = bodyOf(bench.ask('POST', path, body)) as { job: number };
  const done = bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${job}`));
  expect(done['state']).toBe('done');
  return done['report'] as Report;
}

const rawOf = (bench: Bench, id: number): string => {
  const { body } = bench.engine.dispatch(
    { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } },
    bench.admin,
  );
  return (body as { content: { raw: string } }).content.raw;
};
const undoLast = (bench: Bench): void => {
  const [last] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(bench.ask('POST', `/polydesk/v1/history/${last?.id}/undo`, {}).status).toBeLessThan(300);
};
const versionOf = (bench: Bench, id: number): number | undefined => {
  const items = bodyOf(bench.ask('GET', `/polydesk/v1/items/post/${id}`))['items'] as Record<string, { id: number }>;
  return items['fr']?.id;
};

const KNOWN = {
  en: ['Use <strong>300 lumens</strong> on a lit street at night.', 'Ride slowly near other people.'],
  fr: ['Utilisez <strong>300 lumens</strong> dans une rue éclairée.', 'Roulez lentement près des autres.'],
};
const WANTED = [
  'Use <strong>400 lumens</strong> on a lit street at night.',
  'Ride slowly near other people.',
  'Nothing like it.',
];

function withMemory() {
  const site = siteOfTwo();
  const en = site.add({ title: 'Lamp', content: contentOf(KNOWN.en), lang: 'en' });
  site.add({ title: 'Lampe', content: contentOf(KNOWN.fr), lang: 'fr', translations: { en } });
  const source = site.add({ title: 'Night riding', content: contentOf(WANTED), lang: 'en' });
  return { ...site, source };
}

test('a preview reports what would be filled, and writes nothing', () => {
  const { bench, source } = withMemory();
  const before = bench.ask('GET', '/polydesk/v1/history').body;
  const report = runJob(bench, '/polydesk/v1/pretranslate', { lang: 'fr', min: 85, preview: true });
  expect(report).toEqual({ texts: 4, exact: 1, fuzzy: 1, items: 1, created: 1, skipped: 0 });
  expect(bench.ask('GET', '/polydesk/v1/history').body).toEqual(before);
  expect(versionOf(bench, source)).toBeUndefined();
});

test('exact matches are filled, similar ones marked for review, as one entry that can be undone', () => {
  const { bench, source } = withMemory();
  const report = runJob(bench, '/polydesk/v1/pretranslate', { lang: 'fr', min: 85 });
  expect(report).toMatchObject({ exact: 1, fuzzy: 1, items: 1, created: 1 });
  const made = versionOf(bench, source) ?? 0;
  expect(rawOf(bench, made)).toBe(
    contentOf(['Utilisez <strong>400 lumens</strong> dans une rue éclairée.', KNOWN.fr[1] ?? '', WANTED[2] ?? '']),
  );
  expect(bodyOf(bench.ask('GET', `/wp/v2/posts/${made}`))['status']).toBe('draft');
  // The similar one waits for somebody, with its score; the same one does not.
  const { fields } = bodyOf(bench.ask('GET', `/polydesk/v1/drafts/post/${made}`)) as {
    fields: Record<string, string[]>;
  };
  expect(fields['machine']).toEqual(['s0']);
  expect(fields['memory']).toEqual(['s0 99']);
  undoLast(bench);
  expect(versionOf(bench, source)).toBeUndefined();
});

test('by default only exact matches are used, and published versions and edited texts stay', () => {
  const { bench, add, source } = withMemory();
  const written = contentOf([WANTED[0] ?? '', 'Tout doux.', WANTED[2] ?? '']);
  const target = add({ title: 'La nuit', content: written, lang: 'fr', translations: { en: source } });
  const other = add({ title: 'Twice', content: contentOf([KNOWN.en[1] ?? '']), lang: 'en' });
  add({ title: 'Deux fois', content: contentOf([KNOWN.en[1] ?? '']), lang: 'fr', translations: { en: other } });
  const report = runJob(bench, '/polydesk/v1/pretranslate', { lang: 'fr' });
  expect(report).toMatchObject({ exact: 1, fuzzy: 0, items: 0, skipped: 1 });
  expect(rawOf(bench, target)).toBe(written);
  expect(runJob(bench, '/polydesk/v1/pretranslate', { lang: 'fr', published: true })).toMatchObject({ items: 1 });
  expect(rawOf(bench, target)).toBe(written);
});

test.each([
  [{ lang: 'xx' }, 400],
  [{ lang: 'en' }, 400],
  [{ lang: 'fr', min: 10 }, 400],
  [{ lang: 'fr', min: 101 }, 400],
])('%j is refused', (body, status) => {
  const { bench } = siteOfTwo();
  expect(bench.ask('POST', '/polydesk/v1/pretranslate', body).status).toBe(status);
});

test('safe fixes are done for one check, or all; what is ignored stays, marks too', () => {
  const { bench, add } = siteOfTwo();
  const en = add({
    title: 'Lamp',
    content: contentOf(['See the <em>beam</em> now.', 'Ride on…', 'Ride home.']),
    lang: 'en',
  });
  const texts = ['Voyez  le <em>faisceau</em> maintenant.', 'Roulez...', 'Rentrez  vite.'];
  const fr = add({ title: 'Lampe', content: contentOf(texts), lang: 'fr', translations: { en } });
  const counts = () =>
    bench.ask('GET', '/polydesk/v1/findings/counts').body as { check: string; count: number; fixes: number }[];
  const doubled = () => counts().find(({ check }) => check === 'double_space');
  expect(doubled()).toMatchObject({ lang: 'fr', count: 2, fixes: 2, severity: 'warning' });
  const list = (query = {}) =>
    bench.engine.dispatch(
      { method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr', check: 'double_space', ...query } },
      bench.admin,
    ).body as { source_hash: string; target_hash: string; target: string }[];
  const ignored = list().find(({ target }) => target.startsWith('Rentrez'));
  const { source_hash, target_hash } = ignored ?? { source_hash: '', target_hash: '' };
  bench.ask('POST', '/polydesk/v1/findings/ignore', {
    kind: 'post',
    id: fr,
    check: 'double_space',
    source_hash,
    target_hash,
  });
  expect(doubled()).toMatchObject({ count: 1, fixes: 1, ignored: 1 });
  expect(list().map(({ target }) => target)).toEqual(['Voyez  le <g id="0">faisceau</g> maintenant.']);
  expect(list({ ignored: true })).toEqual([ignored]);
  expect(runJob(bench, '/polydesk/v1/findings/fix', { lang: 'fr', check: 'double_space' })).toEqual({
    ...{ fixed: 1, items: 1, skipped: 0 },
  });
  expect(rawOf(bench, fr)).toBe(contentOf(['Voyez le <em>faisceau</em> maintenant.', 'Roulez...', 'Rentrez  vite.']));
  undoLast(bench);
  expect(rawOf(bench, fr)).toBe(contentOf(texts));
  runJob(bench, '/polydesk/v1/findings/fix', { lang: 'fr', items: [{ kind: 'post', id: en }] });
  expect(rawOf(bench, fr)).toBe(contentOf(texts));
  // What is left out of the order stays, beside what is fixed in the same item.
  const names = { kind: 'post', id: fr, check: 'double_space', source_hash, target_hash };
  bench.ask('POST', '/polydesk/v1/findings/ignore', { ...names, ignore: false });
  expect(doubled()).toMatchObject({ count: 2, fixes: 2, ignored: 0 });
  expect(runJob(bench, '/polydesk/v1/findings/fix', { lang: 'fr', check: 'double_space', skip: [names] })).toEqual({
    ...{ fixed: 1, items: 1, skipped: 0 },
  });
  expect(rawOf(bench, fr)).toBe(contentOf(['Voyez le <em>faisceau</em> maintenant.', 'Roulez...', 'Rentrez  vite.']));
  expect(list().map(({ target }) => target)).toEqual(['Rentrez  vite.']);
});
