import type { Site } from '../site.ts';
import { siteRow, type SiteRow } from '../store/site.ts';
import { keptFacts } from './kept-facts.ts';

/** What the file knows of the site as a whole, read once until something changes. */
export function keptSiteRow(site: Site): SiteRow {
  return keptFacts(site, 'site', () => siteRow(site.db), 'rest');
}
