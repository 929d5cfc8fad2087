import { overlap, wordSet } from '../units/likeness.ts';
import type { LiveBody } from './body.ts';
import type { Fields } from './compare.ts';

type Seen = Pick<LiveBody, 'type' | 'fields' | 'more'>;

/** Below this share of common words, two texts have nothing to do with each other. */
const ALIKE = 0.4;

/**
 * Whether a number of the live site now belongs to another item, as on a site that was restored from a backup and gives out the
 * same numbers again (`live-site.md` 4). Of another type, or different in everything by which a person would recognise it: for a
 * post title, slug, date and text, for a file its address, for a term its language instead of a date. What only one of them has
 * proves nothing, so a draft that was renamed and published is still the same.
 */
export function isAnotherItem(old: Seen, now: Seen): boolean {
  if (old.type !== now.type) return true;
  const isTerm = old.fields['name'] !== undefined;
  const texts = ['content', 'description'].map((name) => [textOf(old.fields[name]), textOf(now.fields[name])] as const);
  const told = texts.filter(([a, b]) => a !== '' && b !== '');
  if (told.some(([a, b]) => overlap(wordsOf(a), wordsOf(b)) >= ALIKE)) return false;
  const names = isTerm ? ['name', 'slug', 'lang'] : ['title', 'slug', 'date_gmt'];
  const traits = [
    ...names.map((name) => [valueOf(old, name), valueOf(now, name)] as const),
    [textOf(old.more?.['source_url']), textOf(now.more?.['source_url'])] as const,
  ].filter(([a, b]) => a !== '' && b !== '');
  if (traits.some(([a, b]) => a === b)) return false;
  return traits.length >= 3 || (traits.length === 2 && told.length > 0);
}

/** Whether an item was renamed, title and slug alike: so it may be another one, and nothing is sent to it without another look. */
export function isRenamed(old: Fields, now: Fields): boolean {
  const name = old['title'] === undefined ? 'name' : 'title';
  return [name, 'slug'].every((field) => {
    const [a, b] = [textOf(old[field]), textOf(now[field])];
    return a !== '' && b !== '' && a !== b;
  });
}

const wordsOf = (text: string): Set<string> => wordSet(text.replace(/<[^>]*>/g, ' '));

/** A file has its date besides its fields. */
const valueOf = ({ fields, more }: Seen, name: string): string => textOf(fields[name]) || textOf(more?.[name]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
