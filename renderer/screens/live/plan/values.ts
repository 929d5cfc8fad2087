import type { ItemNames, PlanItem } from '../../../../core/schema/live/plan.ts';
import { live } from '../../../lib/live/live.svelte.ts';
import { formatDate, formatList, formatNumber, t, textIfKnown } from '../../../lib/messages/messages.svelte.ts';
import { nameOfLanguage } from '../../../lib/review/names.ts';

/** Fields whose text is HTML in blocks. */
const HTML = new Set(['content', 'excerpt', 'description']);
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isHtml = (field: string, ...values: readonly unknown[]): boolean =>
  HTML.has(field) && values.every((value) => value === undefined || typeof value === 'string');

/** A value of the plan as text; '' if there is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a line knows of the items that its values refer to, and its own language. */
export type Naming = Pick<PlanItem, 'names' | 'lang'>;

/** A value of the plan as display text; '' if there is none. */
export function valueText(field: string, value: unknown, naming: Naming): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'string') return stringText(field, value, naming);
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return t(value ? 'transfer.carried.on' : 'transfer.carried.off');
  if (Array.isArray(value)) return formatList(value.map((one) => valueText(field, one, naming)));
  return Object.entries(value)
    .map(([key, one]) => `${isGroup(field) ? nameOfLanguage(key) : key}: ${valueText(field, one, naming)}`)
    .join('\n');
}

const isGroup = (field: string): boolean => field === 'translations';

function stringText(field: string, value: string, { names, lang }: Naming): string {
  if (UUID.test(value) && field !== 'meta') {
    const name = names[value];
    if (!name) return t('live.value.item');
    const title = name.title || t('ui.untitled');
    // A group says the languages of its members itself.
    const isOther = !isGroup(field) && name.lang !== '' && name.lang !== lang;
    return isOther ? t('live.value.named', { title, language: nameOfLanguage(name.lang) }) : title;
  }
  if (field === 'lang') return nameOfLanguage(value);
  if (field === 'status') return textIfKnown(`content.status.${value}`) ?? value;
  if (field === 'date_gmt' && !Number.isNaN(Date.parse(`${value}Z`))) return formatDate(`${value}Z`);
  return value;
}

const REFERENCE = /\{\{#?(?:post|term):([^{}"]+)\}\}/g;

/** A text of the plan as display text: with names instead of keys, and the address of the live site. */
export function shownText(text: string, names: ItemNames): string {
  return text
    .replace(REFERENCE, (_whole, key: string) => names[key]?.title ?? t('live.value.item'))
    .replaceAll('{{home}}', live.site?.url ?? '')
    .replaceAll('{{here}}', '');
}

/** A map by key, such as custom fields or a group; undefined for any other value. */
export function asMap(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Whether a value says nothing: of an item that only one side has, such fields are not shown. */
export function isNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === false || value === 0;
}

/** Whether two values of the plan are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
