import { formatNumber, isMessage, t } from '../lib/messages/messages.svelte.ts';

/** Where a text is within its item, as the engine says it. */
interface Where {
  field: string;
  /** "paragraph", "heading 2", "alt". */
  what: string;
  /** Which one of its kind, from 1; 0 if it is the only one. */
  place: number;
}

/** "Paragraph 12", "Title", "Alternative text"; "" for a text of the content of which no more is known. */
export function whereOf({ field, what, place }: Where): string {
  const kind = kindOf(field, what);
  return place === 0 || kind === '' ? kind : t('editor.kind.number', { kind, number: formatNumber(place) });
}

/** "Paragraph 6, “your ride”": where a finding is, and the words of a link. */
export function whereOfFinding({ link, ...where }: Where & { link: string }): string {
  const place = whereOf(where);
  if (link === '') return place;
  return place === '' ? t('checks.link', { link }) : t('checks.link.in', { where: place, link });
}

function kindOf(field: string, what: string): string {
  const own = `editor.field.${field}`;
  if (field !== 'content' && isMessage(own)) return t(own);
  const [, level] = /^heading (\d)$/.exec(what) ?? [];
  if (level) return t('editor.kind.heading', { level });
  const keys = [`editor.attribute.${field === 'content' ? what : field}`, `editor.kind.${what.replaceAll(' ', '-')}`];
  const key = keys.find((one) => isMessage(one));
  return key && isMessage(key) ? t(key, { level: '', name: '' }) : what;
}
