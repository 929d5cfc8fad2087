import { judgeUnits } from './judge.ts';
import type { ItemTexts } from './judge.ts';
import type { UnitMark } from './marks.ts';

/** Stored texts: of the source as it is now, and of the translation before and after a person edited it. */
export interface EditedTexts {
  source: ItemTexts;
  before: ItemTexts;
  after: ItemTexts;
}

/** The marks set by a person who edited whole fields next to their source: for every unit whose text changed. */
export function editedMarks({ source, before, after }: EditedTexts): UnitMark[] {
  const units = (target: ItemTexts) =>
    judgeUnits({ source, confirmed: undefined, target, marks: [], languages: { source: '', target: '' } });
  const known = new Set(units(before).map(({ field, source: of, target }) => `${field} ${of} ${target}`));
  return units(after)
    .filter((unit) => unit.source !== '' && !known.has(`${unit.field} ${unit.source} ${unit.target}`))
    .map(({ source: of, target }) => ({ source: of, target, word: target === '' ? 'omitted' : 'edited' }));
}
