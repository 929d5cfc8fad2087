import type { Site } from '../../site.ts';
import { typeAndStatus } from '../../store/desk/groups.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { runningChecks } from '../../units/checks/choice.ts';
import { shownName } from '../content/plain-text.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { alignedPairs } from '../memory/group-uses.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { memberOf } from '../translations/staleness.ts';
import { placed, sidesOf, type Finding, type ItemsFinding } from './check-item.ts';
import { linksOnce, type Links } from './links.ts';
import { linkFindings, linksOf, type LinkUse } from './site-checks.ts';

interface LinkedBy {
  links: Links;
  group: number;
  /** The checks that run. */
  ids: readonly string[];
}

/** What is found in the links of an item, in their order. */
export function placedLinks(uses: readonly LinkUse[], { links, group, ids }: LinkedBy): ItemsFinding[] {
  return (
    linkFindings(uses, links, group)
      .filter(({ check }) => ids.includes(check))
      // A link fix changes the address, not the text.
      .map(({ hasFix, ...one }) => placed({ ...one, ...(hasFix && { fix: one.target }) }))
  );
}

/**
 * What is found in the links of one translation, with what is ignored, without checking the rest of the site: for programs that show
 * it while it is edited (`contract/extras.md`, `/findings/links`). 404 for an item without a language.
 */
export function linkFindingsOf(site: Site, kind: Kind, id: number): Finding[] {
  const { group_id: group, language_id: language } = memberOf(site, kind, id);
  const sides = sidesOf(site, group, language);
  if (sides?.target.id !== id) return [];
  const { alignment } = alignedPairs(site, sides.from, sides.target, readOnce());
  const { ids } = runningChecks(siteSettings(site).checks);
  const of = { kind, id, title: shownName(sides.target.texts.title), ...typeAndStatus(site.db, kind, id) };
  return placedLinks(linksOf({ alignment }), { links: linksOnce(site, language), group, ids }).map((one) => {
    return { ...of, ...one };
  });
}
