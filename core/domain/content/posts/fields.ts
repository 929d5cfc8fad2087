import { RestError } from '../../../errors.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import { isMap } from '../../../schema/wire/coerce.ts';
import { POST_ROWS, type NamedPostField, type PostField } from '../../../schema/content/fields/posts.ts';
import type { PostInput } from '../../../schema/content/post.ts';
import type { Site } from '../../../site.ts';
import { POST_TREE, isTemplateUsed, postById, type PostChanges, type PostRow } from '../../../store/content/posts.ts';
import { itemLanguage, translationOf } from '../../../store/translations/translations.ts';
import { userSlugs } from '../../../store/content/post-addresses.ts';
import type { Caller } from '../../../types.ts';
import { isTranslated, pageTemplates, type PostType } from '../content-model.ts';
import { sanitiseMarkup, sanitiseTitle } from './sanitise.ts';

/**
 * Title, content and excerpt of a request: the title trimmed, all of them sanitised for callers who may not write raw HTML
 * (`content.md` 1.3, 2.5).
 */
export function textsOf(input: PostInput, caller: Caller): Pick<PostChanges, 'title' | 'content' | 'excerpt'> {
  const out: Pick<PostChanges, 'title' | 'content' | 'excerpt'> = {};
  for (const name of ['title', 'content', 'excerpt'] as const) {
    const text = textOf(input[name]);
    if (text === undefined) continue;
    const clean = name === 'title' ? sanitiseTitle : sanitiseMarkup;
    const stored = caller.can('unfiltered_html') ? text : clean(text);
    out[name] = name === 'title' ? stored.trim() : stored;
  }
  return out;
}

/** A string, or the string in `{raw}`; a list counts as empty, anything else as missing. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return '';
  const text = isMap(value) ? value['raw'] : value;
  return typeof text === 'string' ? text.toWellFormed() : undefined;
}

/** Larger numbers are clamped, as in WordPress. */
const MOST = 2_147_483_647;

/** Fields that are stored unchanged. */
export function plainFields(input: PostInput): PostChanges {
  const given = POST_ROWS.flatMap((row) => {
    const value = row.plain && input[row.name];
    return value === undefined ? [] : [[row.name, plainStored(row, value)]];
  });
  return Object.fromEntries(given) as PostChanges;
}

function plainStored({ blank }: PostField, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Math.max(-MOST, Math.min(value, MOST));
  return value === blank ? '' : value;
}

/** The API value of a field that is stored unchanged. */
export function plainValue({ name, holds, blank }: NamedPostField, row: PostRow): unknown {
  const value = row[name];
  if (holds === 'switch') return value === 1;
  return value === '' ? (blank ?? '') : value;
}

/** Rejects an invalid combination: a sticky post with a password (`content.md` 2.5). */
export function refuseStickySecret(input: PostInput, row: Pick<PostRow, 'sticky' | 'password'>): void {
  const sticky = input.sticky ?? row.sticky === 1;
  const password = input.password ?? row.password;
  if (!sticky || password === '' || (input.sticky === undefined && input.password === undefined)) return;
  throw new RestError('rest_invalid_field', 'A post with a password cannot be sticky.', 400);
}

/** The author in a request; the caller by default. */
export function authorOf(site: Site, input: PostInput): number | undefined {
  if (!input.author) return undefined;
  if (!userSlugs(site.db, [input.author]).has(input.author))
    throw new RestError('rest_invalid_author', 'No user has this id.', 400);
  return input.author;
}

/** "" or a template known to the site (`content.md` 2.4). */
export function templateOf(site: Site, input: PostInput): string | undefined {
  const { template } = input;
  if (template === undefined || template === '') return template;
  if (pageTemplates(site).includes(template) || isTemplateUsed(site.db, template)) return template;
  throw invalidParameter('template', 'rest_invalid_param', 'The site has no template of this name.');
}

/** The parent in a request, or the current one; on update, in the item's own language (`content.md` 2.5, 5.9). null for none. */
export function parentOf(
  site: Site,
  type: PostType,
  wanted: { parent: number; item?: { id: number; language: number | null } | undefined },
): number | null {
  const { item } = wanted;
  if (wanted.parent === 0) return null;
  if (!postById(site.db, wanted.parent))
    throw new RestError('rest_post_invalid_id', 'No item has the id of the parent.', 400);
  if (!item) return wanted.parent;
  const parent = isTranslated(site, 'post', type.name)
    ? parentInLanguage(site, wanted.parent, item.language)
    : wanted.parent;
  return parent === null || POST_TREE.isBelow(site.db, parent, item.id) ? null : parent;
}

function parentInLanguage(site: Site, parent: number, language: number | null): number | null {
  const own = itemLanguage(site.db, 'post', parent);
  if (language === null || !own || own.language_id === language) return parent;
  return translationOf(site.db, 'post', { id: parent, language }) ?? null;
}

/** A featured image: 0 for media that are not images, undefined for an unknown ID (`content.md` 2.5). */
export function featuredMediaOf(site: Site, input: PostInput): number | undefined {
  if (input.featured_media === undefined || input.featured_media === 0) return input.featured_media;
  const media = postById(site.db, input.featured_media);
  if (!media) return undefined;
  return media.type === 'attachment' && media.mime_type.startsWith('image/') ? media.id : 0;
}
