import type { Dict } from '../../../core/types.ts';
import { hashValue } from '../../../core/units/hash.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { t } from '../messages/messages.svelte.ts';
import type { ApiError } from './api-error.ts';

/** What a save of the window sends of an item, as `PATCH polydesk/v1/items` takes it. */
export interface ItemWrite {
  fields: Dict;
  /** What each field said that is sent, as stored, when it was read; what is not named is not compared. */
  over: Dict;
  /** What was said about its units. */
  marks?: readonly UnitMark[];
}

/** A save of some fields, refused with `polydesk_conflict` where one of them was changed since it was read. */
export function itemWrite(kind: 'post' | 'term', id: number, { fields, over, marks = [] }: ItemWrite) {
  const sent = Object.entries(over).filter(([name]) => name in fields);
  const base = Object.fromEntries(sent.map(([name, value]) => [name, hashValue(value)]));
  return { method: 'PATCH', path: `/polydesk/v1/items/${kind}/${id}`, body: { fields, base, marks } } as const;
}

/** A field that was changed since it was read, and what it says now, as stored. */
export interface MetField {
  field: string;
  now: unknown;
}

/** The fields a save met so; none for another fault. */
export function metFields(error: ApiError | undefined): MetField[] {
  if (error?.code !== 'polydesk_conflict') return [];
  const { conflicts } = error.data;
  return Array.isArray(conflicts) ? (conflicts as MetField[]) : [];
}

/** The same as faults of a form. `show`: a value as people read it. */
export function changedMeanwhile(error: ApiError, show: (now: unknown, field: string) => string = readable) {
  const named = metFields(error).map(({ field, now }) => {
    return [field, t('ui.changed.meanwhile', { text: show(now, field) })] as const;
  });
  return Object.fromEntries(named);
}

const readable = (now: unknown): string => (typeof now === 'string' ? now : JSON.stringify(now));
