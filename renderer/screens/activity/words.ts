import { isMessage, t } from '../../lib/messages/messages.svelte.ts';

/** "Post #812", "Language #5", "Setting hide_default". */
export function itemName(kind: string, id: number | string): string {
  const key = `activity.kind.${kind}`;
  const name = isMessage(key) ? t(key) : kind;
  return typeof id === 'number' ? `${name} #${id}` : `${name} ${id}`;
}

/** What a field is called: the API name where there is no other. */
export function fieldName(field: string): string {
  const key = `transfer.field.${field}`;
  return isMessage(key) ? t(key) : field;
}

/** A value as a person reads it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
