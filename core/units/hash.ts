import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text in UTF-8, in hexadecimal digits. For the page too: a browser has its own on secure origins only, and never at once. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * The hash of a value of a field as `PATCH /items` and its clients count it (`contract/extras.md`): of a text as it is,
 * of everything else as JSON with its keys in order; nothing is null.
 */
export function hashValue(value: unknown): string {
  return hashText(typeof value === 'string' ? value : canonicalJson(value));
}

/** JSON with the keys of every object in order: equal for equal values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const parts = entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, each]) => `${JSON.stringify(k)}:${canonicalJson(each)}`);
  return `{${parts.join(',')}}`;
}
