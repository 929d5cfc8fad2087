import type { Site } from '../../site.ts';
import { siteRow, type SiteRow } from '../../store/site/site.ts';

/** The site row, cached until something changes. */
export function keptSiteRow(site: Site): SiteRow {
  return site.memo.get('site', () => siteRow(site.db), 'rest');
}
