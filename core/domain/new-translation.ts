import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { postById, type PostRow } from '../store/posts.ts';
import { termById } from '../store/terms.ts';
import { groupMembers, itemLanguage, translationOf, type ItemLanguage, type Kind } from '../store/translations.ts';
import type { Caller } from '../types.ts';
import { contentFacts, needLanguage, type ContentLanguage } from './content-facts.ts';
import { postType, taxonomy } from './content-model.ts';
import { createPost } from './posts/write.ts';
import { memberOf } from './staleness.ts';
import { copyOnce } from './sync.ts';
import { createTerm } from './terms.ts';

/** What `POST /translations` is asked for (`contract/extras.md`). */
export interface TranslationInput {
  kind: Kind;
  /** The item to start from. */
  id: number;
  lang: string;
  /** Copies what can be synchronised, once, whatever the setting (`content.md` 6). */
  copy: boolean;
  /** Title or name of the new item; without it a post starts empty, a term gets the name it starts from. */
  title?: string | undefined;
}

/** The new item. */
export interface NewTranslation {
  kind: Kind;
  id: number;
  type: string;
  lang: string;
  group: number;
  title: string;
  /** null for terms. */
  status: string | null;
}

/** Adds a draft (or a term) in a language and links it to the group of an item. Texts are not copied: the editor has them beside it. */
export function createTranslation(site: Site, caller: Caller, input: TranslationInput): NewTranslation {
  const own = memberOf(site, input.kind, input.id);
  const language = needLanguage(contentFacts(site), input.lang);
  const taken = translationOf(site.db, input.kind, { id: input.id, language: language.id });
  if (taken !== undefined) {
    const text = 'There is a version in this language already; it may be in the trash.';
    throw new RestError('polydesk_translation_exists', text, 409, { data: { id: taken } });
  }
  const make = { own, language, input, translations: mapOf(site, own) };
  const id = input.kind === 'post' ? newPost(site, caller, make) : newTerm(site, make);
  return newValue(site, input.kind, id);
}

interface Making {
  own: ItemLanguage;
  language: ContentLanguage;
  input: TranslationInput;
  translations: Record<string, number>;
}

function newPost(site: Site, caller: Caller, { own, language, input, translations }: Making): number {
  const type = postType(site, own.type);
  const from = postById(site.db, own.item_id);
  if (!type || !from) throw new RestError('polydesk_not_found', 'The type of this item is not there any more.', 404);
  const isMedia = type.name === 'attachment';
  const title = input.title ?? (isMedia ? from.title : '');
  const parent = parentIn(site, from, language);
  const fields = isMedia ? { status: 'inherit', floating: 0 as const, mime_type: from.mime_type, parent } : {};
  const write = { input: { title, lang: language.slug, translations }, caller, fields, mayBeEmpty: true };
  const id = createPost(site, type, write);
  // Records of one file always share what is known of it.
  if (input.copy || isMedia) copyOnce(site, from.id, id);
  return id;
}

/** What a media item is attached to, in the language of the new one. */
function parentIn(site: Site, from: PostRow, language: ContentLanguage): number | null {
  if (from.parent === null) return null;
  return translationOf(site.db, 'post', { id: from.parent, language: language.id }) ?? null;
}

function newTerm(site: Site, { own, language, input, translations }: Making): number {
  const tax = taxonomy(site, own.type);
  const from = termById(site.db, own.item_id);
  if (!tax || !from) throw new RestError('polydesk_not_found', 'The type of this item is not there any more.', 404);
  const above = input.copy && from.parent !== null ? { id: from.parent, language: language.id } : undefined;
  const parent = above && translationOf(site.db, 'term', above);
  const name = input.title ?? from.name;
  return createTerm(site, tax, { name, lang: language.slug, translations, parent });
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

/** The group as the writing routes take it. */
function mapOf(site: Site, own: ItemLanguage): Record<string, number> {
  const members = groupMembers(site.db, own.group_id);
  return Object.fromEntries(members.map((member) => [codeOf(site, member.language_id), member.item_id]));
}

function codeOf(site: Site, language: number | undefined): string {
  return contentFacts(site).languages.get(language ?? 0)?.slug ?? '';
}
