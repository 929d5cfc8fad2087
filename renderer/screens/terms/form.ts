// The inspector form of a term: all its languages together.
import { ApiError } from '../../lib/api/api-error.ts';
import { changedMeanwhile, itemWrite, metFields } from '../../lib/api/item-write.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import { editedMarks } from '../../../core/units/states/field-marks.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupItem, GroupRow } from '../../matrix/rows.svelte.ts';
import { faultText, storedName, versionWrite } from './acts.ts';
import type { TermWrite, WrittenTerms } from './acts.ts';

export interface TermForm {
  /** By language code. */
  names: Record<string, string>;
  slugs: Record<string, string>;
  descriptions: Record<string, string>;
  /** Of the source. */
  parent: number;
}

/** A term, as returned by `GET wp/v2/{base}`. */
export interface TermValue {
  id: number;
  name: string;
  slug: string;
  description: string;
  lang: string;
}

/** Builds the form from the list; descriptions once they are loaded. */
export function formOf(row: GroupRow, details: readonly TermValue[] | undefined): TermForm {
  const items = Object.entries(row.value.items);
  const texts = new Map((details ?? []).map(({ id, description }) => [id, description]));
  return {
    names: Object.fromEntries(items.map(([code, { title }]) => [code, plainText(title)])),
    slugs: Object.fromEntries(items.map(([code, { slug }]) => [code, decode(slug ?? '')])),
    descriptions: Object.fromEntries(items.map(([code, { id }]) => [code, texts.get(id) ?? ''])),
    parent: row.value.items[row.sourceLang]?.parent ?? 0,
  };
}

/** A write of a form, and its language. */
export interface FormWrite {
  code: string;
  /** The form field that shows its error. */
  field: string;
  write: TermWrite;
}

/** A form as saved, as it was when edited, as edited, and the loaded terms. */
interface Written {
  saved: TermForm;
  over: TermForm;
  value: TermForm;
  details: readonly TermValue[] | undefined;
}

/** The necessary writes. */
export function writesOf(row: GroupRow, form: Written): FormWrite[] {
  const { saved, over, value } = form;
  const codes = [...new Set([...Object.keys(value.names), ...Object.keys(row.value.items)])];
  return codes.flatMap((code): FormWrite[] => {
    const item = row.value.items[code];
    if (item) return writeOf(row, { code, item }, form);
    const name = value.names[code]?.trim() ?? '';
    // A version started just before is not in the row yet.
    if (name === '' || name === saved.names[code]?.trim()) return [];
    const write = versionWrite(row, code, { name, over: over.names[code] ?? '' });
    return [{ code, field: `names[${code}]`, write }];
  });
}

function writeOf(row: GroupRow, { code, item }: { code: string; item: GroupItem }, form: Written): FormWrite[] {
  const { saved, over, value, details } = form;
  const isChanged = (part: keyof typeof PARTS) => (value[part][code] ?? '') !== (saved[part][code] ?? '');
  const fields = {
    ...(isChanged('names') && { name: value.names[code]?.trim() ?? '' }),
    ...(isChanged('slugs') && { slug: value.slugs[code] ?? '' }),
    ...(isChanged('descriptions') && { description: value.descriptions[code] ?? '' }),
    ...(code === row.sourceLang && value.parent !== saved.parent && { parent: value.parent }),
  };
  const [first] = Object.keys(fields);
  if (first === undefined) return [];
  // The stored form if it equals the value that was edited; otherwise it was changed meanwhile.
  const asStored = (raw: string | undefined, shown: string, text = '') =>
    raw !== undefined && shown === text ? raw : text;
  const description = details?.find(({ id }) => id === item.id)?.description;
  const base = {
    name: asStored(item.title, plainText(item.title), over.names[code]),
    slug: asStored(item.slug, decode(item.slug ?? ''), over.slugs[code]),
    description: asStored(description, description ?? '', over.descriptions[code]),
    parent: over.parent,
  };
  const marks = marksOf(row, code, form);
  return [{ code, field: formField(first, code), write: itemWrite('term', item.id, { fields, over: base, marks }) }];
}

/** The marks implied by editing a translation whose source has changed. */
function marksOf(row: GroupRow, code: string, { saved, value }: Written): UnitMark[] {
  const { sourceLang } = row;
  const textsOf = ({ names, descriptions }: TermForm, lang: string) => ({
    title: storedName(names[lang] ?? ''),
    content: descriptions[lang] ?? '',
    excerpt: '',
  });
  const source = textsOf(value, sourceLang);
  const isChanged = !isSame(source, textsOf(saved, sourceLang));
  if (code === sourceLang || (row.value.items[code]?.state !== 'needs_update' && !isChanged)) return [];
  return editedMarks({ source, before: textsOf(saved, code), after: textsOf(value, code) });
}

/** A rejected write as an error of the form. `parentName` returns the name of a parent by its ID. */
export function faultOf(
  writes: readonly FormWrite[],
  faults: WrittenTerms['faults'],
  parentName: (id: number) => string,
): ApiError | undefined {
  const show = (now: unknown) => (typeof now === 'number' ? parentName(now) : decode(plainText(String(now))));
  const entries = writes.flatMap(({ code, field }, at) => {
    const fault = faults[at];
    if (!fault) return [];
    const met = Object.entries(changedMeanwhile(fault, show)).map(
      ([name, text]) => [formField(name, code), text] as const,
    );
    return met.length > 0 ? met : [[field, faultText(fault)] as const];
  });
  if (entries.length === 0) return undefined;
  return new ApiError(400, { code: 'rest_invalid_param', data: { params: Object.fromEntries(entries) } });
}

/** The current values of fields changed meanwhile, as edits of the form. */
export function metOf(writes: readonly FormWrite[], faults: WrittenTerms['faults']) {
  return writes.flatMap(({ code }, at) =>
    metFields(faults[at]).map(({ field, now }) => {
      if (field === 'parent') return { path: ['parent'], value: Number(now) };
      const text = String(now);
      const value = { name: plainText(text), slug: decode(text) }[field] ?? text;
      return {
        path: [Object.keys(PARTS).find((part) => PARTS[part as keyof typeof PARTS] === field) ?? field, code],
        value,
      };
    }),
  );
}

/** Form parts by API field. */
const PARTS = { names: 'name', slugs: 'slug', descriptions: 'description' } as const;

function formField(field: string, code: string): string {
  const part = Object.entries(PARTS).find(([, each]) => each === field)?.[0];
  return part ? `${part}[${code}]` : 'parent';
}

/** Slugs in other scripts are stored percent-encoded. */
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
