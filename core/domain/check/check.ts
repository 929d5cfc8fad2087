import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { countAllPosts } from '../../store/content/post-list.ts';
import { hasLimit, TookTooLong } from '../../store/time-limit.ts';
import { contentChecks } from './content.ts';
import { inOrder, type Check, type Found, type Severity } from './check-row.ts';
import { groupChecks } from './groups.ts';
import { settingChecks } from './settings.ts';
import { unitChecks } from './units.ts';

/** A problem of a site (`contract/extras.md`, `/check`). */
export interface Finding {
  id: string;
  kind: string;
  severity: Severity;
  about: { kind: string; id: number | string };
  text: string;
  /** Parameters of both sentences: with `kind`, they can be translated. */
  params: Readonly<Record<string, string | number>>;
  /** Describes the repair; null if only a person can decide. */
  repair: string | null;
}

/** All checks of the doctor. To add a check, add a row to one of these lists. */
export const CHECKS: readonly Check[] = inOrder([...groupChecks, ...settingChecks, ...unitChecks, ...contentChecks]);

/** Up to this many posts are checked within a request. */
const FEW = 2000;

/**
 * Checks the site; a healthy one has no findings. Within a request, throws `TookTooLong` for a site with more than a few posts.
 */
export function checkSite(site: Site): Finding[] {
  if (hasLimit(site.db) && countAllPosts(site.db) > FEW) throw new TookTooLong();
  return CHECKS.flatMap((check) => check.find(site).map((found) => findingOf(check, found)));
}

/**
 * Repairs the given findings, each in its current state; returns how many were repaired. Throws 404 for an ID that is not a
 * finding.
 */
export function repairSite(site: Site, ids: readonly string[]): number {
  const known = new Set(checkSite(site).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new RestError('polydesk_not_found', `The finding "${unknown}" does not exist. Nothing was changed.`, 404);
  const wanted = new Set(ids);
  let mended = 0;
  // Rechecked after each check: one repair may have fixed another finding.
  for (const check of CHECKS)
    for (const found of check.find(site)) {
      if (!wanted.has(findingOf(check, found).id) || found.repair === null) continue;
      found.mend();
      mended += 1;
    }
  return mended;
}

function findingOf({ name, severity }: Check, { key, about, text, params = {}, repair }: Found): Finding {
  return { id: `${name}:${key}`, kind: name, severity, about, text, params, repair };
}
