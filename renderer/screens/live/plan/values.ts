import { formatDate, formatList, formatNumber, t } from '../../../lib/messages/messages.svelte.ts';

/** Fields whose text is HTML in blocks. */
const HTML = new Set(['content', 'excerpt', 'description']);
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isHtml = (field: string, ...values: readonly unknown[]): boolean =>
  HTML.has(field) && values.every((value) => value === undefined || typeof value === 'string');

/** A value of the plan as text; '' if there is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A value of the plan as display text; '' if there is none. */
export function valueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'string') return stringText(field, value);
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return t(value ? 'transfer.carried.on' : 'transfer.carried.off');
  if (Array.isArray(value)) return formatList(value.map((one) => valueText(field, one)));
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${valueText(field, one)}`)
    .join('\n');
}

function stringText(field: string, value: string): string {
  if (UUID.test(value)) return t('live.value.item');
  if (field === 'date_gmt' && !Number.isNaN(Date.parse(`${value}Z`))) return formatDate(`${value}Z`);
  return value;
}

/** A map by key, such as custom fields or a group; undefined for any other value. */
export function asMap(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Whether two values of the plan are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
