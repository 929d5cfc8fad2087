import { overlap, wordSet } from '../likeness.ts';
import { matchLists, type Match, type Scores } from '../match.ts';
import { parseTopParts, printParts } from '../parse.ts';
import { mergeBlock } from './merge-block.ts';
import { mergeScalar, type MergeState, type Sides } from './three-way.ts';

/** One block of a merged content, in the resulting order. */
export interface MergedBlock {
  state: MergeState;
  /** The result unless another choice is made; '' for a deleted block. */
  raw: string;
  /** Whitespace after it. */
  after: string;
  /** The block on each side; left out if it does not exist there. */
  base?: string;
  here?: string;
  there?: string;
}

/** The result of merging a content block by block. */
export interface MergedContent {
  /** `conflict` if any block is in conflict. */
  state: MergeState;
  /** Whitespace before the first block. */
  lead: string;
  blocks: MergedBlock[];
}

/** A top-level block, or the HTML between two of them: a merge does not need the rows of the others. */
interface TopBlock {
  name: string;
  raw: string;
  after: string;
}

/** The side a block in conflict is taken from. */
export type BlockChoice = 'here' | 'there' | 'both';

/**
 * Merges the three sides of a content block by block (`live-site.md` 6). Blocks are aligned by likeness; blocks inserted into the
 * same gap on both sides are kept from both, here first; a block that one side deleted and the other edited is a conflict, as is
 * an order changed on both sides. Total: never throws.
 *
 * @param lang code of the language, if known
 */
export function mergeContent({ base, here, there }: Sides<string>, lang?: string): MergedContent {
  const known = mergeScalar({ base, here, there }, (a, b) => a === b);
  if (known.state !== 'conflict') return asWhole(known.state, known.value);
  const contents = { base: blocksOf(base), here: blocksOf(here), there: blocksOf(there) };
  const lists = { base: contents.base.blocks, here: contents.here.blocks, there: contents.there.blocks };
  const ours = sideOf(lists.base, lists.here);
  const theirs = sideOf(lists.base, lists.there);
  if (ours.isMoved && theirs.isMoved) return inConflict({ base, here, there });
  const merge = { base: lists.base, lang, ours, theirs };
  // If one side moved blocks, its order wins; the other one only edited, inserted and deleted.
  const blocks = theirs.isMoved ? inOrderOf(merge, 'there') : inOrderOf(merge, 'here');
  const { value: lead } = mergeScalar(
    { base: contents.base.lead, here: contents.here.lead, there: contents.there.lead },
    (a, b) => a === b,
  );
  const isOpen = blocks.some(({ state }) => state === 'conflict');
  return { state: isOpen ? 'conflict' : 'merged', lead, blocks: separated(blocks) };
}

/** The change of each block of a content, with the block before and after: one side of a merge, for display. */
export function changedBlocks(before: string, after: string): MergedBlock[] {
  const [base, here] = [blocksOf(before).blocks, blocksOf(after).blocks];
  return inOrderOf({ base, lang: undefined, ours: sideOf(base, here), theirs: sideOf(base, base) }, 'here');
}

function blocksOf(html: string): { lead: string; blocks: TopBlock[] } {
  const { lead, tops } = parseTopParts(html);
  const blocks = tops.map(({ part, after }) => {
    return { name: typeof part === 'string' ? '' : part.name, raw: printParts([part]), after };
  });
  return { lead, blocks };
}

/** The text of a merged content; `choices` by index of a block, for those in conflict and any other. */
export function textOfMerge(
  { lead, blocks }: MergedContent,
  choices: ReadonlyMap<number, BlockChoice> = new Map(),
): string {
  const texts = blocks.map((block, place) => {
    const raw = chosen(block, choices.get(place));
    return raw === '' ? '' : raw + block.after;
  });
  return lead + texts.join('');
}

function chosen({ raw, here = '', there = '' }: MergedBlock, choice: BlockChoice | undefined): string {
  if (choice === 'here') return here;
  if (choice === 'there') return there;
  if (choice === 'both') return here === '' || there === '' ? here + there : `${here}\n\n${there}`;
  return raw;
}

/** A side relative to the base. */
interface Side {
  blocks: readonly TopBlock[];
  /** From an index of the base to one of the side. */
  pairs: ReadonlyMap<number, number>;
  /** From an index of the side to one of the base. */
  origins: ReadonlyMap<number, number>;
  /** Blocks that only the side has, by the index in the base of the block they follow; -1: at the beginning. */
  inserted: ReadonlyMap<number, TopBlock[]>;
  isMoved: boolean;
}

function sideOf(base: readonly TopBlock[], blocks: readonly TopBlock[]): Side {
  const { pairs }: Match = matchLists(base.length, blocks.length, scoresOf(base, blocks));
  const origins = new Map([...pairs].map(([a, b]) => [b, a]));
  const inserted = new Map<number, TopBlock[]>();
  let last = -1;
  blocks.forEach((block, at) => {
    const origin = origins.get(at);
    if (origin === undefined) inserted.set(last, [...(inserted.get(last) ?? []), block]);
    else last = origin;
  });
  const order = blocks.flatMap((_, at) => origins.get(at) ?? []);
  return { blocks, pairs, origins, inserted, isMoved: order.some((one, at) => one < (order[at - 1] ?? -1)) };
}

/** Higher than the score of two similar blocks: an unchanged block is never treated as an edit of another. */
const SAME = 2;
/** Block comments and tags say nothing about the subject of a block. */
const MARKUP = /<[^>]*>/g;

function scoresOf(a: readonly TopBlock[], b: readonly TopBlock[]): Scores {
  const [ours, theirs] = [wordsOf(a), wordsOf(b)];
  const likeness = (i: number, j: number): number => overlap(ours(i), theirs(j));
  return {
    score(i, j) {
      if (a[i]?.raw === b[j]?.raw) return SAME;
      return a[i]?.name === b[j]?.name ? 0.05 + 0.9 * likeness(i, j) : 0;
    },
    isMoved: (i, j) => a[i]?.raw === b[j]?.raw || (a[i]?.name === b[j]?.name && likeness(i, j) > 0.7),
  };
}

interface Merge {
  base: readonly TopBlock[];
  lang: string | undefined;
  ours: Side;
  theirs: Side;
}

/** The words of blocks by index, computed on demand: most blocks are equal on both sides and never need them. */
function wordsOf(blocks: readonly TopBlock[]): (place: number) => ReadonlySet<string> {
  const known: Set<string>[] = [];
  return (place) => (known[place] ??= wordSet((blocks[place]?.raw ?? '').replace(MARKUP, ' ')));
}

/** The blocks in the order of one side; a block which that side deleted comes after the one it followed in the base. */
function inOrderOf(merge: Merge, lead: 'here' | 'there'): MergedBlock[] {
  const [first, second] = lead === 'here' ? [merge.ours, merge.theirs] : [merge.theirs, merge.ours];
  const order = [-1, ...first.blocks.flatMap((_, at) => first.origins.get(at) ?? [])];
  merge.base.forEach((_, place) => {
    if (!first.pairs.has(place)) order.splice(order.indexOf(place - 1) + 1, 0, place);
  });
  return order.flatMap((place) => {
    const own = place === -1 ? [] : [mergedAt(merge, place)];
    return [...own, ...insertedAt(first.inserted.get(place), second.inserted.get(place), lead)];
  });
}

function insertedAt(
  first: readonly TopBlock[] = [],
  second: readonly TopBlock[] = [],
  lead: 'here' | 'there',
): MergedBlock[] {
  const other = lead === 'here' ? 'there' : 'here';
  const raws = new Set(first.map(({ raw }) => raw));
  const twice = new Set(second.map(({ raw }) => raw).filter((raw) => raws.has(raw)));
  const alone = (side: 'here' | 'there', blocks: readonly TopBlock[]): MergedBlock[] =>
    blocks.map(({ raw, after }) => ({ state: side, raw, after, [side]: raw }));
  const ours = alone(lead, first).map((one): MergedBlock =>
    twice.has(one.raw) ? { ...one, state: 'both', here: one.raw, there: one.raw } : one,
  );
  return [...ours, ...alone(other, second).filter(({ raw }) => !twice.has(raw))];
}

function mergedAt({ base, lang, ours, theirs }: Merge, place: number): MergedBlock {
  const before = base[place];
  const [here, there] = [blockAt(ours, place), blockAt(theirs, place)];
  const raws = { base: before?.raw ?? '', here: here?.raw ?? '', there: there?.raw ?? '' };
  const isKept = here !== undefined && there !== undefined;
  const { state, value } = isKept ? mergeBlock(raws, lang) : mergeScalar(raws, (a, b) => a === b);
  const after = mergeScalar(
    { base: before?.after ?? '', here: here?.after ?? before?.after ?? '', there: there?.after ?? before?.after ?? '' },
    (a, b) => a === b,
  );
  return {
    state,
    // A block that one side deleted and the other edited stays until a choice is made.
    raw: state === 'conflict' && value === '' ? raws.there : value,
    after: after.value,
    base: raws.base,
    ...(here && { here: here.raw }),
    ...(there && { there: there.raw }),
  };
}

function blockAt({ blocks, pairs }: Side, place: number): TopBlock | undefined {
  const at = pairs.get(place);
  return at === undefined ? undefined : blocks[at];
}

/** Blocks that become adjacent are separated by a blank line; the end is that of a side's last block. */
function separated(blocks: readonly MergedBlock[]): MergedBlock[] {
  const last = blocks.findLastIndex(({ raw }) => raw !== '');
  return blocks.map((block, at) =>
    block.after === '' && block.raw !== '' && at < last ? { ...block, after: '\n\n' } : block,
  );
}

function asWhole(state: MergeState, html: string): MergedContent {
  const { lead, blocks } = blocksOf(html);
  return { state, lead, blocks: blocks.map(({ raw, after }) => ({ state, raw, after })) };
}

/** Both sides changed the order: the whole content is a single choice. */
function inConflict(sides: Sides<string>): MergedContent {
  return { state: 'conflict', lead: '', blocks: [{ state: 'conflict', raw: sides.here, after: '', ...sides }] };
}
