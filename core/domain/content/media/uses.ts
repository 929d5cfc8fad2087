import { RestError } from '../../../errors.ts';
import type { MediaUse } from '../../../schema/content/media.ts';
import type { Site } from '../../../site.ts';
import { foundItems } from '../../../store/content/find.ts';
import { mediaByIds } from '../../../store/content/media.ts';
import { contentsWith, itemsShowing, parentsOf } from '../../../store/content/media-uses.ts';
import { postById } from '../../../store/content/posts.ts';
import { groupMembers, itemLanguage } from '../../../store/translations/translations.ts';
import { contentFacts } from '../content-facts.ts';
import { isTranslated } from '../content-model.ts';
import { drainSearchQueue, foldForSearch } from '../posts/search-index.ts';
import { sourceUrl } from './value.ts';

/** Maximum number of items whose contents are searched, newest first; more are reported. */
const MOST = 200;

/** Uses of a file; if only the newest contents were searched, their number, otherwise null. */
export interface MediaUses {
  uses: MediaUse[];
  newest: number | null;
}

/** Where a file is used, by any of the records that share it (`contract/extras.md`, our own). 404 if it is not a media item. */
export function mediaUses(site: Site, id: number): MediaUses {
  if (postById(site.db, id)?.type !== 'attachment')
    throw new RestError('rest_post_invalid_id', 'No media item has this number.', 404);
  const ids = recordsOf(site, id);
  const uses = new Map<number, Set<MediaUse['as'][number]>>();
  const note = (items: readonly number[], as: MediaUse['as'][number]): void => {
    for (const item of items) uses.set(item, (uses.get(item) ?? new Set()).add(as));
  };
  note(itemsShowing(site.db, ids), 'image');
  const naming = itemsNaming(site, ids);
  note(naming.ids, 'content');
  note(parentsOf(site.db, ids), 'attached');
  const { languages } = contentFacts(site);
  const found = foundItems(site.db, 'post', [...uses.keys()]).map((item) => ({
    id: item.id,
    type: item.type,
    title: item.title,
    lang: languages.get(item.language_id ?? 0)?.slug ?? '',
    as: [...(uses.get(item.id) ?? [])],
  }));
  return { uses: found, newest: naming.newest };
}

/** The records of one file: a media item and its translations. */
function recordsOf(site: Site, id: number): number[] {
  const own = isTranslated(site, 'post', 'attachment') ? itemLanguage(site.db, 'post', id) : undefined;
  return own ? groupMembers(site.db, own.group_id).map((member) => member.item_id) : [id];
}

/** Items whose content has the file's address, in any size, or a record's ID in block attributes. */
function itemsNaming(site: Site, ids: readonly number[]): { ids: number[]; newest: number | null } {
  drainSearchQueue(site);
  const files = [...mediaByIds(site.db, ids).values()].map((row) => row.file || sourceUrl(site, row));
  const stems = [...new Set(files.map(stemOf).filter((stem) => stem.length > 3))];
  const marks = ids.map((id) => `wp-image-${id}`);
  const sized = stems.map((stem) => new RegExp(`${escaped(stem)}(-\\d+x\\d+|-scaled|-rotated)?\\.[a-z0-9]+`, 'i'));
  const marked = new RegExp(`wp-image-(${ids.join('|')})(?!\\d)`);
  const { items, isAll } = contentsWith(site.db, [...stems, ...marks].map(foldForSearch), MOST);
  const naming = items.filter(({ content }) => marked.test(content) || sized.some((name) => name.test(content)));
  return { ids: naming.map((item) => item.id), newest: isAll ? null : MOST };
}

/** "2026/11/name" of "https://example.org/wp-content/uploads/2026/11/name.png". */
function stemOf(file: string): string {
  const path = /\d{4}\/\d\d\/[^/]+$/.exec(file)?.[0] ?? file.slice(file.lastIndexOf('/') + 1);
  return path.replace(/(-scaled)?\.[^./]*$/, '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
