// Files for translators: everything exported comes back complete, and only translated text is written.
import { beforeEach, describe, expect, test } from 'vitest';
import { BROKEN, CLASSIC, fixtureContents, PAGE } from '../../blocks/documents.ts';
import { FORMATS, openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench();
  return () => bench.engine.close();
});

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

describe.each(FORMATS)('%s', (format) => {
  test('an export that comes back as it left changes nothing', () => {
    const documents = [PAGE, CLASSIC, ...BROKEN, ...fixtureContents()];
    documents.forEach((content, at) => {
      const title = `Number ${at} <em>&amp; "so" on</em> R&D\u00a0!`;
      const en = bench.post({ title, content, excerpt: 'Some\n<b>lines</b> & more' });
      if (at % 3 === 0) bench.post({ title, content, lang: 'fr', translations: { en } });
      if (at % 3 === 1)
        bench.post({
          title: 'Titre',
          content: content.replace(/\b(?:the|is|of)\b/g, 'le'),
          lang: 'fr',
          translations: { en },
        });
    });
    const before = bench.latest();
    const file = bench.send(format, { scope: { types: ['post'] } });
    const { counts } = bench.review(file);
    expect(counts).toMatchObject({ new: 0, changed: 0, stale: 0, conflict: 0, marks: 0, left: 0 });
    expect(counts.same + counts.untranslated).toBeGreaterThan(100);
    expect(bench.take(file, { published: true })).toMatchObject({ texts: 0, entry: null });
    expect(bench.latest()).toBe(before);
  });

  test('characters that files and programs take for something else change nothing', () => {
    const odd = ['\u2028', '\u2029', '\u0085', '\u000b', '\u0001', '\r', '\t', '\ufeff', '\u200e', '\u202b', '\u200c'];
    const texts = [
      ...odd.map((sign) => `one${sign}two`),
      '\u00a0a\u202f!',
      '=1+1',
      '@a',
      'a\\n"b"',
      '%s {n} [x y="1"]',
    ];
    for (const [at, text] of texts.entries()) {
      const en = bench.post({ title: `${at} ${text}`, content: paragraph(text), excerpt: text });
      bench.post({ title: `T ${text}`, content: paragraph(`Z ${text}`), lang: 'fr', translations: { en } });
    }
    const file = bench.send(format, { scope: { types: ['post'] } });
    const { counts } = bench.review(file);
    expect(counts).toMatchObject({ new: 0, changed: 0, stale: 0, conflict: 0, marks: 0, left: 0 });
    expect(bench.take(file, { published: true, marks: true, stale: true, conflict: 'file' }).entry).toBeNull();
  });

  test('a translated page is a new draft with the blocks of its source', () => {
    const en = bench.post({ title: 'Night riding', content: PAGE, excerpt: 'Short & good' });
    const file = bench.send(format, { scope: { types: ['post'] } });
    const back = format === 'csv' ? csvTranslated(file) : translated(file, (text) => text.toUpperCase());
    const review = bench.review(back);
    expect(review).toMatchObject({ format, from: 'en', to: 'fr', items: 1, published: 0 });
    expect(review.counts).toMatchObject({ stale: 0, conflict: 0, marks: 0, left: 0, changed: 0 });
    const done = bench.take(back);
    expect(done).toMatchObject({ texts: review.counts.new, items: 1, created: 1, skipped: 0, warnings: [] });
    const fr = bench.versionOf(en);
    const { title, content, excerpt, status } = bench.read(fr);
    expect({ title, excerpt, status }).toEqual({ title: 'NIGHT RIDING', excerpt: 'SHORT & GOOD', status: 'draft' });
    expect(content).toContain('<h3 class="wp-block-heading">BE <em>SEEN</em> FIRST</h3>');
    expect(content).toContain(
      '<a href="https://example.org/lights" title="OUR LIGHTS">SEE OURS</a>, IS ENOUGH&nbsp;&amp; CHEAP.',
    );
    expect(content).toContain('https://video.example/1');
    expect(bench.must('GET', `/polydesk/v1/history/${String(done.entry)}`)).toMatchObject({
      code: 'handoff.taken',
      origin: 'import',
    });
    bench.must('POST', `/polydesk/v1/history/${String(done.entry)}/undo`, {});
    expect(bench.versionOf(en)).toBe(0);
  });
});

/** The upper half of the alphabet, mark ids kept. */
const csvTranslated = (file: string): string =>
  file
    .split('\r\n')
    .map((row, at) => {
      if (at === 0 || row === '') return row;
      const cells = row.match(/"(?:[^"]|"")*"|[^,]*/g)?.filter((cell, n) => cell !== '' || n % 2 === 0) ?? [];
      return csvRow(cells);
    })
    .join('\r\n');

function csvRow(cells: string[]): string {
  const [key = '', source = '', , state = '', ...context] = cells;
  const upper = source.replace(
    /(^"?|>|&\w+;)([^<>&]+)/g,
    (_, before: string, text: string) => before + text.toUpperCase(),
  );
  return [key, source, upper, state, ...context].join(',');
}

test('a version that a file started whole is translated once it is published: its title too', () => {
  const en = bench.post({ title: 'Night riding', content: paragraph('One fine day'), excerpt: 'Short' });
  const file = bench.send('xliff12', { scope: { types: ['post'] } });
  bench.take(translated(file, (text) => text.toUpperCase()));
  const fr = bench.versionOf(en);
  bench.must('PATCH', `/wp/v2/posts/${fr}`, { status: 'publish' });
  expect(bench.state(fr)).toBe('translated');
  expect(bench.send('xliff12', { states: ['missing', 'needs_update', 'partial'] })).not.toContain('NIGHT');
});

test('an update keeps what the translator did not touch, and the edited text is right for its source', () => {
  const content = [paragraph('One fine day'), paragraph('Two of a kind'), paragraph('Three more men')].join('\n\n');
  const en = bench.post({ title: 'Days', content });
  const fr = bench.post({
    title: 'Jours',
    lang: 'fr',
    translations: { en },
    content: content
      .replace('One fine day', 'Un beau jour')
      .replace('Two of a kind', 'Une paire')
      .replace('Three more men', 'Trois hommes'),
  });
  bench.must('PATCH', `/wp/v2/posts/${en}`, { content: content.replace('Two of a kind', 'Two of many kinds') });
  expect(bench.state(fr)).toBe('needs_update');
  const file = bench.send('xliff12', { states: ['needs_update'] });
  expect(file).toContain('<target state="needs-review-translation">Une paire</target>');
  const back = file.replace(
    '<target state="needs-review-translation">Une paire',
    '<target state="translated">Deux de plusieurs',
  );
  expect(bench.take(back)).toMatchObject({ texts: 0, skipped: 1 });
  expect(bench.take(back, { published: true })).toMatchObject({ texts: 1, created: 0 });
  expect(bench.read(fr).content).toBe(
    [paragraph('Un beau jour'), paragraph('Deux de plusieurs'), paragraph('Trois hommes')].join('\n\n'),
  );
  expect(bench.state(fr)).toBe('translated');
  expect(bench.read(fr).status).toBe('publish');
});
