import { isTaken } from '../../store/transfer/import.ts';
import { createIds } from '../ids.ts';
import { emptyReport, type Report } from '../report.ts';
import type { Records } from '../stage.ts';
import type { Site } from '../../site.ts';
import { DEFAULT_CHOICES } from './choices.ts';
import { createContext, type Context } from './context.ts';
import { planLanguages, type LanguagePlan } from './languages.ts';
import { planModel, type ModelPlan } from './model.ts';
import { planPosts, type PostPlan } from './posts.ts';
import { planSite, type SitePlan } from './site.ts';
import { highestTermSource, planTerms, type TermPlan } from './terms.ts';
import { planUsers, type UserPlan } from './users.ts';

/** Everything an import will do, decided before the first row is written, so that the preview is exactly what happens. */
export interface Plan {
  context: Context;
  users: UserPlan;
  languages: LanguagePlan;
  terms: TermPlan;
  posts: PostPlan;
  model: ModelPlan;
  site: SitePlan;
  report: Report;
}

type HowToPlan = Pick<Context, 'report' | 'choices' | 'timesOfNewOnly'>;

/** Plans what the records of a file would do to the site (`content.md` 8.2). Writes nothing. */
export function planImport(
  site: Site,
  records: Records,
  { report = emptyReport(), choices = DEFAULT_CHOICES, timesOfNewOnly = false }: Partial<HowToPlan> = {},
): Plan {
  const context = createContext(site, records, { report, choices, timesOfNewOnly });
  const termIds = createIds({
    isEmpty: context.isPristine,
    sequence: context.state.termSequence,
    highest: highestTermSource(context),
    isTaken: (id) => isTaken(context.site.db, 'terms', id),
  });
  const users = planUsers(context, records.staging.authors());
  const languages = planLanguages(context, termIds);
  const terms = planTerms(context, languages, termIds);
  const posts = planPosts(context, languages);
  const model = planModel(context, terms.withLanguage);
  const planned = planSite(context, { posts, model });
  return { context, users, languages, terms, posts, model, site: planned, report };
}
