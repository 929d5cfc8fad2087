import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { countAllPosts } from '../../store/post-list.ts';
import { hasLimit, TookTooLong } from '../../store/time-limit.ts';
import { contentFaults } from './content.ts';
import type { Fault, Found, Severity } from './fault.ts';
import { groupFaults } from './groups.ts';
import { settingFaults } from './settings.ts';

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

/** Everything the doctor knows; what others rest on comes first. */
export const FAULTS: readonly Fault[] = [
  ...groupFaults.slice(0, -1),
  ...settingFaults,
  ...contentFaults,
  ...groupFaults.slice(-1),
];

/** So few posts are looked over while others wait. */
const FEW = 2000;

/** Looks the site over; a healthy one gives nothing. Where others wait, throws `TookTooLong` for a site of more than a few posts. */
export function checkSite(site: Site): Finding[] {
  if (hasLimit(site.db) && countAllPosts(site.db) > FEW) throw new TookTooLong();
  return FAULTS.flatMap((fault) => fault.find(site).map((found) => findingOf(fault, found)));
}

/** Mends what is asked for, each as it stands when its turn comes; how many were mended. Throws 404 for an id that is no finding. */
export function repairSite(site: Site, ids: readonly string[]): number {
  const known = new Set(checkSite(site).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new RestError('polydesk_not_found', `There is no finding "${unknown}" (any more). Nothing was changed.`, 404);
  const wanted = new Set(ids);
  let mended = 0;
  // Looked for anew, sort by sort: mending one may have mended another.
  for (const fault of FAULTS)
    for (const found of fault.find(site)) {
      if (!wanted.has(findingOf(fault, found).id) || found.repair === null) continue;
      found.mend();
      mended += 1;
    }
  return mended;
}

function findingOf({ kind, severity }: Fault, { key, about, text, params = {}, repair }: Found): Finding {
  return { id: `${kind}:${key}`, kind, severity, about, text, params, repair };
}
