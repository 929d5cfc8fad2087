import type { Segment } from '../tokens.ts';

/** What a row of a content is ("paragraph", "alt", "heading 2"), and which one of its kind, from 1; 0 if it is the only one. */
export interface RowPlace {
  what: string;
  place: number;
}

/** The places of rows, by their ids. Rows with the address of a link are left out. */
export function rowPlaces(segments: readonly Segment[]): Map<number, RowPlace> {
  const texts = segments.filter((segment) => !segment.isLocked && segment.kind !== 'link');
  const byKind = Map.groupBy(texts, whatOf);
  return new Map(
    texts.map((segment) => {
      const what = whatOf(segment);
      const alike = byKind.get(what) ?? [];
      return [segment.id, { what, place: alike.length < 2 ? 0 : alike.indexOf(segment) + 1 }];
    }),
  );
}

const whatOf = ({ name, kind, level }: Segment): string => name || (kind === 'heading' ? `heading ${level}` : kind);
