import { closeSync, openSync, readSync } from 'node:fs';

/** Image properties read from the header. A drawing may have no size. */
export interface ImageFacts {
  type: string;
  width: number | null;
  height: number | null;
}

type Reader = (bytes: Buffer) => ImageFacts | undefined;

/** Enough for the headers of all types, with colour profiles and previews before the size. */
const FIRST_BYTES = 1024 * 1024;

/** Type and size of an image on disk (`content.md` 2.7, media_details); undefined for an unknown type. */
export function readImageFile(path: string): ImageFacts | undefined {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(FIRST_BYTES);
    return imageFacts(bytes.subarray(0, readSync(file, bytes, 0, FIRST_BYTES, 0)));
  } finally {
    closeSync(file);
  }
}

/** Type and size from the bytes of the header; undefined if it is truncated. */
export function imageFacts(bytes: Buffer): ImageFacts | undefined {
  try {
    for (const read of READERS) {
      const facts = read(bytes);
      if (facts) return facts;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const READERS: readonly Reader[] = [readPng, readJpeg, readGif, readWebp, readBoxes, readBmp, readSvg];

function text(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

function readPng(bytes: Buffer): ImageFacts | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): ImageFacts | undefined {
  if (!/^GIF8[79]a/.test(text(bytes, 0, 6))) return undefined;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function readBmp(bytes: Buffer): ImageFacts | undefined {
  if (text(bytes, 0, 2) !== 'BM' || bytes.readUInt32LE(14) < 40) return undefined;
  return { type: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}

/** Segments with length prefixes; the start-of-frame segment holds the size. */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Start of a frame; three markers in this range have other meanings. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined;
  const type = 'image/webp';
  const kind = text(bytes, 12, 16);
  if (kind === 'VP8X') return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
};

/** AVIF and HEIC are nested boxes: the largest `ispe` is the size of the whole image, others are of its tiles. */
function readBoxes(bytes: Buffer): ImageFacts | undefined {
  if (text(bytes, 4, 8) !== 'ftyp') return undefined;
  const brands = text(bytes, 8, Math.min(bytes.readUInt32BE(0), 128)).match(/.{4}/gs) ?? [];
  const brand =
    brands.find((one) => Object.hasOwn(BRANDS, one) && one !== 'mif1') ?? brands.find((one) => one === 'mif1');
  const type = brand === undefined ? undefined : BRANDS[brand];
  if (type === undefined) return undefined;
  let width = 0;
  let height = 0;
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    const own = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (own.width * own.height > width * height) ({ width, height } = own);
  }
  return width > 0 ? { type, width, height } : undefined;
}

const MOST_OF_SVG = 64 * 1024;

function readSvg(bytes: Buffer): ImageFacts | undefined {
  const start = afterProlog(bytes.toString('utf8', 0, MOST_OF_SVG).replace(/^\ufeff/, ''));
  const attributes = /^<svg(\s[^>]*|)>/i.exec(start)?.[1];
  if (attributes === undefined) return undefined;
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(attributes);
  const width = svgLength(attributes, 'width') ?? numberOf(box?.[1]);
  const height = svgLength(attributes, 'height') ?? numberOf(box?.[2]);
  return { type: 'image/svg+xml', width, height };
}

/** Constructs allowed before the first element, with their terminators; the longer prefix first. */
const PROLOG: readonly (readonly [start: RegExp, end: string])[] = [
  [/<\?xml/iy, '?>'],
  [/<!--/y, '-->'],
  [/<!doctype\s+svg[^>[]*\[/iy, ']>'],
  [/<!doctype\s+svg/iy, '>'],
];
const BLANKS = /\s*/y;

/** The text from its first element on, in linear time. */
function afterProlog(text: string): string {
  let at = 0;
  for (;;) {
    at = matchEnd(BLANKS, text, at) ?? at;
    const end = PROLOG.find(([start]) => matchEnd(start, text, at) !== undefined)?.[1];
    const found = end === undefined ? -1 : text.indexOf(end, at);
    if (end === undefined || found < 0) return text.slice(at);
    at = found + end.length;
  }
}

/** End of a match that starts at `at`. */
function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A length in pixels; other units depend on where the drawing is shown. */
function svgLength(attributes: string, name: string): number | null {
  return numberOf(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(attributes)?.[1]);
}

function numberOf(value: string | undefined): number | null {
  const number = Math.round(Number(value));
  return value !== undefined && number > 0 ? number : null;
}
