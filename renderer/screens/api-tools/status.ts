import { formatNumber } from '../../lib/messages/messages.svelte.ts';

/** Protocol terms, which are not translated. */
const WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/** 200 → "200 OK". */
export function statusText(status: number): string {
  return [status, WORDS[status]].filter(Boolean).join(' ');
}

/** Colour of a status. */
export function toneOf(status: number): 'accent' | 'info' | 'bad' {
  if (status === 0 || status >= 400) return 'bad';
  return status >= 300 ? 'info' : 'accent';
}

/** Formats a size: 842 B, 12 kB. */
export function sizeText(bytes: number): string {
  const steps = [
    { unit: 'byte', from: 0, by: 1 },
    { unit: 'kilobyte', from: 1000, by: 1000 },
    { unit: 'megabyte', from: 1_000_000, by: 1_000_000 },
  ] as const;
  const { unit, by } = steps.findLast(({ from }) => bytes >= from) ?? steps[0];
  if (unit === 'byte') return `${formatNumber(bytes)} B`;
  return formatNumber(bytes / by, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
}
