import type { ReviewLine } from '../../schema/site/job.ts';
import type { HandoffCounts, HandoffReview } from '../../schema/site/handoff.ts';
import type { Site } from '../../site.ts';
import { writeReview } from '../../store/transfer/review.ts';
import { sourceChange, type SourceChange } from '../../units/diff/source-change.ts';
import { readMarked } from '../../units/marked-text.ts';
import type { Control } from '../refusal.ts';
import type { LanguagePair } from './choose.ts';
import type { HandoffFile } from './file.ts';
import type { HandoffFormatId } from './formats.ts';
import { judgeFile, type JudgedItem, type JudgedUnit } from './judge.ts';

/** A file that was read, with its kind and its languages. */
export interface ReadHandoff {
  format: HandoffFormatId;
  file: HandoffFile;
  pair: LanguagePair;
}

/** Writes a review of what a file would change, text by text, and counts it. Does not change the site. */
export function reviewHandoff(site: Site, read: ReadHandoff, to: { path: string; control: Control }): HandoffReview {
  const { file, pair, format } = read;
  const review = writeReview(to.path);
  const counts = emptyCounts();
  const items = new Set<string>();
  let published = 0;
  for (const judged of judgeFile(site, file, pair, to.control))
    for (const unit of judged.units) {
      count(counts, unit);
      const isReady = unit.outcome === 'new' || unit.outcome === 'changed';
      if (isReady && judged.isPublic) published += 1;
      if (isReady && judged.pair) items.add(`${judged.pair.kind} ${judged.pair.source}`);
      if (!unit.isUntranslated) review.put(lineOf(judged, unit, pair), detailOf(judged, unit));
    }
  review.done();
  const { tool, at } = file.head;
  return { format, from: pair.from.slug, to: pair.to.slug, tool, sent: at, counts, items: items.size, published };
}

export const emptyCounts = (): HandoffCounts => ({
  ...{ new: 0, changed: 0, stale: 0, conflict: 0, marks: 0, same: 0, left: 0, untranslated: 0 },
});

export function count(counts: HandoffCounts, { outcome, isUntranslated }: JudgedUnit): void {
  counts[isUntranslated ? 'untranslated' : outcome] += 1;
}

function lineOf({ pair, item, isPublic }: JudgedItem, unit: JudgedUnit, languages: LanguagePair): ReviewLine {
  const text = shown(unit.unit?.source ?? unit.source);
  return {
    ...{ key: unit.key, kind: pair?.kind ?? 'site', type: item?.type ?? '', id: pair?.target ?? 0 },
    ...{ title: item?.title || text, lang: languages.to.slug, outcome: unit.outcome },
    ...{ fields: unit.unit ? [unit.unit.address.field] : [], languages: [] },
    unit: {
      ...{ what: unit.unit?.what ?? '', text, source_id: pair?.source ?? 0, published: isPublic },
      ...(unit.outcome === 'stale' && { change: changeOf(unit, languages) }),
      ...{ said: unit.said, reason: unit.reason ?? '', confirms: unit.isConfirming },
    },
  };
}

function detailOf(_item: JudgedItem, { unit, source, text, outcome, written }: JudgedUnit): object {
  const field = unit?.address.field ?? '';
  const mine = unit?.target ?? '';
  return {
    changes: [{ field, mine, file: text }],
    same: [],
    texts: {
      then: source,
      now: unit?.source ?? '',
      mine,
      file: text,
      usable: written !== undefined || outcome === 'same',
    },
  };
}

/** How the source changed since the file was written. */
function changeOf({ unit, source }: JudgedUnit, { from }: LanguagePair): SourceChange {
  return sourceChange(plain(source), plain(unit?.source ?? ''), from.slug);
}

const LONGEST = 300;

/** The text without its marks, shortened to one line of a list. */
const shown = (marked: string): string => plain(marked).slice(0, LONGEST);

/** A text without its marks; a line break or a picture becomes a space. */
function plain(marked: string): string {
  const pieces = readMarked(marked) ?? [{ kind: 'text' as const, text: marked }];
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'single' ? ' ' : '')).join('');
}
