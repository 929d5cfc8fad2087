import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { Caller, Dict } from '../../types.ts';
import { postType, taxonomy } from '../content/content-model.ts';
import { changeMedia } from '../content/media/write.ts';
import { changePost } from '../content/posts/write.ts';
import { updateTerm } from '../content/terms/terms.ts';

/** Texts of an item by names common to all kinds: a term's are its title and its content. */
export type StoredTexts = Partial<Record<'title' | 'excerpt' | 'content' | 'alt' | 'slug', string>> & {
  /** Of registered custom fields, by key. */
  meta?: Record<string, string>;
};

/** Writes texts of an item, each as its own route would; omitted ones are unchanged. Does nothing if the item is gone. */
export function storeTexts(
  site: Site,
  { kind, id, input }: { kind: Kind; id: number; input: StoredTexts },
  caller: Caller,
): void {
  const { title, excerpt, content, alt, slug, meta } = input;
  if (kind === 'term') {
    const tax = taxonomy(site, termById(site.db, id)?.taxonomy ?? '');
    if (tax) updateTerm(site, tax, { id, name: title, description: content, slug, meta });
    return;
  }
  const row = postById(site.db, id);
  const type = row && postType(site, row.type);
  if (!row || !type) return;
  const given = (values: Dict): Dict =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  if (type.name === 'attachment')
    changeMedia(site, type, {
      input: given({ title, caption: excerpt, description: content, alt_text: alt, slug, meta }),
      caller,
      row,
    });
  else changePost(site, type, { input: given({ title, excerpt, content, slug, meta }), caller, row });
}
