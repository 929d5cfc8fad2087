// When a book of the memory was last used: recorded for inserted texts, apart from the history.
import { beforeEach, expect, test } from 'vitest';
import { openDeskBench, type DeskBench } from './bench.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const file =
  '<tmx version="1.4"><header creationtool="Other" srclang="en"/><body><tu><tuv xml:lang="en"><seg>A front light</seg></tuv>' +
  '<tuv xml:lang="fr"><seg>Un feu avant</seg></tuv></tu></body></tmx>';
const takeBook = (name: string): number => {
  bench.take(file, { book: name });
  return bench.books().find((book) => book.name === name)?.id ?? 0;
};
const lastUsed = (): (string | null)[] =>
  (bench.must('GET', '/polydesk/v1/memory')['books'] as { last_used: string | null }[]).map((book) => book.last_used);

test('a recorded use has a date and no entry in the history, and undo leaves it', () => {
  const id = takeBook('Agency');
  expect(lastUsed()).toEqual([null]);
  bench.must('PATCH', `/polydesk/v1/memory/books/${id}`, { penalty: 3 });
  const renamed = bench.latest();
  const used = bench.must('POST', `/polydesk/v1/memory/books/${id}/uses`, {});
  expect(used['last_used']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(bench.latest()).toBe(renamed);
  bench.must('POST', `/polydesk/v1/history/${renamed}/undo`, {});
  expect(bench.must('GET', '/polydesk/v1/memory')['books']).toMatchObject([
    { penalty: 0, last_used: used['last_used'] },
  ]);
});

test('uses of one day are counted, and a new day starts again', () => {
  const id = takeBook('Agency');
  const use = () => bench.must('POST', `/polydesk/v1/memory/books/${id}/uses`, {})['uses'];
  expect([use(), use()]).toEqual([1, 2]);
  bench.engine.site.db.prepare("UPDATE memory_book_uses SET last_used = '2020-01-01T10:00:00.000Z'").run();
  expect(use()).toBe(1);
});

test('a book names its file, its tool and the day; a later file takes their place, and undo brings them back', () => {
  takeBook('Agency');
  const from = () => bench.books().map(({ file, tool, imported_at }) => ({ file, tool, isDated: imported_at !== '' }));
  expect(from()).toEqual([{ file: 'agency.tmx', tool: 'Other', isDated: true }]);
  const more = file.replace('A front light', 'A rear light').replace('Other', 'Trados');
  bench.take(more, { book: 'Agency' }, 'more.tmx');
  expect(from()).toEqual([{ file: 'more.tmx', tool: 'Trados', isDated: true }]);
  bench.must('POST', `/polydesk/v1/history/${bench.latest()}/undo`, {});
  expect(from()).toEqual([{ file: 'agency.tmx', tool: 'Other', isDated: true }]);
});

test('a book that does not exist is 404, and nothing is recorded', () => {
  const path = '/polydesk/v1/memory/books/9/uses';
  expect(bench.engine.dispatch({ method: 'POST', path, body: {} }, bench.admin).status).toBe(404);
});

test('pretranslation records the books it filled from, a preview does not', () => {
  takeBook('Agency');
  bench.must('POST', '/wp/v2/posts', { title: 'A front light', lang: 'en', status: 'publish' });
  const fill = (preview: boolean) => {
    const { job } = bench.must('POST', '/polydesk/v1/pretranslate', { lang: 'fr', preview });
    return bench.must('GET', `/polydesk/v1/jobs/${String(job)}`);
  };
  expect(fill(true)).toMatchObject({ state: 'done', report: { exact: 1 } });
  expect(lastUsed()).toEqual([null]);
  expect(fill(false)).toMatchObject({ state: 'done', report: { exact: 1, items: 1 } });
  expect(lastUsed()).toEqual([expect.any(String)]);
});

test('a book says how many of its texts the site has with the same translation', () => {
  const entry = (en: string, fr: string) =>
    `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="fr"><seg>${fr}</seg></tuv></tu>`;
  const body = [
    entry('A front light', 'Un feu avant'),
    entry('A rear light', 'Un feu arrière'),
    entry('Only in the book', 'Seulement dans le livre'),
  ].join('');
  bench.take(file.replace(/<body>.*<\/body>/, `<body>${body}</body>`), { book: 'Agency' });
  const [book] = bench.books();
  const onSite = () => bench.must('GET', `/polydesk/v1/memory/books/${book?.id}`)['on_site'];
  expect(onSite()).toBe(0);
  // The same pair, whichever side is the source; the same text with another translation is another pair.
  bench.pair('A front light', 'Un feu avant');
  bench.pair('A rear light', 'Une lampe arrière');
  bench.matches('A front light');
  expect(onSite()).toBe(1);
  bench.pair('A rear light', 'Un feu arrière');
  bench.matches('A rear light');
  expect(onSite()).toBe(2);
  const missing = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/memory/books/99' }, bench.admin);
  expect(missing.status).toBe(404);
});
