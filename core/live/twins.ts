import { languageCodes } from '../domain/translations/translations.ts';
import { lineWithTwin, unpairedLike } from '../store/live/twins.ts';
import { queueItems, type LiveKey } from '../store/live/states.ts';
import { encodedSlug } from '../transfer/bundle/fields.ts';
import type { Compared, Comparing } from './compared.ts';

/**
 * The line of the other side that looks like the same item (`live-site.md` 4): of the same type, with the same slug, in the same
 * language, and known on one side only. "" for none. Who is who a person says.
 */
export function twinOf({ site, live }: Comparing, key: LiveKey, { line, there, type }: Compared): string {
  if (key.kind !== 'post' && key.kind !== 'term') return '';
  if (line.state === 'new_here') {
    const other = lineWithTwin(site.db, live.id, `${key.kind}-${key.uuid}`);
    return other === undefined ? '' : `${key.kind}-${other}`;
  }
  const { slug, lang } = there?.fields ?? {};
  if (typeof slug !== 'string' || slug === '') return '';
  const language = typeof lang === 'string' ? (languageCodes(site).byCode.get(lang) ?? null) : null;
  const uuid = unpairedLike(site.db, live.id, { kind: key.kind, type, slug: encodedSlug(slug), language });
  if (uuid === undefined) return '';
  // It has to say so, too.
  queueItems(site.db, [{ kind: key.kind, uuid }]);
  return `${key.kind}-${uuid}`;
}
