import { languageName, formatList, isMessage, t } from '../../lib/messages/messages.svelte.ts';
import { oneName, typeName } from '../../lib/content-types.ts';
import { site } from '../../lib/site.svelte.ts';
import type { ReviewLine } from './review-lines.ts';

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

/** The second line of an item: "Post · French · title, slug". */
export function noteOf({ type, lang, outcome, fields, languages }: ReviewLine): string {
  const others = languages.filter((code) => code !== lang);
  const what: Record<ReviewLine['outcome'], string> = {
    new:
      others.length > 0
        ? t('transfer.with', { languages: formatList(others.map(nameOfLanguage)) })
        : t('transfer.alone'),
    changed: formatList(fields.slice(0, 4).map(nameOfField)),
    conflict: t('transfer.both'),
    same: t('transfer.same.note'),
    skipped: t('transfer.skipped.note'),
    left: t('transfer.left.note'),
    stale: '',
    marks: '',
  };
  return [nameOfOne(type), lang && nameOfLanguage(lang), what[outcome]].filter(Boolean).join(' · ');
}
