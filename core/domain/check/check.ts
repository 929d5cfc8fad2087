import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { countAllPosts } from '../../store/content/post-list.ts';
import { hasLimit, TookTooLong } from '../../store/time-limit.ts';
import { contentChecks } from './content.ts';
import { inOrder, type Check, type Found, type Severity } from './check-row.ts';
import { groupChecks } from './groups.ts';
import { settingChecks } from './settings.ts';
import { unitChecks } from './units.ts';

/** Something that is wrong with a site (`contract/extras.md`, `/check`). */
export interface Finding {
  id: string;
  kind: string;
  severity: Severity;
  about: { kind: string; id: number | string };
  text: string;
  /** What stands in both sentences besides their words: with `kind`, they can be said in any language. */
  params: Readonly<Record<string, string | number>>;
  /** What mending it does; null where only a person can decide. */
  repair: string | null;
}

/** Everything the doctor looks for. A new check is a row in one of these lists. */
export const CHECKS: readonly Check[] = inOrder([...groupChecks, ...settingChecks, ...unitChecks, ...contentChecks]);

/** So few posts are looked over while others wait. */
const FEW = 2000;

/** Looks the site over; a healthy one gives nothing. Where others wait, throws `TookTooLong` for a site of more than a few posts. */
export function checkSite(site: Site): Finding[] {
  if (hasLimit(site.db) && countAllPosts(site.db) > FEW) throw new TookTooLong();
  return CHECKS.flatMap((check) => check.find(site).map((found) => findingOf(check, found)));
}

/** Mends what is asked for, each as it stands when its turn comes; how many were mended. Throws 404 for an id that is not a finding. */
export function repairSite(site: Site, ids: readonly string[]): number {
  const known = new Set(checkSite(site).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new RestError('polydesk_not_found', `The finding "${unknown}" does not exist. Nothing was changed.`, 404);
  const wanted = new Set(ids);
  let mended = 0;
  // Looked for anew, check by check: mending one may have mended another.
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
