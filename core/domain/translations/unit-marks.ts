import type { UnitMark } from '../../schema/translations/unit-mark.ts';
import type { Site } from '../../site.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { putMarks } from '../../store/translations/unit-marks.ts';
import { textsOfItem } from '../../store/translations/confirmations.ts';
import { fillMarks, judgeItem } from '../../units/states/judge.ts';
import type { ItemTexts } from '../../units/states/judge.ts';
import { judgedOf } from '../matrix/unit-states.ts';
import { memberOf, moveConfirmation } from './staleness.ts';

/**
 * Keeps what a person said about units of an item: the only way in, for the save of the window and whatever else sends marks.
 * Call it within the transaction of the texts they are about, after these were written. A pair of texts has one word, the last;
 * nothing has to be taken back, since a word no longer counts once one of its texts is another. Units are named by `textHash`
 * (`core/units/states/hash.ts`) of their `unitText` as stored: of the rows that `align` gives for the stored texts, and of title
 * and excerpt as they are. 404 for an item without a language.
 */
export function markUnits(site: Site, { kind, id }: { kind: Kind; id: number }, marks: readonly UnitMark[]): void {
  memberOf(site, kind, id);
  putMarks(site.db, { kind, id }, marks);
  confirmIfCurrent(site, kind, id);
}

/** What a version that begins with the texts of another says of its units: filled in, until somebody deals with each. */
export function markFilled(site: Site, { kind, id }: { kind: Kind; id: number }): void {
  const texts = textsOfItem(site.db, kind, id);
  if (texts) putMarks(site.db, { kind, id }, fillMarks(texts, { isNamed: kind === 'term' }));
}

/** The confirmed text moves by itself only when every unit is right for the source as it is now. */
function confirmIfCurrent(site: Site, kind: Kind, id: number): void {
  const judged = judgedOf(site, kind, id);
  if (!judged?.confirmed || isSame(judged.source, judged.confirmed) || judgeItem(judged).isStale) return;
  moveConfirmation(site, kind, id);
}

const isSame = (one: ItemTexts, other: ItemTexts): boolean =>
  one.title === other.title && one.content === other.content && one.excerpt === other.excerpt;
