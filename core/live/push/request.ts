import { fieldsOfType } from '../here.ts';
import type { Fields } from '../compare.ts';
import type { LiveField } from '../fields.ts';
import { mapOf, placesWith } from '../canonical.ts';
import { withKeys, withNumbers, type RefKind, type UnknownRef } from '../references.ts';
import type { Site } from '../../site.ts';
import type { LineKind } from '../../schema/live/plan.ts';
import type { Json } from '../../types.ts';
import { STRINGS, stringsBody } from '../settings/strings.ts';
import { GROUP_FIELDS, type RemoteNumbers } from './pushing.ts';

/** The body of a write, and the references that have no id on the live site. */
export interface WriteBody {
  body: Record<string, Json>;
  unknown: UnknownRef[];
}

/** Texts as the site will answer them: a number that names nothing here may name an item there. */
export function textsThere(
  site: Site,
  { kind, type }: { kind: LineKind; type: string },
  { fields, numbers }: { fields: Fields; numbers: RemoteNumbers },
): Fields {
  const texts = fieldsOfType(site, kind, type).flatMap(({ name, rule }) => {
    const text = fields[name];
    if (rule !== 'html' || typeof text !== 'string') return [];
    const sent = withNumbers(text, numbers);
    return sent.unknown.length > 0 ? [] : [[name, withKeys(sent.text, numbers).text] as const];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}

/** What a request body is made of. */
interface Sending {
  fields: Fields;
  /** Current values there: only differing keys of maps are sent. */
  now: Fields;
  numbers: RemoteNumbers;
  /** Whether an item was deleted there: a field cannot name it, whereas a text keeps its number. */
  isDeleted: (kind: RefKind, uuid: string) => boolean;
}

type Writing = Pick<Sending, 'numbers' | 'isDeleted'> & { unknown: UnknownRef[]; now: Json | undefined };

/** Converts canonical fields to a request body for the live site. */
export function writeBody(
  site: Site,
  { kind, type }: { kind: LineKind; type: string },
  { fields, now, numbers, isDeleted }: Sending,
): WriteBody {
  if (type === STRINGS) return { body: stringsBody(fields, now), unknown: [] };
  const unknown: UnknownRef[] = [];
  const body: Record<string, Json> = {};
  for (const field of fieldsOfType(site, kind, type)) {
    const value = fields[field.name];
    if (value === undefined || GROUP_FIELDS.has(field.name)) continue;
    const sent = valueOf(value, field, { numbers, isDeleted, unknown, now: now[field.name] });
    if (sent !== undefined) body[field.name] = sent;
  }
  return { body, unknown };
}

function valueOf(value: Json, field: LiveField, writing: Writing): Json | undefined {
  switch (field.rule) {
    case 'html':
      return textOf(value, writing);
    case 'ref':
      return field.of === 'user' ? userNumber(value, writing) : numberOf(value, field, writing);
    case 'refs':
      return Array.isArray(value) ? value.flatMap((one) => numberOf(one, field, writing) ?? []) : undefined;
    case 'places':
      return placesWith(value, (menu) => numberOf(menu, field, writing) ?? 0);
    case 'map':
      return changedKeys(mapOf(value), mapOf(writing.now));
    default:
      return value;
  }
}

function textOf(value: Json, { numbers, unknown }: Writing): Json {
  if (typeof value !== 'string') return value;
  const referred = withNumbers(value, numbers);
  unknown.push(...referred.unknown);
  return referred.text;
}

/** An id that is unknown here is broken on both sides: it stays as it is. */
function numberOf(value: Json, { of = 'post' }: LiveField, writing: Writing): number | undefined {
  const { numbers, isDeleted, unknown, now } = writing;
  if (typeof value === 'number') return value;
  if (value === '') return 0;
  if (of === 'user' || typeof value !== 'string') return undefined;
  const isNamedThere = now === value || (Array.isArray(now) && now.includes(value));
  const id = isNamedThere || !isDeleted(of, value) ? numbers.idOf(of, value) : undefined;
  if (id === undefined) unknown.push({ kind: of, ref: value });
  return id;
}

/** Unknown users are not sent: the author stays the same. */
function userNumber(value: Json, { numbers }: Writing): number | undefined {
  return typeof value === 'string' ? numbers.userIdOf(value) : undefined;
}

/** Keys that differ; null removes one. */
function changedKeys(wanted: Record<string, Json>, now: Record<string, Json>): Json | undefined {
  const gone = Object.keys(now).filter((key) => !Object.hasOwn(wanted, key));
  const changed = Object.entries(wanted).filter(([key, value]) => now[key] !== value);
  const entries = [...changed, ...gone.map((key) => [key, null] as const)];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
