// A change of an item for display: part by part. Within content, each changed text by its name.
import { readContent } from '../../core/units/content.ts';
import { diffLists } from '../../core/units/diff/sequence-diff.ts';
import { plainText, type Segment } from '../../core/units/tokens.ts';
import { formatNumber, t } from '../lib/messages/messages.svelte.ts';
import type { Entry } from './entries.svelte.ts';
import { changedFieldName, segmentName, textOf } from './words.ts';

/** A part of an item affected by a change. */
export interface Part {
  field: string;
  /** "Title", "Paragraph 7" */
  name: string;
  before: string;
  after: string;
  /** It is one of the texts of the content. */
  isUnit: boolean;
  /** Its index in the content after the change. */
  unit?: number | undefined;
}

/** Fields that are not worth listing: they follow from how the item was created. */
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

/** Texts of the content that were added, removed or changed; empty if only markup changed. */
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

/** "Paragraph 7": numbered per kind. URLs and empty texts are omitted. */
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

/** Fields of each kind that can be undone individually (`contract/extras.md`, `/history`). */
const BY_ITSELF: Readonly<Record<string, readonly string[]>> = {
  post: ['title', 'content', 'excerpt', 'slug', 'status', 'template'],
  media: ['title', 'content', 'excerpt', 'alt_text', 'slug'],
  term: ['name', 'description', 'slug'],
};

/** Whether a part can be undone without the rest of its change; a text that was added by it cannot. */
export function isUndoable(kind: string, { field, isUnit, unit, before }: Part): boolean {
  if (isUnit) return unit !== undefined && before !== '';
  return field.startsWith('meta[') || (BY_ITSELF[kind]?.includes(field) ?? false);
}
