import { isMessage, t } from '../../lib/messages/messages.svelte.ts';

/** "Post #812", "Language #5", "Setting hide_default". */
export function itemName(kind: string, id: number | string): string {
  const key = `activity.kind.${kind}`;
  const name = isMessage(key) ? t(key) : kind;
  return typeof id === 'number' ? `${name} #${id}` : `${name} ${id}`;
}

/** Fields that media call otherwise than what has the same place in a post. */
const ofMedia: Readonly<Record<string, string>> = { excerpt: 'caption', content: 'description', alt_text: 'alt_text' };

/** What a field of an item is called: the API name where there is no other. */
export function fieldName(kind: string, field: string): string {
  const own = kind === 'media' ? ofMedia[field] : undefined;
  const key = own ? `media.text.${own}` : `transfer.field.${field}`;
  return isMessage(key) ? t(key) : field;
}

/** A value as a person reads it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
