import type { HistoryEntry } from '../../schema/site/history.ts';
import type { Site } from '../../site.ts';
import { postHeads } from '../../store/content/posts.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import type { Caller } from '../../types.ts';
import { canRead } from '../content/posts/rights.ts';
import { changesSince } from './history.ts';

/** The ID after which a client continues to follow changes: the latest, unless given. 410 if it has been pruned. */
export function whereToFollow(site: Site, since: number | undefined): number {
  if (since === undefined) return latestEntryId(site.db);
  changesSince(site, since, 1);
  return since;
}

/**
 * The changes after an ID, as far as the caller may see them (`contract/extras.md`, `/changes`): a caller without the history
 * right sees that there was a change, when, and which readable items it touched; not the author, and no text. 410
 * `polydesk_gone`.
 */
export function changesFor(
  site: Site,
  caller: Caller,
  { since, limit }: { since: number; limit: number },
): { entries: HistoryEntry[]; latest: number } {
  const page = changesSince(site, since, limit);
  if (caller.can('read_history')) return page;
  const ids = page.entries.flatMap(({ items }) => items.filter(isPost).map(({ id }) => Number(id)));
  const known = new Map(postHeads(site.db, [...new Set(ids)]).map((row) => [row.id, row]));
  const mayFollow = (item: Item): boolean => {
    if (!isPost(item)) return item.kind === 'term' || item.kind === 'language';
    const row = known.get(Number(item.id));
    return row ? canRead(site, caller, row) : item.op === 'delete';
  };
  return { ...page, entries: page.entries.map((entry) => withoutWords(entry, entry.items.filter(mayFollow))) };
}

type Item = HistoryEntry['items'][number];

function isPost({ kind }: Item): boolean {
  return kind === 'post' || kind === 'media';
}

function withoutWords(entry: HistoryEntry, items: Item[]): HistoryEntry {
  const said = { author: '', token: '', summary: '', code: 'text', params: { text: '' } } as const;
  return { ...entry, ...said, items, item_count: items.length };
}
