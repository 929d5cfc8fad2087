import { isSame, type Fields } from '../compare.ts';
import type { Json } from '../../types.ts';
import { GROUP_FIELDS } from './pushing.ts';

/** What a look before a write came to. */
export interface ToSend {
  /** Fields that are still to be sent. */
  fields: Fields;
  /** Fields that somebody changed there since they were planned. */
  changed: string[];
}

/**
 * Compares what is to be sent with what is there now (`live-site.md` 7): what is there already is not sent, what is there as it was
 * planned is, and anything else is somebody's edit. A site leaves out fields it does not have.
 * @param isDoubtful it was sent before, and nobody heard what came of it: the site may have stored it in its own way
 */
export function fieldsToSend(
  { wanted, before, now }: { wanted: Fields; before: Fields; now: Fields },
  isDoubtful: boolean,
): ToSend {
  const found: { fields: Record<string, Json>; changed: string[] } = { fields: {}, changed: [] };
  for (const [name, value] of Object.entries(wanted)) {
    if (GROUP_FIELDS.has(name)) continue;
    const there = Object.hasOwn(now, name) ? now[name] : undefined;
    // Drafts show no date, so one that is sent with the rest is not there yet.
    if (there === undefined && name !== 'date_gmt') continue;
    if (isSame(value, there)) continue;
    if (isSame(there, before[name])) found.fields[name] = value;
    else if (!isDoubtful || !isStoredForm(name, value, there)) found.changed.push(name);
  }
  return found;
}

/** Whether a site may have made this of what it was sent: a free slug, a date to come, markup it does not allow, terms that fit. */
export function isStoredForm(name: string, sent: Json, there: Json | undefined): boolean {
  if (Array.isArray(sent)) return Array.isArray(there);
  if (typeof sent !== 'string' || typeof there !== 'string') return false;
  if (name === 'slug')
    return sent === '' || (there.startsWith(`${sent}-`) && /^\d+$/.test(there.slice(sent.length + 1)));
  if (name === 'status') return ['publish', 'future'].includes(sent) && ['publish', 'future'].includes(there);
  return TEXTS.has(name) && squeezed(sent) === squeezed(there);
}

/** Whether the site gave a field a value of its own, which is taken over here: a free slug, a date, a term that fits the language. */
export function isGiven(name: string, sent: Json | undefined, there: Json | undefined): boolean {
  if (Array.isArray(there)) return there.every((one) => typeof one === 'string');
  return GIVEN.has(name) && sent !== undefined && isStoredForm(name, sent, there);
}

const GIVEN = new Set(['slug', 'status', 'date_gmt']);
const TEXTS = new Set(['title', 'content', 'excerpt', 'name', 'description', 'caption', 'alt_text']);

/** The words of a text, whatever became of its markup. */
function squeezed(text: string): string {
  return text
    .replace(/<[^>]*>|&[#\w]+;/g, '')
    .replace(/[<>&"'\s]+/g, '')
    .toLowerCase();
}
