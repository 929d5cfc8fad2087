import type { UnitMark } from '../../schema/translations/unit-mark.ts';
import type { Site } from '../../site.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { putMarks } from '../../store/translations/unit-marks.ts';
import { textsOfItem } from '../../store/translations/confirmations.ts';
import { readContent } from '../../units/content.ts';
import { fillMarks, judgeItem } from '../../units/states/judge.ts';
import type { ItemTexts } from '../../units/states/judge.ts';
import { judgedOf } from '../matrix/unit-states.ts';
import { memberOf, moveConfirmation } from './staleness.ts';

/**
 * Stores the marks a person set on units of an item: the only way in, for the save of the window and any other sender of marks.
 * Call it within the transaction of the texts concerned, after these were written. A pair of texts has one mark, the last; marks
 * need not be removed, since they no longer apply once either text changes. Units are identified by `textHash`
 * (`core/units/states/hash.ts`) of their `unitText` as stored: of the rows that `align` returns for the stored texts, and of
 * title and excerpt as they are. 404 for an item without a language.
 */
export function markUnits(site: Site, { kind, id }: { kind: Kind; id: number }, marks: readonly UnitMark[]): void {
  memberOf(site, kind, id);
  putMarks(site.db, { kind, id }, marks);
  confirmIfCurrent(site, kind, id);
}

/**
 * Marks the units of a new version that show a text of its source as filled in, until each is edited or marked.
 * @param hasOwnTitle its title was given
 */
export function markFilled(
  site: Site,
  { kind, id, source, hasOwnTitle }: { kind: Kind; id: number; source: number; hasOwnTitle: boolean },
  read = readContent,
): void {
  const [own, from] = [textsOfItem(site.db, kind, id), textsOfItem(site.db, kind, source)];
  if (!own || !from) return;
  putMarks(site.db, { kind, id }, fillMarks(own, from, { isNamed: kind === 'term' || hasOwnTitle, read }));
}

/** Confirms the translation automatically only if every unit is current with the source. */
function confirmIfCurrent(site: Site, kind: Kind, id: number): void {
  const judged = judgedOf(site, kind, id);
  if (!judged?.confirmed || isSame(judged.source, judged.confirmed) || judgeItem(judged).isStale) return;
  moveConfirmation(site, kind, id);
}

const isSame = (one: ItemTexts, other: ItemTexts): boolean =>
  one.title === other.title && one.content === other.content && one.excerpt === other.excerpt;
