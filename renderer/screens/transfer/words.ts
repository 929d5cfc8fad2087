import { formatList, t } from '../../lib/messages/messages.svelte.ts';
import { nameOfField, nameOfLanguage, nameOfOne } from '../../lib/review/names.ts';
import type { ReviewLine } from './review-lines.ts';

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
