import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a text in UTF-8, in hexadecimal digits. Also used in the page: the browser's own is asynchronous and limited to
 * secure origins.
 */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * The hash of a field value as defined for `PATCH /items` and its clients (`contract/extras.md`): of a text as it is, of
 * everything else as JSON with sorted keys; undefined counts as null.
 */
export function hashValue(value: unknown): string {
  return hashText(typeof value === 'string' ? value : canonicalJson(value));
}

/** JSON with the keys of every object sorted: equal for equal values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const parts = entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, each]) => `${JSON.stringify(k)}:${canonicalJson(each)}`);
  return `{${parts.join(',')}}`;
}
