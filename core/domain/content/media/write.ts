import type { MediaInput } from '../../../schema/content/media.ts';
import type { PostInput } from '../../../schema/content/post.ts';
import type { Site } from '../../../site.ts';
import { putMedia } from '../../../store/content/media.ts';
import { postById, type PostChanges, type PostRow } from '../../../store/content/posts.ts';
import type { Caller, FileRef } from '../../../types.ts';
import { contentFacts, languageOfCode } from '../content-facts.ts';
import { isTranslated, type PostType } from '../content-model.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import { plainText } from '../plain-text.ts';
import { parentOf } from '../posts/fields.ts';
import { changePost, createPost } from '../posts/write.ts';
import { duplicateMedia } from './duplicate.ts';
import { keepUpload, planUpload, type Upload } from './upload.ts';

/** A write to an attachment: the validated request, and the caller. */
export interface MediaWrite {
  input: MediaInput;
  caller: Caller;
}

/** Adds an uploaded file (`content.md` 2.7), and its translations if media are duplicated (7.2); returns its ID. */
export function createMedia(
  site: Site,
  type: PostType,
  write: MediaWrite & { file: FileRef; isForm: boolean },
): number {
  const upload = planUpload(site, write.file, write.isForm);
  const input = { ...write.input, title: titleOf(write.input.title) || upload.title };
  const id = insertRecord(site, type, { input, caller: write.caller, upload });
  duplicateMedia(site, type, id, (changes) =>
    insertRecord(site, type, { input: { ...input, ...changes }, caller: write.caller, upload }),
  );
  keepUpload(site, upload);
  return id;
}

/**
 * Updates the given fields (`content.md` 2.7, 5.7). The file's texts are written first, so that synchronisation includes them.
 */
export function changeMedia(site: Site, type: PostType, write: MediaWrite & { row: PostRow }): void {
  const { input, caller, row } = write;
  const alt = altOf(input);
  if (alt !== undefined) putMedia(site.db, row.id, { alt_text: alt });
  const parent = attachedTo(site, type, { input, row });
  const fields: PostChanges = { ...statusOf(input), ...(parent !== undefined && { parent }) };
  changePost(site, type, { input: postInput(input), caller, row, fields });
}

function insertRecord(site: Site, type: PostType, write: MediaWrite & { upload: Upload }): number {
  const { input, caller, upload } = write;
  const parent = attachedTo(site, type, { input }) ?? null;
  const fields: PostChanges = { status: 'inherit', floating: 0, mime_type: upload.mime, ...statusOf(input), parent };
  const texts = { ...postInput(input), ...(parent !== null && { parent }) };
  const id = createPost(site, type, { input: texts, caller, fields });
  putMedia(site.db, id, { ...upload.facts, alt_text: altOf(input) ?? '' });
  return id;
}

/** Maps description and caption to content and excerpt. */
function postInput(input: MediaInput): PostInput {
  const { alt_text: _alt, caption, description, post: _post, status: _status, ...common } = input;
  return {
    ...common,
    ...(description !== undefined && { content: description }),
    ...(caption !== undefined && { excerpt: caption }),
  };
}

/** Media are private or inherit the status of their parent. */
function statusOf({ status }: MediaInput): Pick<PostChanges, 'status'> {
  return status === undefined ? {} : { status: status === 'private' ? 'private' : 'inherit' };
}

function altOf({ alt_text }: MediaInput): string | undefined {
  return alt_text === undefined ? undefined : plainText(alt_text.toWellFormed());
}

/** The parent item; null for none, undefined to keep it: an unknown item is ignored (`content.md` 2.7). */
function attachedTo(
  site: Site,
  type: PostType,
  { input, row }: { input: MediaInput; row?: PostRow },
): number | null | undefined {
  const item = row && { id: row.id, language: languageAfter(site, input, row) };
  const isMoved = item !== undefined && item.language !== row?.language_id;
  const wanted = input.post ?? (isMoved ? (row?.parent ?? undefined) : undefined);
  if (wanted === undefined || wanted === 0) return wanted === 0 ? null : undefined;
  const target = postById(site.db, wanted);
  if (!target) return undefined;
  if (target.type === 'attachment')
    throw invalidParameter('post', 'rest_invalid_param', 'Media cannot be attached to media.');
  return parentOf(site, type, { parent: wanted, item });
}

/** The item's language after the update. */
function languageAfter(site: Site, { lang }: MediaInput, row: PostRow): number | null {
  if (lang === undefined || !isTranslated(site, 'post', 'attachment')) return row.language_id;
  return languageOfCode(contentFacts(site), lang)?.id ?? row.language_id;
}

/** The title in a request, "" if none. */
function titleOf(title: unknown): string {
  const text = typeof title === 'object' && title !== null && 'raw' in title ? title.raw : title;
  return typeof text === 'string' ? text : '';
}
