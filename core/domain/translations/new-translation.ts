import { RestError } from '../../errors.ts';
import type { NewTranslation, TranslationArgs } from '../../schema/translations/translation.ts';
import type { Site } from '../../site.ts';
import { postById, type PostRow } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import {
  groupMembers,
  itemLanguage,
  translationOf,
  type ItemLanguage,
  type Kind,
} from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import { contentFacts, needLanguage, type ContentLanguage } from '../content/content-facts.ts';
import { postType, taxonomy } from '../content/content-model.ts';
import { createPost } from '../content/posts/write.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { memberOf } from './staleness.ts';
import type { StoredTexts } from './store-texts.ts';
import { copyOnce } from './sync.ts';
import { markFilled } from './unit-marks.ts';
import { createTerm } from '../content/terms/terms.ts';

/**
 * Adds a draft (or a term) in a language and links it to the group of an item; with `texts: 'source'` filled with the texts of
 * that item. 409 `polydesk_translation_exists` contains the existing version.
 */
export function createTranslation(site: Site, caller: Caller, input: TranslationArgs): NewTranslation {
  return newValue(site, input.kind, startTranslation(site, caller, input));
}

/**
 * The same; returns the id.
 * @param translated replaces texts of the source
 * @param read parses the texts
 */
export function startTranslation(
  site: Site,
  caller: Caller,
  input: TranslationArgs,
  { translated = {}, read = readOnce() }: { translated?: Translated; read?: ReturnType<typeof readOnce> } = {},
): number {
  const own = memberOf(site, input.kind, input.id);
  const language = needLanguage(contentFacts(site), input.lang);
  const taken = translationOf(site.db, input.kind, { id: input.id, language: language.id });
  if (taken !== undefined) {
    const text = 'There is a version in this language already; it may be in the trash.';
    throw new RestError('polydesk_translation_exists', text, 409, { data: { id: taken } });
  }
  const make = { own, language, input, translated, translations: mapOf(site, own) };
  const id = input.kind === 'post' ? newPost(site, caller, make) : newTerm(site, make);
  const hasOwnTitle = input.title !== undefined;
  if (input.texts === 'source') markFilled(site, { kind: input.kind, id, source: input.id, hasOwnTitle }, read);
  return id;
}

/** Texts that exist before the version does. */
type Translated = Pick<StoredTexts, 'content' | 'excerpt'>;

interface Making {
  own: ItemLanguage;
  language: ContentLanguage;
  input: TranslationArgs;
  translated: Translated;
  translations: Record<string, number>;
}

function newPost(site: Site, caller: Caller, { own, language, input, translated, translations }: Making): number {
  const type = postType(site, own.type);
  const from = postById(site.db, own.item_id);
  if (!type || !from) throw new RestError('polydesk_not_found', 'The type of this item no longer exists.', 404);
  const isMedia = type.name === 'attachment';
  const isFilled = input.texts === 'source';
  const title = input.title ?? (isMedia || isFilled ? from.title : '');
  const texts = isFilled ? { title, content: from.content, excerpt: from.excerpt, ...translated } : { title };
  const parent = parentIn(site, from, language);
  const fields = isMedia ? { status: 'inherit', floating: 0 as const, mime_type: from.mime_type, parent } : {};
  const write = { input: { ...texts, lang: language.slug, translations }, caller, fields, mayBeEmpty: true };
  const id = createPost(site, type, write);
  // Records of one file always share its metadata.
  if (input.copy || isMedia) copyOnce(site, from.id, id);
  return id;
}

/** The parent of a media item, in the language of the new one. */
function parentIn(site: Site, from: PostRow, language: ContentLanguage): number | null {
  if (from.parent === null) return null;
  return translationOf(site.db, 'post', { id: from.parent, language: language.id }) ?? null;
}

function newTerm(site: Site, { own, language, input, translated, translations }: Making): number {
  const tax = taxonomy(site, own.type);
  const from = termById(site.db, own.item_id);
  if (!tax || !from) throw new RestError('polydesk_not_found', 'The type of this item no longer exists.', 404);
  const above = input.copy && from.parent !== null ? { id: from.parent, language: language.id } : undefined;
  const parent = above && translationOf(site.db, 'term', above);
  const name = input.title ?? from.name;
  const description = input.texts === 'source' ? (translated.content ?? from.description) : undefined;
  return createTerm(site, tax, { name, description, lang: language.slug, translations, parent });
}

function newValue(site: Site, kind: Kind, id: number): NewTranslation {
  const own = itemLanguage(site.db, kind, id);
  const post = kind === 'post' ? postById(site.db, id) : undefined;
  return {
    kind,
    id,
    type: own?.type ?? '',
    lang: codeOf(site, own?.language_id),
    group: own?.group_id ?? 0,
    title: kind === 'post' ? (post?.title ?? '') : (termById(site.db, id)?.name ?? ''),
    status: post?.status ?? null,
  };
}

/** The group in the format of the writing routes. */
function mapOf(site: Site, own: ItemLanguage): Record<string, number> {
  const members = groupMembers(site.db, own.group_id);
  return Object.fromEntries(members.map((member) => [codeOf(site, member.language_id), member.item_id]));
}

function codeOf(site: Site, language: number | undefined): string {
  return contentFacts(site).languages.get(language ?? 0)?.slug ?? '';
}
