import type { CheckedTextsPage } from '../../schema/desk/findings.ts';
import type { Site } from '../../site.ts';
import { groupsWithLanguage } from '../../store/desk/groups.ts';
import { ignoredOf } from '../../store/desk/ignored.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { termsIn } from '../../units/terms/terms.ts';
import { shownName } from '../content/plain-text.ts';
import { languagesOf } from '../memory/answers.ts';
import { unitPairs } from '../memory/group-uses.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { hashesOf, placeOf, sidesOf, termsFor } from './check-item.ts';

/** The translations of a page of items, text by text, for checks by other programs (`contract/extras.md`, `/findings/texts`). */
export function checkedTexts(
  site: Site,
  { lang, page, per_page: perPage }: { lang: string; page: number; per_page: number },
): CheckedTextsPage {
  const { to } = languagesOf(site, { from: lang, to: lang });
  const groups = groupsWithLanguage(site.db, to);
  const read = readOnce();
  const terms = termsFor(site, to);
  const texts = groups.slice((page - 1) * perPage, page * perPage).flatMap((group): CheckedTextsPage['texts'] => {
    const sides = sidesOf(site, group, to);
    if (!sides) return [];
    const { from, target } = sides;
    const { kind, id } = target;
    const title = shownName(target.texts.title);
    const ignored = ignoredOf(site.db, kind, id);
    const known = terms(from.language);
    return unitPairs(site, from, target, read)
      .filter(({ isUntranslated, isCode }) => !isUntranslated && !isCode)
      .map((pair) => {
        const hashes = hashesOf(pair);
        const isHere = (one: { source: string; target: string }): boolean =>
          one.source === hashes.source_hash && one.target === hashes.target_hash;
        return {
          ...{ kind, id, title, ...placeOf(pair), source: pair.source, target: pair.target, ...hashes },
          words: termsIn(known, plainOfMarked(pair.source)).flatMap(({ allowed }) => allowed),
          ignored: ignored.filter(isHere).map(({ check }) => check),
        };
      });
  });
  return { pages: Math.ceil(groups.length / perPage), texts };
}
