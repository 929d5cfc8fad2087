import { formatNumber } from './messages.svelte.ts';

/** Formats a size in bytes: "412 kB". */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', bytes / 1e3] : ['megabyte', bytes / 1e6];
  return formatNumber(size, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: size < 10 ? 1 : 0 });
}
