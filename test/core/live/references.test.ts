import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withKeys, withNumbers, type Numbers } from '../../../core/live/references.ts';

/** Every number up to 99 maps to a letter for its kind and the number minus the offset of its side. */
const side = (home: string, shift: number): Numbers => ({
  home,
  keyOf: (kind, id) => (id > shift && id < shift + 100 ? `${kind}-${id - shift}` : undefined),
  idOf: (kind, key) => (key.startsWith(`${kind}-`) ? Number(key.slice(kind.length + 1)) + shift : undefined),
});
const here = side('http://127.0.0.1:24180', 0);
const there = side('https://example.com/blog', 1000);

test.each<[name: string, here: string, there: string]>([
  [
    'a picture',
    '<!-- wp:image {"id":5,"sizeSlug":"large"} -->\n<img class="wp-image-5"/>',
    '<!-- wp:image {"id":1005,"sizeSlug":"large"} -->\n<img class="wp-image-1005"/>',
  ],
  [
    'a gallery',
    '<!-- wp:gallery {"ids":[5,6],"columns":2} --><img data-id="5"/>',
    '<!-- wp:gallery {"ids":[1005,1006],"columns":2} --><img data-id="1005"/>',
  ],
  ['a shortcode', '[gallery columns="2" ids="5, 6,7"]', '[gallery columns="2" ids="1005, 1006,1007"]'],
  ['a caption', '[caption id="attachment_5" width="300"]', '[caption id="attachment_1005" width="300"]'],
  ['a pattern', '<!-- wp:block {"ref":7} /-->', '<!-- wp:block {"ref":1007} /-->'],
  [
    'a link to a term',
    '<!-- wp:navigation-link {"kind":"taxonomy","id":5} /-->',
    '<!-- wp:navigation-link {"kind":"taxonomy","id":1005} /-->',
  ],
  [
    'a query',
    '<!-- wp:query {"query":{"perPage":5,"taxQuery":{"category":[5]},"exclude":[6]}} -->',
    '<!-- wp:query {"query":{"perPage":5,"taxQuery":{"category":[1005]},"exclude":[1006]}} -->',
  ],
  [
    'own addresses',
    'http://127.0.0.1:24180/a/ http://127.0.0.1:24180/?p=5',
    'https://example.com/blog/a/ https://example.com/blog/?p=1005',
  ],
])('%s', (_name, ours, theirs) => {
  const known = withKeys(ours, here);
  expect(known.unknown).toEqual([]);
  expect(withNumbers(known.text, there)).toEqual({ text: theirs, unknown: [] });
  expect(withKeys(theirs, there).text).toBe(known.text);
});

test.each([
  ['another host that begins alike', 'http://127.0.0.1:241801/ http://127.0.0.1:24180.example.com/'],
  ['numbers that say something else', '<!-- wp:columns {"id":5} --> wp-image-x data-id="x" #5'],
  [
    'what looks like a key',
    '{{post:post-5}} {{!term:a}} "{{#post:post-5}}" {{home}} {{!home}} {{here}}/polydesk/files/2026/11/a.png {{!here}}',
  ],
  ['numbers in another way of writing', '<!-- wp:image {"id":5.0} --><img class="wp-image-05"/>'],
])('%s stays as it is', (_name, text) => {
  expect(withNumbers(withKeys(text, here).text, there).text).toBe(text);
});

test('an unresolved reference stays, and is reported', () => {
  expect(withKeys('<!-- wp:image {"id":500} -->', here)).toEqual({
    text: '<!-- wp:image {"id":500} -->',
    unknown: [{ kind: 'post', ref: '500' }],
  });
  const stranger = '<!-- wp:block {"ref":"{{#post:other}}"} /-->';
  expect(withNumbers(stranger, there)).toEqual({ text: stranger, unknown: [{ kind: 'post', ref: 'other' }] });
});

test('there and back every text is the same, byte for byte', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<!-- wp:image {"id":5,"x":"{{post:y}}"} -->',
      'wp-image-7',
      '{{',
      '}}',
      '!',
      '#post:',
      '{{home}}',
      'http://127.0.0.1:24180',
      '/?p=9',
      '[gallery ids="1,2,300"]',
      'data-id="12"',
      '"',
      '\\',
      '-->',
      '<!-- wp:query {"query":{"exclude":[1,2,{"a":3}]}} -->',
    ),
    fc.string(),
    fc.nat(200).map(String),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(withNumbers(withKeys(text, here).text, here).text).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
