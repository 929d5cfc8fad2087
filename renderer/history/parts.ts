// A change of an item as people see it: part by part. Of a content each text that is another one, by what it is called.
import { readContent } from '../../core/units/content.ts';
import { diffLists } from '../../core/units/diff/sequence-diff.ts';
import { plainText, type Segment } from '../../core/units/tokens.ts';
import { formatNumber, t } from '../lib/messages/messages.svelte.ts';
import type { Entry } from './entries.svelte.ts';
import { changedFieldName, segmentName, textOf } from './words.ts';

/** A part of an item that a change touched. */
export interface Part {
  field: string;
  /** "Title", "Paragraph 7" */
  name: string;
  before: string;
  after: string;
  /** It is one of the texts of the content. */
  isUnit: boolean;
  /** Its place in the content that the change left. */
  unit?: number | undefined;
}

/** Fields whose own change says nothing to people: they follow from what made the item. */
const QUIET = new Set(['guid', 'uuid', 'taxonomy', 'type', 'mime_type']);

/** The parts of the item that an entry changed. */
export function partsOf({ changes = [] }: Entry): Part[] {
  return changes
    .filter(({ field }) => !QUIET.has(field))
    .flatMap(({ kind, field, before, after }) => {
      const texts = { before: textOf(before), after: textOf(after) };
      const units = field === 'content' && kind === 'post' ? unitsOf(texts) : [];
      if (units.length > 0) return units;
      return [{ field, name: changedFieldName(kind, field), ...texts, isUnit: false }];
    });
}

interface Unit {
  segment: Segment;
  text: string;
  name: string;
}

/** The texts of a content that came, went or became others; none where only markup did. */
function unitsOf(texts: { before: string; after: string }): Part[] {
  const [before, after] = [namedUnits(texts.before), namedUnits(texts.after)];
  const textsIn = (units: readonly Unit[]) => units.map(({ text }) => text);
  const out: Part[] = [];
  let gone: Unit[] = [];
  const flush = () => {
    for (const { name, text } of gone) out.push(unit(name, text, ''));
    gone = [];
  };
  for (const { kind, start, end } of diffLists(textsIn(before), textsIn(after))) {
    if (kind === 'same') flush();
    else if (kind === 'del') gone.push(...before.slice(start, end));
    else
      for (const { segment, name, text } of after.slice(start, end)) {
        const at = gone.findIndex((each) => each.segment.kind === segment.kind);
        const [old] = at < 0 ? [] : gone.splice(at, 1);
        out.push({ ...unit(name, old?.text ?? '', text), unit: segment.id });
      }
  }
  flush();
  return out;
}

const unit = (name: string, before: string, after: string): Part => ({
  field: 'content',
  name,
  before,
  after,
  isUnit: true,
});

/** "Paragraph 7": of each kind its own numbers. Addresses and empty texts are nothing to read. */
function namedUnits(html: string): Unit[] {
  const counts = new Map<string, number>();
  return readContent(html).segments.flatMap((segment) => {
    const text = plainText(segment.tokens, segment.marks);
    if (segment.kind === 'link' || text.trim() === '') return [];
    const name = segmentName(segment);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [{ segment, text, name: t('activity.part', { name, number: formatNumber(count) }) }];
  });
}

/** Fields of each kind that can be taken back by themselves (`contract/extras.md`, `/history`). */
const BY_ITSELF: Readonly<Record<string, readonly string[]>> = {
  post: ['title', 'content', 'excerpt', 'slug', 'status', 'template'],
  media: ['title', 'content', 'excerpt', 'alt_text', 'slug'],
  term: ['name', 'description', 'slug'],
};

/** Whether a part of an item can be taken back without the rest of its change; a text that came with it cannot. */
export function isUndoable(kind: string, { field, isUnit, unit, before }: Part): boolean {
  if (isUnit) return unit !== undefined && before !== '';
  return field.startsWith('meta[') || (BY_ITSELF[kind]?.includes(field) ?? false);
}
