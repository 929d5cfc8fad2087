import { overlap, wordSet } from '../likeness.ts';
import { matchLists, type Match, type Scores } from '../match.ts';
import { parseTopParts, printParts } from '../parse.ts';
import { mergeBlock } from './merge-block.ts';
import { mergeScalar, type MergeState, type Sides } from './three-way.ts';

/** One block of a merged content, in the order in which it will stand. */
export interface MergedBlock {
  state: MergeState;
  /** What is written unless somebody chooses otherwise; '' for a block that is gone. */
  raw: string;
  /** Blanks after it. */
  after: string;
  /** The block on each side; left out where it does not exist. */
  base?: string;
  here?: string;
  there?: string;
}

/** A content that was merged block by block. */
export interface MergedContent {
  /** `conflict` as soon as one block is one. */
  state: MergeState;
  /** Blanks before the first block. */
  lead: string;
  blocks: MergedBlock[];
}

/** A block of the top level, or the HTML between two of them: a merge needs no rows of the others. */
interface TopBlock {
  name: string;
  raw: string;
  after: string;
}

/** Who a block in conflict is taken from. */
export type BlockChoice = 'here' | 'there' | 'both';

/**
 * Merges a content of three sides block by block (`live-site.md` 6). Blocks are aligned by likeness; what was inserted at one
 * gap on both sides is kept from both, here first; a block that one side deleted and the other edited is a conflict, so is an
 * order that both changed. Total: never throws.
 *
 * @param lang code of the language, where known
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
  // Where one side moved blocks its order holds; the other one only edits, inserts and deletes.
  const blocks = theirs.isMoved ? inOrderOf(merge, 'there') : inOrderOf(merge, 'here');
  const { value: lead } = mergeScalar(
    { base: contents.base.lead, here: contents.here.lead, there: contents.there.lead },
    (a, b) => a === b,
  );
  const isOpen = blocks.some(({ state }) => state === 'conflict');
  return { state: isOpen ? 'conflict' : 'merged', lead, blocks: separated(blocks) };
}

/** What became of each block of a content, with the block before and after: one side of a merge alone, to be looked at. */
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

/** The text of a merged content; `choices` by the place of a block, for those in conflict and any other. */
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

/** A side as it follows from the base. */
interface Side {
  blocks: readonly TopBlock[];
  /** From a place of the base to one of the side. */
  pairs: ReadonlyMap<number, number>;
  /** From a place of the side to one of the base. */
  origins: ReadonlyMap<number, number>;
  /** Blocks that are in the side only, by the place in the base of what they follow; -1: at the beginning. */
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

/** More than two blocks that are only alike: what stayed the same is never taken for an edit of another. */
const SAME = 2;
/** Comments of blocks and tags say nothing of what a block is about. */
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

/** The words of blocks by their place: most blocks are the same on both sides, and nobody asks for theirs. */
function wordsOf(blocks: readonly TopBlock[]): (place: number) => ReadonlySet<string> {
  const known: Set<string>[] = [];
  return (place) => (known[place] ??= wordSet((blocks[place]?.raw ?? '').replace(MARKUP, ' ')));
}

/** The blocks in the order of one side; what that side deleted stands after what it followed in the base. */
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
    // A block that one side deleted and the other edited stays until somebody decides.
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

/** Blocks that came to stand behind one another have a blank line between them; the last has what the last of a side has. */
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

/** Both sides changed the order: all of it is one block to choose. */
function inConflict(sides: Sides<string>): MergedContent {
  return { state: 'conflict', lead: '', blocks: [{ state: 'conflict', raw: sides.here, after: '', ...sides }] };
}
