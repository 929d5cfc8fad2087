// Display names of types, languages and fields in a review: of an import, or of differences from a live site.
import { languageName, isMessage, t } from '../messages/messages.svelte.ts';
import { oneName, typeName } from '../content-types.ts';
import { site } from '../site.svelte.ts';

/** The display name of a type, even if the site does not have it yet. */
export function nameOfType(type: string): string {
  return typeName({ type, name: site.types.value?.find((each) => each.type === type)?.name ?? type });
}

/** Whether a type has a name here, by the site or by us. */
export function isNamedType(type: string): boolean {
  return isMessage(`content.type.${type}`) || (site.types.value?.some((each) => each.type === type) ?? false);
}

/** The singular display name of a type. */
export function nameOfOne(type: string): string {
  const { name = type, one = '' } = site.types.value?.find((each) => each.type === type) ?? {};
  return oneName({ type, name, one });
}

/** The display name of a language by its code; with its region only if needed to tell it from another language of the site. */
export function nameOfLanguage(code: string): string {
  if (code === '') return '';
  return site.languages.value?.some(({ slug }) => slug === code) ? site.languageName(code) : languageName(code);
}

/** The display name of a field; the API name if there is no other. */
export function nameOfField(field: string): string {
  const key = `transfer.field.${field}`;
  if (isMessage(key)) return t(key);
  const [, lang = '', source = ''] = /^([a-z][\w-]*):(.*)$/su.exec(field) ?? [];
  if (lang !== '') return t('live.string', { language: nameOfLanguage(lang), source });
  const setting = `settings.field.${field}`;
  if (isMessage(setting)) return t(setting);
  return field.startsWith('meta.') ? field.slice(5) : nameOfType(field);
}
