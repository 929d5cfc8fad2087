// Random concurrent edits: every word written on a side is in the merged text or in a reported conflict, what was not removed
// stays, and blocks stay whole.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContent } from '../../../../core/units/content.ts';
import { mergeContent, textOfMerge, type MergedContent } from '../../../../core/units/merge/merge-content.ts';
import type { Sides } from '../../../../core/units/merge/three-way.ts';

/** A document as paragraphs of words; each word of the base is unique. */
type Doc = readonly (readonly string[])[];

interface Edit {
  kind: 'word' | 'insert word' | 'delete word' | 'insert block' | 'delete block' | 'bold';
  block: number;
  word: number;
}

const edit = fc.record<Edit>({
  kind: fc.constantFrom('word', 'insert word', 'delete word', 'insert block', 'delete block', 'bold'),
  block: fc.nat(20),
  word: fc.nat(20),
});
const edits = fc.array(edit, { minLength: 1, maxLength: 5 });
const sizes = fc.array(fc.integer({ min: 3, max: 12 }), { minLength: 1, maxLength: 12 });

const docOf = (of: readonly number[]): Doc =>
  of.map((size, block) => Array.from({ length: size }, (_, word) => `base${block}x${word}`));

/** What a side makes of the base; each word it writes is its own. */
function edited(base: Doc, list: readonly Edit[], side: string): Doc {
  const doc = base.map((words) => [...words]);
  list.forEach(({ kind, block, word }, n) => {
    const at = block % Math.max(1, doc.length);
    const words = doc[at];
    const own = `${side}${n}`;
    if (kind === 'insert block') return void doc.splice(at, 0, [`${own}a`, `${own}b`, `${own}c`, `${own}d`]);
    if (!words || words.length === 0) return;
    const place = word % words.length;
    if (kind === 'delete block') doc.splice(at, 1);
    else if (kind === 'delete word') words.splice(place, 1);
    else if (kind === 'insert word') words.splice(place, 0, own);
    else if (kind === 'word') words[place] = own;
    else words[place] = `<strong>${words[place]}</strong>`;
  });
  return doc;
}

const textOf = (doc: Doc): string =>
  doc.map((words) => `<!-- wp:paragraph -->\n<p>${words.join(' ')}</p>\n<!-- /wp:paragraph -->`).join('\n\n');
const wordsIn = (text: string): Set<string> => new Set(text.match(/\b(?:base\d+x\d+|here\d+[a-d]?|there\d+[a-d]?)\b/g));

/** Everything a person sees of a merge: its text, and both sides of what is in conflict. */
function shown(merged: MergedContent): Set<string> {
  const open = merged.blocks.filter(({ state }) => state === 'conflict');
  return wordsIn([textOfMerge(merged), ...open.flatMap(({ here = '', there = '' }) => [here, there])].join('\n'));
}

/** Words that have to be there: those that a side wrote, and those of the base that neither took out. */
function wanted({ base, here, there }: Sides<string>): string[] {
  const [before, ours, theirs] = [wordsIn(base), wordsIn(here), wordsIn(there)];
  const written = [...ours, ...theirs].filter((word) => !before.has(word));
  return [...written, ...[...before].filter((word) => ours.has(word) && theirs.has(word))];
}

const lostBy = (merge: (sides: Sides<string>) => MergedContent, sides: Sides<string>): string[] => {
  const found = shown(merge(sides));
  return wanted(sides).filter((word) => !found.has(word));
};

const sidesOf = ([of, ours, theirs]: [number[], Edit[], Edit[]]): Sides<string> => {
  const base = docOf(of);
  return { base: textOf(base), here: textOf(edited(base, ours, 'here')), there: textOf(edited(base, theirs, 'there')) };
};
const numRuns = Number(process.env['MERGE_ROUNDS'] ?? 300);

test('no word of either side is lost, and no block is broken', () => {
  fc.assert(
    fc.property(fc.tuple(sizes, edits, edits).map(sidesOf), (sides) => {
      expect(lostBy(mergeContent, sides)).toEqual([]);
      const merged = mergeContent(sides);
      for (const { name, shape } of readContent(textOfMerge(merged)).blocks)
        expect({ name, shape }).toEqual({ name: 'core/paragraph', shape: 'core/paragraph( p text / )' });
    }),
    { numRuns },
  );
});

test('edits of different blocks are never a conflict', () => {
  const words = fc.record<Edit>({ kind: fc.constantFrom('word', 'insert word'), block: fc.nat(20), word: fc.nat(20) });
  const one = (parity: number) =>
    fc
      .array(words, { minLength: 1, maxLength: 3 })
      .map((list) => list.map((each): Edit => ({ ...each, block: (each.block % 4) * 2 + parity })));
  const eight = fc.array(fc.integer({ min: 6, max: 12 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(fc.tuple(eight, one(0), one(1)).map(sidesOf), (sides) => {
      expect(mergeContent(sides).state).toBe('merged');
    }),
    { numRuns },
  );
});

test('control: the last writer wins, and words are lost', () => {
  const lastWriter = ({ there }: Sides<string>): MergedContent => mergeContent({ base: there, here: there, there });
  const found = fc.check(
    fc.property(fc.tuple(sizes, edits, edits).map(sidesOf), (sides) => lostBy(lastWriter, sides).length === 0),
    { numRuns },
  );
  expect(found.failed).toBe(true);
});
