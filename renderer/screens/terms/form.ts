// What the inspector edits of a term: all its languages at once.
import { ApiError } from '../../lib/api/api-error.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { plainText } from '../../matrix/rows.svelte.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { versionWrite } from './acts.ts';
import type { TermWrite } from './acts.ts';

export interface TermForm {
  /** By code of the language. */
  names: Record<string, string>;
  slugs: Record<string, string>;
  descriptions: Record<string, string>;
  /** Of the source. */
  parent: number;
}

/** A term as `GET wp/v2/{base}` answers it. */
export interface TermValue {
  id: number;
  name: string;
  slug: string;
  description: string;
  lang: string;
}

/** From what the list knows; descriptions once they were read. */
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

/** What has to be written, and the field each write stands for. */
export function writesOf(
  type: ContentType,
  row: GroupRow,
  { saved, value }: { saved: TermForm; value: TermForm },
): { field: string; write: TermWrite }[] {
  const codes = [...new Set([...Object.keys(value.names), ...Object.keys(row.value.items)])];
  return codes.flatMap((code): { field: string; write: TermWrite }[] => {
    const item = row.value.items[code];
    const name = value.names[code]?.trim() ?? '';
    if (!item) {
      // One that was started just before is not in the row yet.
      if (name === '' || name === saved.names[code]?.trim()) return [];
      return [{ field: `names[${code}]`, write: versionWrite(type, row, code, name) }];
    }
    const isChanged = (part: 'names' | 'slugs' | 'descriptions') =>
      (value[part][code] ?? '') !== (saved[part][code] ?? '');
    const body = {
      ...(isChanged('names') && { name }),
      ...(isChanged('slugs') && { slug: value.slugs[code] ?? '' }),
      ...(isChanged('descriptions') && { description: value.descriptions[code] ?? '' }),
      ...(code === row.sourceLang && value.parent !== saved.parent && { parent: value.parent }),
    };
    const [first] = Object.keys(body);
    if (first === undefined) return [];
    const field = { name: `names[${code}]`, slug: `slugs[${code}]`, description: `descriptions[${code}]` }[first];
    return [{ field: field ?? 'parent', write: { path: `/wp/v2/${type.base}/${item.id}`, body } }];
  });
}

/** What was refused, as a fault of the form. */
export function faultOf(writes: readonly { field: string }[], faults: readonly string[]): ApiError | undefined {
  const entries = writes.flatMap(({ field }, at) => (faults[at] ? [[field, faults[at]] as const] : []));
  if (entries.length === 0) return undefined;
  return new ApiError(400, { code: 'rest_invalid_param', data: { params: Object.fromEntries(entries) } });
}

/** Slugs of other scripts are stored with percent signs. */
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
