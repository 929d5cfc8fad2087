import type { MediaInput } from '../../../schema/content/media.ts';
import type { Site } from '../../../site.ts';
import { allLanguages } from '../../../store/languages/languages.ts';
import { postById } from '../../../store/content/posts.ts';
import { groupMembers, itemLanguage, translationOf } from '../../../store/translations/translations.ts';
import { isTranslated, type PostType } from '../content-model.ts';
import { storedSettings } from '../../settings/settings.ts';
import { languageCodes, link, translationMap } from '../../translations/translations.ts';

/** The parameters that differ between duplicates. */
export type DuplicateInput = Pick<MediaInput, 'lang' | 'post'>;

/**
 * Duplicates an upload in every other active language, all in one group (`content.md` 7.2): attached to the corresponding
 * translation, or to nothing.
 * @param insert adds a record of the same file with the same texts; returns its ID
 */
export function duplicateMedia(
  site: Site,
  type: PostType,
  id: number,
  insert: (changes: DuplicateInput & { translations: Record<string, number> }) => number,
): void {
  const own = itemLanguage(site.db, 'post', id);
  if (!own || !isTranslated(site, 'post', type.name)) return;
  if (site.edition !== 'extended' || !storedSettings(site).media.duplicate) return;
  const present = new Set(groupMembers(site.db, own.group_id).map((member) => member.language_id));
  const missing = allLanguages(site.db).filter((language) => language.active === 1 && !present.has(language.term_id));
  if (missing.length === 0) return;
  const attached = postById(site.db, id)?.parent ?? null;
  const item = { kind: 'post', id, type: type.name } as const;
  const { translations } = translationMap(site, item, languageCodes(site).byId);
  const group = { ...translations };
  for (const { term_id, slug } of missing) {
    const post = attached === null ? 0 : (translationOf(site.db, 'post', { id: attached, language: term_id }) ?? 0);
    group[slug] = insert({ lang: slug, post, translations: {} });
  }
  link(site, item, group);
}
