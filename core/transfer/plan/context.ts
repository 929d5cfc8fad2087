import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import { siteState, type SiteState } from '../../store/transfer/import.ts';
import type { Report } from '../report.ts';
import type { Records } from '../stage.ts';
import type { Choices } from './choices.ts';

/** Shared input of all parts of the plan. */
export interface Context {
  site: Site;
  records: Records;
  report: Report;
  choices: Choices;
  /** The file has no modification times for existing items (`formats.ts`). */
  timesOfNewOnly: boolean;
  state: SiteState;
  /** The site is new: it has no content but its one category. */
  isPristine: boolean;
  /** The file names the address of this site, so its numbers are those of this site. */
  isOfThisSite: boolean;
}

export function createContext(
  site: Site,
  records: Records,
  how: Pick<Context, 'report' | 'choices' | 'timesOfNewOnly'>,
): Context {
  const state = siteState(site.db);
  const isPristine = state.posts === 0 && state.languages === 0 && state.terms === 1;
  const { url } = records.site;
  const isOfThisSite = !isPristine && url !== '' && url === siteSettings(site).url.replace(/\/+$/, '');
  return { site, records, ...how, state, isPristine, isOfThisSite };
}
