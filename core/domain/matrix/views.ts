import type { Views } from '../../schema/translations/editor-state.ts';
import type { Site } from '../../site.ts';
import { readOption, writeOption } from '../../store/settings/settings.ts';

const NAME = 'views';

/** Saved filters of this site (`contract/extras.md`, `/views`). */
export function savedViews(site: Site): Views {
  return { views: (readOption(site.db, NAME) ?? []) as unknown as Views['views'] };
}

/** Replaces all saved filters. */
export function saveViews(site: Site, { views }: Views): Views {
  writeOption(site.db, NAME, views);
  return savedViews(site);
}
