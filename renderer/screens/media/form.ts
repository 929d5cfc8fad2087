// The inspector form of a file: its texts, in all languages.
import { ApiError, asApiError } from '../../lib/api/api-error.ts';
import { editedMarks } from '../../../core/units/states/field-marks.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { changedMeanwhile, itemWrite, metFields } from '../../lib/api/item-write.ts';
import { api } from '../../lib/api/api.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { startVersion } from '../../lib/start-version.ts';
import { MEDIA } from '../../lib/content-types.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import { draftsOf } from '../../lib/kept-drafts.svelte.ts';
import type { MediaValue } from './value.ts';

export const TEXTS = ['alt_text', 'title', 'caption', 'description'] as const;
export type TextName = (typeof TEXTS)[number];
export type Texts = Record<TextName, string>;

export interface MediaForm {
  /** By language code; "" if media are not translated. */
  texts: Record<string, Texts>;
}

/** Unsaved edits, kept while another file or another screen is shown. */
export const drafts = draftsOf<number, MediaForm>(MEDIA.base);

export const noTexts: Texts = { alt_text: '', title: '', caption: '', description: '' };

/** Builds the form from the loaded records; languages without a record are empty. */
export function formOf(codes: readonly string[], values: readonly MediaValue[]): MediaForm {
  const found = new Map(values.map((value) => [value.lang ?? '', textsOf(value)]));
  const own = [...new Set([...codes, ...found.keys()])];
  return { texts: Object.fromEntries(own.map((code) => [code, found.get(code) ?? noTexts])) };
}

function textsOf({ alt_text, title, caption, description }: MediaValue): Texts {
  return { alt_text, title: title.raw, caption: caption.raw, description: description.raw };
}

/**
 * Writes the changes, language by language; a missing record is created first. Returns the history entries, in order. `written`
 * is called with each record as now stored. Throws an error that names the field, as `texts[fr][title]`; earlier languages are
 * already stored.
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
      const one = { code, changes, over: over.texts[code], marks: marksOf(row, code, { saved, value }) };
      written(await writeOne(row, one, (entry) => entry !== null && entries.push(entry)));
    } catch (thrown) {
      throw namedFault(thrown, code);
    }
  }
  return entries;
}

async function writeOne(
  row: GroupRow,
  { code, changes, over, marks }: { code: string; changes: Partial<Texts>; over: Texts | undefined; marks: UnitMark[] },
  note: (entry: number | null) => void,
): Promise<MediaValue> {
  const known = code === '' ? row.value.source : row.value.items[code]?.id;
  // The list may not know about one that was started just before.
  const { id, entry: made } =
    known === undefined
      ? await startVersion({ kind: 'post', id: row.value.source, lang: code })
      : { id: known, entry: null };
  note(made);
  // A record just created has no content that could have been seen.
  const seen = known === undefined || !over ? {} : { ...over };
  const { path, body: save } = itemWrite('post', id, { fields: changes, over: seen, marks });
  const { body, entry } = await api.patch(path, save);
  note(entry);
  return body as unknown as MediaValue;
}

/** The marks implied by editing a translation whose source has changed. */
function marksOf(row: GroupRow, code: string, { saved, value }: { saved: MediaForm; value: MediaForm }): UnitMark[] {
  const { sourceLang } = row;
  const textsAt = ({ texts }: MediaForm, lang: string) => {
    const { title, caption, description } = texts[lang] ?? noTexts;
    return { title, content: description, excerpt: caption };
  };
  const source = textsAt(value, sourceLang);
  const isChanged = !isSame(source, textsAt(saved, sourceLang));
  if (code === sourceLang || (row.value.items[code]?.state !== 'needs_update' && !isChanged)) return [];
  return editedMarks({ source, before: textsAt(saved, code), after: textsAt(value, code) });
}

/** The current values of fields changed meanwhile, as edits of the form. */
export function metOf(thrown: unknown) {
  const error = asApiError(thrown);
  const { code } = error.data;
  return metFields(error).map(({ field, now }) => ({ path: ['texts', String(code), field], value: now }));
}

function namedFault(thrown: unknown, code: string): ApiError {
  const error = asApiError(thrown);
  const { status, message, code: name } = error;
  const fields = { ...error.fields, ...changedMeanwhile(error) };
  const params = Object.fromEntries(Object.entries(fields).map(([field, text]) => [`texts[${code}][${field}]`, text]));
  return new ApiError(status, { code: name, message, data: { ...error.data, code, params } });
}
