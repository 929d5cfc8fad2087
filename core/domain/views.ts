import type { Site } from '../site.ts';
import { readOption, writeOption } from '../store/settings.ts';
import type { Dict } from '../types.ts';

/** Saved filters of this site (`contract/extras.md`, `/views`). */
export interface SavedViews {
  views: { id: string; name: string; screen: string; query: Dict }[];
}

const NAME = 'views';

export function savedViews(site: Site): SavedViews {
  return { views: (readOption(site.db, NAME) ?? []) as unknown as SavedViews['views'] };
}

/** Replaces all of them. */
export function saveViews(site: Site, { views }: SavedViews): SavedViews {
  writeOption(site.db, NAME, views);
  return savedViews(site);
}
