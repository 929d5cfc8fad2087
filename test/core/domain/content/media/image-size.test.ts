import { expect, test } from 'vitest';
import { imageFacts } from '../../../../../core/domain/content/media/image-size.ts';

/** Headers written by hand according to the format specifications. */
const u16 = (...numbers: number[]): Buffer => Buffer.concat(numbers.map((n) => Buffer.from([n >> 8, n & 255])));
const u32 = (n: number): Buffer => u16(n >>> 16, n & 0xffff);
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const join = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.alloc(16)]);

const png = join(text('\x89PNG\r\n\x1a\n'), u32(13), text('IHDR'), u32(400), u32(300));
const gif = join(text('GIF89a'), Buffer.from([0x90, 0x01, 0x2c, 0x01]));
const exif = join(u16(0xffe1, 2 + 100), Buffer.alloc(84));
const jpeg = join(u16(0xffd8), exif, u16(0xffc2, 17), Buffer.from([8]), u16(300, 400));
const vp8x = join(text('RIFF'), u32(0), text('WEBPVP8X'), Buffer.alloc(8), Buffer.from([0x8f, 1, 0, 0x2b, 1, 0]));
const vp8l = join(text('RIFF'), u32(0), text('WEBPVP8L'), u32(0), Buffer.from([0x2f, 0x8f, 0xc1, 0x4a, 0]));
const ispe = (width: number, height: number): Buffer =>
  Buffer.concat([u32(20), text('ispe'), u32(0), u32(width), u32(height)]);
const avif = join(u32(24), text('ftypavif'), u32(0), text('mif1avif'), ispe(64, 64), ispe(400, 300));
const svg = (attributes: string): Buffer => Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n<svg ${attributes}></svg>`);

test.each([
  ['png', png, { type: 'image/png', width: 400, height: 300 }],
  ['gif', gif, { type: 'image/gif', width: 400, height: 300 }],
  ['jpeg after its exif', jpeg, { type: 'image/jpeg', width: 400, height: 300 }],
  ['webp, extended', vp8x, { type: 'image/webp', width: 400, height: 300 }],
  ['webp, lossless', vp8l, { type: 'image/webp', width: 400, height: 300 }],
  ['avif with tiles', avif, { type: 'image/avif', width: 400, height: 300 }],
  ['svg with a size', svg('width="400px" height="300"'), { type: 'image/svg+xml', width: 400, height: 300 }],
  ['svg with a box', svg('viewBox="0 0 400 300"'), { type: 'image/svg+xml', width: 400, height: 300 }],
  ['svg without', svg('width="100%"'), { type: 'image/svg+xml', width: null, height: null }],
  [
    'svg with entities',
    text('<!DOCTYPE svg PUBLIC "x" [ <!ENTITY a "b"> ]>\n<svg width="4" height="3">'),
    { type: 'image/svg+xml', width: 4, height: 3 },
  ],
  ['a sound with the same frame as webp', join(text('RIFF'), u32(0), text('WAVEVP8X'), Buffer.alloc(14)), undefined],
  ['text', text('hello'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['a page', text('<!doctype html><svg width="1" height="1"/>'), undefined],
])('%s', (_name, bytes, facts) => {
  expect(imageFacts(bytes)).toEqual(facts);
});

test.each([png, jpeg, vp8x, vp8l, avif])('a header that ends too soon is none, and nothing breaks', (bytes) => {
  for (let end = 0; end < bytes.length; end += 1) expect(() => imageFacts(bytes.subarray(0, end))).not.toThrow();
});

test('comments without end take no time', () => {
  expect(imageFacts(text('<!-- -->'.repeat(2000)))).toBeUndefined();
});
