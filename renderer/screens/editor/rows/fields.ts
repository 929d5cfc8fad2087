// The texts of an item outside its content, as rows like those of its content.
import { isOneLanguage } from '../../../../core/units/states/judge.ts';
import type { Segment } from '../../../../core/units/tokens.ts';
import type { Item, Staleness } from '../item.ts';
import { rawOf, sourceBefore } from '../texts.ts';
import { Row } from './row.svelte.ts';
import type { FieldName, RowParts } from './row.svelte.ts';

const FIELDS: readonly FieldName[] = ['title', 'slug', 'excerpt'];

interface FieldOptions {
  source: Item | undefined;
  staleness: Staleness | undefined;
  /** Rows with the edits and facts so far. */
  known: readonly Row[];
}

/** The rows of the fields that the item's type has, next to those of its source. */
export function fieldRows(item: Item, { source, staleness, known }: FieldOptions): Row[] {
  return FIELDS.filter((name) => item[name] !== undefined).map((name) => {
    const before = name === 'slug' || !source ? undefined : sourceBefore(source, staleness, name);
    const row = fieldRow(name, { target: rawOf(item, name), source: source && rawOf(source, name), before });
    row.isOneLanguage = source === undefined || isOneLanguage({ source: source.lang, target: item.lang });
    row.isKnown = before !== undefined;
    const same = known.find(({ field }) => field === name);
    if (same?.isTouched) row.edit(same.tokens);
    if (same?.isSettled) row.isSettled = true;
    if (same?.isMachine) row.isMachine = true;
    if (same?.isLostOnPurpose) row.isLostOnPurpose = true;
    if (same?.isFilled) row.fill();
    return row;
  });
}

function fieldRow(
  name: FieldName,
  texts: { target: string; source: string | undefined; before: string | undefined },
): Row {
  const isTitle = name === 'title';
  const [kind, level] = isTitle ? (['heading', 1] as const) : (['text', 0] as const);
  const { source, before } = texts;
  const parts: RowParts = {
    target: plainSegment(texts.target, kind, level),
    source: source === undefined ? undefined : plainSegment(source, kind, level),
    before: before === undefined ? undefined : plainSegment(before),
    change: before !== undefined && before !== source ? 'changed' : 'same',
  };
  return new Row(name, parts, name);
}

/** A text outside the content, as if it were a row of it. */
function plainSegment(text: string, kind: Segment['kind'] = 'text', level = 0): Segment {
  return {
    id: -1,
    kind,
    level,
    name: '',
    block: '',
    top: -1,
    owner: { segment: -1, mark: -1 },
    around: [],
    isLocked: false,
    tokens: text === '' ? [] : [{ kind: 'text', text }],
    marks: [],
    form: 'attribute',
    raw: text,
    written: new Map(),
  };
}
