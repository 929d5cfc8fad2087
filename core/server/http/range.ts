import type { IncomingMessage } from 'node:http';

/** First and last byte of a range. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The range of a file that a GET requests, for seeking in audio and video; 'none': it is outside the file. Undefined: the whole
 * file, also if several ranges are requested, or one of a version we cannot identify.
 */
export function rangeOf({ method, headers }: IncomingMessage, size: number): Range | 'none' | undefined {
  const { range } = headers;
  if (method !== 'GET' || range === undefined || headers['if-range'] !== undefined) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return fromEnd(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'none';
}

function fromEnd(length: number, size: number): Range | 'none' {
  return length === 0 || size === 0 ? 'none' : { start: Math.max(0, size - length), end: size - 1 };
}
