// What the inspector edits of a file: its texts, in all languages.
import { ApiError, asApiError } from '../../lib/api/api-error.ts';
import { hashValue } from '../../../core/units/hash.ts';
import { changedMeanwhile } from '../../lib/api/changed-meanwhile.ts';
import { api } from '../../lib/api/api.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { startVersion } from '../../lib/start-version.ts';
import { MEDIA } from '../../lib/content-types.ts';
import { draftsOf } from '../../lib/kept-drafts.svelte.ts';
import type { MediaValue } from './value.ts';

export const TEXTS = ['alt_text', 'title', 'caption', 'description'] as const;
export type TextName = (typeof TEXTS)[number];
export type Texts = Record<TextName, string>;

export interface MediaForm {
  /** By code of the language; "" where media have none. */
  texts: Record<string, Texts>;
}

/** What was written and not saved stays while another file or another screen is shown. */
export const drafts = draftsOf<number, MediaForm>(MEDIA.base);

export const noTexts: Texts = { alt_text: '', title: '', caption: '', description: '' };

/** From what was read; languages without a record are empty. */
export function formOf(codes: readonly string[], values: readonly MediaValue[]): MediaForm {
  const found = new Map(values.map((value) => [value.lang ?? '', textsOf(value)]));
  const own = [...new Set([...codes, ...found.keys()])];
  return { texts: Object.fromEntries(own.map((code) => [code, found.get(code) ?? noTexts])) };
}

function textsOf({ alt_text, title, caption, description }: MediaValue): Texts {
  return { alt_text, title: title.raw, caption: caption.raw, description: description.raw };
}

/**
 * Writes what differs, language by language; a record that is missing is made first. The entries of the history, in order.
 * `written` is called with each record as it is stored now. Throws a fault that names the field, as `texts[fr][title]`; languages
 * before it are stored.
 */
export async function writeTexts(
  row: GroupRow,
  { saved, over, value }: { saved: MediaForm; over: MediaForm; value: MediaForm },
  written: (file: MediaValue) => void,
): Promise<number[]> {
  const entries: number[] = [];
  for (const [code, texts] of Object.entries(value.texts)) {
    const before = saved.texts[code] ?? noTexts;
    const changes = Object.fromEntries(
      TEXTS.filter((name) => texts[name] !== before[name]).map((name) => [name, texts[name]]),
    );
    if (Object.keys(changes).length === 0) continue;
    try {
      const base = over.texts[code];
      written(await writeOne(row, { code, changes, base }, (entry) => entry !== null && entries.push(entry)));
    } catch (thrown) {
      throw namedFault(thrown, code);
    }
  }
  return entries;
}

async function writeOne(
  row: GroupRow,
  { code, changes, base }: { code: string; changes: Partial<Texts>; base: Texts | undefined },
  note: (entry: number | null) => void,
): Promise<MediaValue> {
  const known = code === '' ? row.value.source : row.value.items[code]?.id;
  // The list may not have heard yet of one that was started just before.
  const { id, entry: made } =
    known === undefined
      ? await startVersion({ kind: 'post', id: row.value.source, lang: code })
      : { id: known, entry: null };
  note(made);
  // A record that was just made says nothing that anybody could have seen.
  const seen = known === undefined || !base ? {} : base;
  const hashes = Object.entries(seen).flatMap(([name, text]) =>
    name in changes ? [[name, hashValue(text)] as const] : [],
  );
  const { body, entry } = await api.patch(`/polydesk/v1/items/post/${id}`, {
    fields: changes,
    base: Object.fromEntries(hashes),
  });
  note(entry);
  return body as unknown as MediaValue;
}

function namedFault(thrown: unknown, code: string): ApiError {
  const error = asApiError(thrown);
  const { status, message, code: name } = error;
  const fields = { ...error.fields, ...changedMeanwhile(error) };
  const params = Object.fromEntries(Object.entries(fields).map(([field, text]) => [`texts[${code}][${field}]`, text]));
  return new ApiError(status, { code: name, message, data: { params } });
}
