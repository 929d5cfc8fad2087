// Random documents and damaged files: an unchanged export changes nothing on import, and no damage stores anything that the
// review does not show.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDocument, aMess } from '../../blocks/documents.ts';
import { holds, seed, TIME } from '../../fuzz/seed.ts';
import { FORMATS, openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeAll(() => (bench = openHandoffBench()));
afterAll(() => bench.engine.close());

const document = fc.oneof(aDocument, aMess);
/** Titles are stored with entities and without. */
const title = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('&', '&amp;', '&#038;', '&lt;', 'amp;', 'lt;', '#38;', 'a', ' ', '<b>'))
    .map((all) => all.join('')),
);
const posts = { scope: { types: ['post'] } };

test.each(FORMATS)(
  `%s: whatever a document holds, its export changes nothing (seed ${seed})`,
  (format) => {
    const check = (en: string, fr: string, title: string): void => {
      const id = bench.post({ title: `x ${title}`, content: en, excerpt: title });
      bench.post({ title: `y ${title}`, content: fr, lang: 'fr', translations: { en: id } });
      const file = bench.send(format, { scope: { ids: [id] } });
      const { counts } = bench.review(file);
      expect(counts).toMatchObject({ new: 0, changed: 0, stale: 0, conflict: 0, marks: 0, left: 0 });
      expect(bench.take(file, { published: true, conflict: 'file', stale: true, marks: true }).entry).toBeNull();
    };
    holds(fc.property(document, document, title, check), 25);
  },
  TIME,
);

/** Damage at any place: letters lost, doubled, changed, or moved. */
const aDamage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 40 }),
  put: fc.oneof(
    fc.constantFrom('<', '>', '"', '&', ';', '</g>', '<x id="0"/>', '\n', '\\', ']]>', '\u0000'),
    fc.string({ maxLength: 6 }),
  ),
});

test.each(FORMATS)(
  `%s: a damaged file changes nothing, or what its review shows (seed ${seed})`,
  (format) => {
    const id = bench.post({
      title: 'Night riding',
      content: '<p>Ride <b>safely</b> &amp; far</p><p>Twice</p><p>Twice</p>',
    });
    const whole = translated(bench.send(format, { scope: { ids: [id] } }), (text) => `${text}!`);
    const check = ({ at, length, put }: { at: number; length: number; put: string }): void => {
      const place = Math.floor(at * whole.length);
      const file = whole.slice(0, place) + put + whole.slice(place + length);
      const before = bench.latest();
      const done = tryTaking(file);
      const after = bench.latest();
      if (!done || done.texts === 0) {
        expect(after).toBe(before);
        return;
      }
      expect(done.texts).toBe(done.ready);
      const fr = bench.read(bench.versionOf(id));
      expect(fr.status).toBe('draft');
      expect(fr.content.replace(/>[^<]*/g, '>')).toBe('<p><b></b></p><p></p><p></p>');
      bench.must('POST', `/polydesk/v1/history/${after}/undo`, {});
      expect(bench.versionOf(id)).toBe(0);
    };
    holds(fc.property(aDamage, check), 60);
  },
  TIME,
);

function tryTaking(file: string): { texts: number; ready: number } | undefined {
  const job = bench.tryReview(file);
  if (!job) return undefined;
  const { new: created, changed } = job.counts;
  return { texts: bench.take(file).texts, ready: created + changed };
}

test(
  'every text of a table survives the table',
  () => {
    const check = (title: string): void => {
      const id = bench.post({ title: `a${title}` });
      const file = bench.send('csv', { ...posts, scope: { ids: [id] } });
      expect(bench.review(file).counts).toMatchObject({ left: 0, stale: 0, untranslated: 1 });
    };
    holds(fc.property(fc.string({ unit: 'grapheme' }), check), 20);
  },
  TIME,
);
