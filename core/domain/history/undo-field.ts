import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import type { Dict, Json } from '../../types.ts';
import { takeBackText } from '../../units/diff/take-back.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { gone, keptEntry } from './history.ts';
import { itemHistory } from './item-history.ts';

/** A field of an item that an entry changed, or one text of it. */
export interface FieldUndo {
  id: number;
  kind: 'post' | 'media' | 'term';
  item: number;
  /** The name in the history: `title`, `meta[color]`. */
  field: string;
  /** Index of a text in the content after the entry. */
  unit?: number | undefined;
}

/** API names of texts whose history name differs, by kind. */
const NAMES: Readonly<Record<FieldUndo['kind'], Readonly<Record<string, string>>>> = {
  post: {
    title: 'title',
    content: 'content',
    excerpt: 'excerpt',
    slug: 'slug',
    status: 'status',
    template: 'template',
  },
  media: { title: 'title', content: 'description', excerpt: 'caption', alt_text: 'alt_text', slug: 'slug' },
  term: { name: 'name', description: 'description', slug: 'slug' },
};

/**
 * The body of a write to `wp/v2` that undoes one field, or one text of the content (`contract/extras.md`, `/history`). `now`
 * returns the current value by API name. Throws 404 and 410 as for a whole entry, 400 for a field that cannot be undone
 * individually, 409 `polydesk_conflict` if it has changed since the entry.
 */
export function fieldBack(site: Site, undo: FieldUndo, now: (name: string) => Json): Dict {
  const { id, kind, item, field, unit } = undo;
  keptEntry(site, id);
  const [name, key] = restName(kind, field);
  const { entries } = itemHistory(site, { kind, id: String(item), field, before: id + 1, limit: 1 });
  const changes = entries.find(({ row }) => row.id === id)?.changes ?? [];
  if (changes.length === 0) throw gone('This change did not change that field of the item.');
  // A meta value is its own row: the old one is deleted, the new one inserted.
  const left = changes.findLast(({ after }) => after !== null)?.after ?? '';
  const before = changes.find((change) => change.before !== null)?.before ?? '';
  const [then, today] = [left, now(key === undefined ? name : `meta.${key}`) ?? ''];
  const body = (value: Json): Dict => (key === undefined ? { [name]: value } : { meta: { [key]: value } });
  if (unit === undefined) {
    if (textOf(today) !== textOf(then)) throw conflict(undo, { now: today, then });
    return body(before);
  }
  if (field !== 'content') throw invalidParameter('unit', 'rest_invalid_param', 'Only contents have units.');
  const texts = { before: textOf(before), left: textOf(then), now: textOf(today) };
  const made = takeBackText(texts, unit);
  if (made.kind === 'unknown') throw gone('This change did not change that text, or there was none before.');
  if (made.kind === 'changed') throw conflict(undo, { now: made.now, then: made.then });
  return body(made.html);
}

/** Its name in the API, and its key if it is meta. */
function restName(kind: FieldUndo['kind'], field: string): [name: string, key?: string] {
  const key = /^meta\[(.+)\]$/s.exec(field)?.[1];
  if (key !== undefined) return ['meta', key];
  const name = NAMES[kind][field];
  if (name !== undefined && Object.hasOwn(NAMES[kind], field)) return [name];
  const text = `Only these fields can be taken back by themselves: ${Object.keys(NAMES[kind]).join(', ')}, and meta[…].`;
  throw invalidParameter('field', 'rest_invalid_param', text);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function conflict({ kind, item, field }: FieldUndo, { now, then }: { now: Json; then: Json }): RestError {
  const text = 'It was changed again since. Nothing was changed.';
  const conflicts = [{ kind, id: item, field, now, then }];
  return new RestError('polydesk_conflict', text, 409, { data: { conflicts, total: 1 } });
}
