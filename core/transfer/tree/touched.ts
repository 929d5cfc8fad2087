import { itemsOf } from '../../domain/history/items.ts';
import type { Site } from '../../site.ts';
import { eachImage, latestEntryId, type Item } from '../../store/journal/journal.ts';
import { lastKnown } from '../../store/rows.ts';
import type { Fields } from '../bundle/parts.ts';
import { mapOf, textOf } from '../bundle/fields.ts';
import type { TreeLine } from './lines.ts';

/** What others changed since planning. */
export interface Touched {
  /** Parts, as "post UUID". */
  parts: ReadonlySet<string>;
  /** Fields of `site.json`. */
  settings: ReadonlySet<string>;
}

/** Everything touched by later entries, including deleted items. */
export function touchedSince(site: Site, entry: number): Touched {
  const parts = new Set<string>();
  const settings = new Set<string>();
  for (let id = entry + 1; id <= latestEntryId(site.db); id += 1)
    for (const item of itemsOf(site.db, eachImage(site.db, id))) {
      const setting = settingOf(item);
      const part = setting === undefined ? partOf(site, item) : undefined;
      if (setting !== undefined) settings.add(setting);
      if (part !== undefined) parts.add(part);
    }
  return { parts, settings };
}

function settingOf({ kind, id }: Item): string | undefined {
  const name = String(id);
  if (['default_lang', 'default_category', 'content_model'].includes(name)) return name;
  if (kind === 'settings') return `settings.${name}`;
  return kind === 'site' ? `options.${name}` : undefined;
}

function partOf({ db }: Site, { kind, id }: Item): string | undefined {
  const known = (table: string, column: string): string => textOf(lastKnown(db, table, Number(id), column));
  if (kind === 'post' || kind === 'media') return `post ${known('posts', 'uuid')}`;
  if (kind === 'term') return `term ${known('terms', 'uuid')}`;
  if (kind === 'language') return `language ${known('terms', 'slug')}`;
  return kind === 'user' ? `user ${known('users', 'login')}` : undefined;
}

/** A line that is skipped, as a whole or in some fields. */
export interface Meanwhile extends TreeLine {
  fields: string[];
}

/**
 * Removes from the lines everything others touched, and links to it (`bundle-format.md`).
 * @param linked the items each line references or referenced as translations
 */
export function withoutTouched(
  lines: readonly TreeLine[],
  { parts, settings }: Touched,
  linked: (line: TreeLine) => readonly string[],
): { lines: TreeLine[]; meanwhile: Meanwhile[] } {
  const kept: TreeLine[] = [];
  const meanwhile: Meanwhile[] = [];
  for (const line of lines) {
    const isPart = parts.has(`${line.kind} ${line.key}`);
    const isLinked = linked(line).some((key) => parts.has(`${line.kind} ${key}`));
    const left = line.fields.filter(
      (name) =>
        (line.kind === 'site' && settings.has(name)) || (isLinked && (name === 'translations' || name === 'source')),
    );
    if (isPart || left.length > 0) meanwhile.push({ ...line, fields: isPart ? line.fields : left });
    if (isPart) continue;
    const fields = line.fields.filter((name) => !left.includes(name));
    if (fields.length > 0 || line.outcome !== 'changed') kept.push({ ...line, fields });
  }
  return { lines: kept, meanwhile };
}

/** Keys of the translations in some fields. */
export function linkedKeys(...of: readonly Fields[]): string[] {
  return of.flatMap((fields) => Object.values(mapOf(fields['translations'])).map(textOf));
}
