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

/** Media labels that differ from those of the corresponding post fields. */
const ofMedia: Readonly<Record<string, string>> = { excerpt: 'caption', content: 'description', alt_text: 'alt_text' };

/** The label of an item's field; the API name if there is no other. */
export function fieldName(kind: string, field: string): string {
  const own = kind === 'media' ? ofMedia[field] : undefined;
  const key = own ? `media.text.${own}` : `transfer.field.${field}`;
  return isMessage(key) ? t(key) : field;
}

/** Every field whose label differs from its API name, with that label. */
export function fieldNames(): [field: string, name: string][] {
  const media = Object.keys(ofMedia).map((field): [string, string] => [field, fieldName('media', field)]);
  return [...Object.entries(textsOf('transfer.field.')), ...media];
}

/** Formats a value for display. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** Who made the change, and from where: "Here, admin", "Through the API, deploy". */
export function sourceWords({ origin, token, author }: Entry): string {
  if (origin === 'token') return t('activity.from.token', { name: token || author });
  return t(`activity.from.${origin === 'command line' ? 'command' : origin}`, { name: author });
}

/** The label of a changed field in an item's history: also a taxonomy or a custom field. */
export function changedFieldName(kind: string, field: string): string {
  const meta = /^meta\[(.*)\]$/s.exec(field)?.[1];
  if (meta !== undefined) return t('activity.field.meta', { name: meta });
  const known = fieldName(kind, field);
  if (known !== field) return known;
  const type = site.types.value?.find((each) => each.type === field);
  return type ? typeName(type) : field === 'lang' ? t('activity.kind.language') : field;
}

/** The name of a text within content: "Heading 2", "Caption", "Picture: alternative text". */
export function segmentName({ kind, level, name }: Segment): string {
  if (kind === 'heading') return t('editor.kind.heading', { level });
  if (kind === 'attribute') {
    const key = `editor.attribute.${name}`;
    return isMessage(key) ? t(key) : t('editor.kind.attribute', { name });
  }
  const key = `editor.kind.${kind.replace(' ', '-')}`;
  return isMessage(key) ? t(key) : kind;
}
