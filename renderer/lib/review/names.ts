// What types, languages and fields of an item are called in a review: of an import, or of what differs from a live site.
import { languageName, isMessage, t } from '../messages/messages.svelte.ts';
import { oneName, typeName } from '../content-types.ts';
import { site } from '../site.svelte.ts';

/** What a type is called, also one that the site does not have yet. */
export function nameOfType(type: string): string {
  return typeName({ type, name: site.types.value?.find((each) => each.type === type)?.name ?? type });
}

/** What an item of a type is called. */
export function nameOfOne(type: string): string {
  const { name = type, one = '' } = site.types.value?.find((each) => each.type === type) ?? {};
  return oneName({ type, name, one });
}

/** A language by its code, as the interface language calls it; with its region only where another of the site needs it. */
export function nameOfLanguage(code: string): string {
  if (code === '') return '';
  return site.languages.value?.some(({ slug }) => slug === code) ? site.languageName(code) : languageName(code);
}

/** What a field is called: the API name without another. */
export function nameOfField(field: string): string {
  const key = `transfer.field.${field}`;
  if (isMessage(key)) return t(key);
  return field.startsWith('meta.') ? field.slice(5) : nameOfType(field);
}
