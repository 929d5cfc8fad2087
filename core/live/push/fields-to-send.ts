import { isSame, type Fields } from '../compare.ts';
import type { Json } from '../../types.ts';
import { GROUP_FIELDS } from './pushing.ts';

/** The result of the read before a write. */
export interface ToSend {
  /** Fields that still have to be sent. */
  fields: Fields;
  /** Fields that were changed there after the push was planned. */
  changed: string[];
  /** Fields that no longer have their planned value, but the intended one or the form a site makes of it. */
  written: string[];
}

/**
 * Compares the fields to send with their current values there (`live-site.md` 7): equal ones are not sent, those with the planned
 * value are, and any other value is a concurrent edit. A site leaves out fields it does not have.
 * @param isDoubtful it was sent before and the answer was lost: the site may have stored it in its own form
 */
export function fieldsToSend(
  { wanted, before, now }: { wanted: Fields; before: Fields; now: Fields },
  isDoubtful: boolean,
): ToSend {
  const found = { fields: {} as Record<string, Json>, changed: [] as string[], written: [] as string[] };
  for (const [name, value] of Object.entries(wanted)) {
    if (GROUP_FIELDS.has(name)) continue;
    const there = Object.hasOwn(now, name) ? now[name] : undefined;
    // Drafts show no date, so one that is sent with the rest is not visible yet.
    if (there === undefined && name !== 'date_gmt') continue;
    if (isSame(there, before[name])) {
      if (!isSame(value, there)) found.fields[name] = value;
    } else if (isSame(value, there) || (isDoubtful && isStoredForm(name, value, there))) found.written.push(name);
    else found.changed.push(name);
  }
  return found;
}

/** Whether a site may have derived this from what was sent: a free slug, a future date, stripped markup, matching terms. */
export function isStoredForm(name: string, sent: Json, there: Json | undefined): boolean {
  if (Array.isArray(sent)) return Array.isArray(there);
  if (typeof sent !== 'string' || typeof there !== 'string') return false;
  if (name === 'slug')
    return sent === '' || (there.startsWith(`${sent}-`) && /^\d+$/.test(there.slice(sent.length + 1)));
  if (name === 'status') return ['publish', 'future'].includes(sent) && ['publish', 'future'].includes(there);
  return TEXTS.has(name) && squeezed(sent) === squeezed(there);
}

/** Whether the site assigned its own value, which is adopted here: a free slug, a date, a term of the right language. */
export function isGiven(name: string, sent: Json | undefined, there: Json | undefined): boolean {
  if (Array.isArray(there)) return there.every((one) => typeof one === 'string');
  return GIVEN.has(name) && sent !== undefined && isStoredForm(name, sent, there);
}

const GIVEN = new Set(['slug', 'status', 'date_gmt']);
const TEXTS = new Set(['title', 'content', 'excerpt', 'name', 'description', 'caption', 'alt_text']);

/** The words of a text without its markup. */
function squeezed(text: string): string {
  return text
    .replace(/<[^>]*>|&[#\w]+;/g, '')
    .replace(/[<>&"'\s]+/g, '')
    .toLowerCase();
}
