import type { Segment } from '../../core/units/tokens.ts';
import { isMessage, t, textsOf } from '../lib/messages/messages.svelte.ts';
import { typeName } from '../lib/content-types.ts';
import { site } from '../lib/site.svelte.ts';
import type { Entry } from './entries.svelte.ts';

/** "Post #812", "Language #5", "Setting hide_default". */
export function itemName(kind: string, id: number | string): string {
  const key = `activity.kind.${kind}`;
  const name = isMessage(key) ? t(key) : kind;
  return typeof id === 'number' ? `${name} #${id}` : `${name} ${id}`;
}

/** Fields that media call otherwise than what has the same place in a post. */
const ofMedia: Readonly<Record<string, string>> = { excerpt: 'caption', content: 'description', alt_text: 'alt_text' };

/** What a field of an item is called: the API name without another. */
export function fieldName(kind: string, field: string): string {
  const own = kind === 'media' ? ofMedia[field] : undefined;
  const key = own ? `media.text.${own}` : `transfer.field.${field}`;
  return isMessage(key) ? t(key) : field;
}

/** Every field that has another name than in the API, with that name. */
export function fieldNames(): [field: string, name: string][] {
  const media = Object.keys(ofMedia).map((field): [string, string] => [field, fieldName('media', field)]);
  return [...Object.entries(textsOf('transfer.field.')), ...media];
}

/** A value as a person reads it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** Who changed it, and from where: "Here, admin", "Through the API, deploy". */
export function sourceWords({ origin, token, author }: Entry): string {
  if (origin === 'token') return t('activity.from.token', { name: token || author });
  return t(`activity.from.${origin === 'command line' ? 'command' : origin}`, { name: author });
}

/** What a changed field of an item is called in its history: also a taxonomy or a custom field. */
export function changedFieldName(kind: string, field: string): string {
  const meta = /^meta\[(.*)\]$/s.exec(field)?.[1];
  if (meta !== undefined) return t('activity.field.meta', { name: meta });
  const known = fieldName(kind, field);
  if (known !== field) return known;
  const type = site.types.value?.find((each) => each.type === field);
  return type ? typeName(type) : field === 'lang' ? t('activity.kind.language') : field;
}

/** What a text within a content is called: "Heading 2", "Caption", "Picture: alternative text". */
export function segmentName({ kind, level, name }: Segment): string {
  if (kind === 'heading') return t('editor.kind.heading', { level });
  if (kind === 'attribute') {
    const key = `editor.attribute.${name}`;
    return isMessage(key) ? t(key) : t('editor.kind.attribute', { name });
  }
  const key = `editor.kind.${kind.replace(' ', '-')}`;
  return isMessage(key) ? t(key) : kind;
}
