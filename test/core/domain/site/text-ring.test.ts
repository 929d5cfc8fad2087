import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextRing, type RingPlace } from '../../../../core/domain/site/text-ring.ts';

const SIZE = 100;

test('a text comes back as it was put, whatever its letters are, until others need its room', () => {
  const ring = createTextRing(SIZE);
  const places = ['plain', 'Grüße', '文字 😀', ''].map((text) => ring.put(text));
  expect(places.map((place) => ring.get(place))).toEqual(['plain', 'Grüße', '文字 😀', '']);
  ring.put('x'.repeat(SIZE));
  expect(ring.get(places[0] as RingPlace)).toBe('');
});

test('an oversized text is rejected, and the existing ones stay', () => {
  const ring = createTextRing(SIZE);
  const place = ring.put('stays');
  expect(() => ring.put('ü'.repeat(SIZE - 1))).toThrow(RangeError);
  expect(ring.get(place)).toBe('stays');
});

test('of any texts each is answered whole or not at all, and the last ones that fit are there', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, (all) => {
      const ring = createTextRing(SIZE);
      const places = all.map((text) => ring.put(text.toWellFormed()));
      let behind = 0;
      for (let at = all.length - 1; at >= 0; at--) {
        const text = (all[at] ?? '').toWellFormed();
        behind += Buffer.byteLength(text);
        const found = ring.get(places[at] as RingPlace);
        // Up to half of it may be lost at the seam.
        if (behind <= SIZE / 2) expect(found).toBe(text);
        else expect(['', text]).toContain(found);
      }
    }),
  );
});
