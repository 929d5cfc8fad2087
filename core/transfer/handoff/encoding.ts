import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportRefused } from '../refusal.ts';
import { LIMITS } from '../wxr/xml-feed.ts';

/**
 * Returns the path of a file in UTF-8 without a BOM: the file itself, or a copy in the folder if a tool saved it in UTF-16.
 * Throws `ImportRefused` for other encodings, by name if the file declares it.
 */
export function asUtf8(path: string, folder: string): string {
  if (statSync(path).size > LIMITS.fileBytes) {
    const size = Math.round(LIMITS.fileBytes / 2 ** 20);
    throw new ImportRefused('too_large', `The file is larger than ${size} MiB.`, { params: { what: 'file', size } });
  }
  const bytes = readFileSync(path);
  const wide = wideOf(bytes);
  const declared = wide === undefined ? declaredIn(bytes) : '';
  if (declared !== '' && !/^(?:utf-?8|us-?ascii|ascii|charset)$/i.test(declared)) throw otherEncoding(declared);
  const hasMark = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  if (wide === undefined && !hasMark) return path;
  const text = decode(bytes, wide ?? 'utf-8');
  const to = join(folder, 'utf-8');
  writeFileSync(to, wide === undefined ? text : text.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*["'])[\w-]+/, '$1UTF-8'));
  return to;
}

/** Reads a file in UTF-8 as one text. */
export function readText(path: string): string {
  return decode(readFileSync(path), 'utf-8');
}

function decode(bytes: Buffer, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const text = 'These bytes are not UTF-8. Save the file as UTF-8, then import it.';
    throw new ImportRefused('encoding', text, { params: { what: 'bytes' } });
  }
}

/** Detected by the BOM, or by zero bytes next to the first letters. */
function wideOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : undefined;
}

/** The encoding in an XML declaration or a PO header. */
function declaredIn(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 4096);
  const [, xml] = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)/.exec(start) ?? [];
  const [, po] = /^"Content-Type:[^"\n]*charset=([\w-]+)/m.exec(start) ?? [];
  return xml ?? po ?? '';
}

function otherEncoding(name: string): ImportRefused {
  const text = `The file is in ${name}. Save it as UTF-8, then import it.`;
  return new ImportRefused('encoding', text, { params: { what: 'named', name } });
}
