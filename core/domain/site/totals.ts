import type * as v from 'valibot';
import type { Totals } from '../../schema/site/totals.ts';
import type { Site } from '../../site.ts';
import { countConcepts } from '../../store/desk/glossary.ts';
import { siteStrings } from './strings.ts';

/** How much of each kind there is, of kinds that no other answer counts (`contract/extras.md`, `/totals`). */
export function totals(site: Site): v.InferOutput<typeof Totals> {
  return { terms: countConcepts(site.db), strings: siteStrings(site).length };
}
