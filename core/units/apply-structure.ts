import type { Alignment, BlockPair } from './align.ts';
import type { TopBlock } from './content.ts';
import { rebuildPart } from './rebuild.ts';
import type { Edit, RowFault } from './rebuild.ts';
import { repairTokens } from './repair.ts';
import type { MarkFault } from './repair.ts';
import { markAsWritten, sameTokens } from './tokens.ts';
import type { Mark, Segment, Token } from './tokens.ts';

export interface Applied {
  /** The translation with the structure of the source. */
  html: string;
  /** Rows that came from the source and still have to be translated (they contain the source text). */
  added: Segment[];
  /** Rows of the translation that no longer have a place: show them before saving. */
  lost: Segment[];
  /** Marks that are missing or superfluous in the translation, by row of the source; corrected in `html`. */
  faults: RowFault[];
}

/**
 * Carries the structure of the source over to the translation, keeping its texts: new blocks come with the source text, deleted
 * blocks are removed, moved ones move, changed ones get the tags of the source with the texts of the translation. Blocks that
 * only the translation has stay. `chosen`: which of `alignment.blocks`; all if left out.
 */
export function applyStructure(alignment: Alignment, chosen?: ReadonlySet<number>): Applied {
  const { target } = alignment;
  const applied: Applied = { html: '', added: [], lost: [], faults: [] };
  const items = target.blocks.map(({ index, raw, after }): Item => ({ block: index, raw, after }));
  let previous: Item | undefined;
  alignment.blocks.forEach((pair, index) => {
    let item = items.find(({ block }) => pair.target && block === pair.target.index);
    const isChosen = !chosen || chosen.has(index);
    if (isChosen && pair.change === 'removed' && item) {
      remove(items, item);
      applied.lost.push(...pair.rows.flatMap(({ target }) => target ?? []));
      return;
    }
    if (isChosen && pair.source && pair.change === 'added') {
      item = insert(items, { raw: pair.source.raw, previous, after: pair.source.after });
      applied.added.push(...pair.rows.flatMap(({ source }) => source ?? []));
    }
    if (!item) return;
    if (isChosen && pair.change === 'moved') {
      remove(items, item);
      item = insert(items, { ...item, previous });
    }
    if (isChosen && pair.isRestructured && pair.source) item.raw = carryBlock(alignment, pair, pair.source, applied);
    if (isChosen || pair.change !== 'moved') previous = item;
  });
  applied.html = target.lead + items.map(({ raw, after }) => raw + after).join('');
  return applied;
}

/**
 * Converts tokens of one row for another: each mark becomes the one of that row with the same markup, else the next with the same
 * name. For `Copy source`, and for texts carried into a changed structure.
 */
export function carryTokens(
  tokens: readonly Token[],
  from: Segment,
  to: Segment,
): { tokens: Token[]; faults: MarkFault[] } {
  return repairTokens(to, partnerTokens(tokens, from, to));
}

/** The same without repair: a mark without a partner is left out, an entity without one becomes its character. */
export function partnerTokens(tokens: readonly Token[], from: Segment, to: Segment): Token[] {
  const partners = partnersOf(from.marks, to.marks);
  return tokens.flatMap((token): Token[] => {
    if (token.kind === 'text') return [token];
    const mark = from.marks[token.mark];
    const partner = partners.get(token.mark);
    if (partner !== undefined) return [{ kind: token.kind, mark: partner }];
    return mark?.kind === 'entity' ? [{ kind: 'text', text: mark.name }] : [];
  });
}

interface Item {
  /** The matching block of the target; -1 for a new one. */
  block: number;
  raw: string;
  after: string;
}

const BLANK = '\n\n';

function insert(items: Item[], of: { raw: string; block?: number; previous: Item | undefined; after: string }): Item {
  const { previous, raw, block = -1 } = of;
  const item: Item = { block, raw, after: of.after };
  if (previous) {
    item.after = previous.after;
    if (previous.after === '') previous.after = of.after === '' ? BLANK : of.after;
  } else if (items.length === 0) item.after = '';
  else if (item.after === '') item.after = BLANK;
  items.splice(previous ? items.indexOf(previous) + 1 : 0, 0, item);
  return item;
}

function remove(items: Item[], item: Item): void {
  const at = items.indexOf(item);
  const before = items[at - 1];
  if (before) before.after = item.after;
  items.splice(at, 1);
}

/**
 * A block of the source with the texts of the translation. If the translation only repeats the former source, the block keeps its
 * own.
 */
function carryBlock({ source: content }: Alignment, pair: BlockPair, block: TopBlock, applied: Applied): string {
  const edits = new Map<number, Edit>();
  for (const { source, target, before } of pair.rows) {
    if (!source && target) applied.lost.push(target);
    if (source && !target) applied.added.push(source);
    if (!source || !target || (before && before.raw === target.raw)) continue;
    const { tokens, faults } = carryTokens(target.tokens, target, source);
    applied.faults.push(...faults.map((fault) => ({ segment: source.id, ...fault })));
    if (!sameTokens(tokens, source.tokens)) edits.set(source.id, { tokens, isOnPurpose: true });
  }
  return rebuildPart(content, [{ ...block, after: '' }], edits).html;
}

/** Maps each mark of one row to a mark of another, by number: one with the same markup, else the next with the same name. */
export function partnersOf(from: readonly Mark[], to: readonly Mark[]): Map<number, number> {
  const partners = new Map<number, number>();
  const free = new Set(to);
  const take = (isSame: (a: Mark, b: Mark) => boolean) => {
    for (const mark of from) {
      if (partners.has(mark.id)) continue;
      const found = [...free].find(
        (each) => each.kind === mark.kind && each.isPair === mark.isPair && isSame(mark, each),
      );
      if (!found) continue;
      partners.set(mark.id, found.id);
      free.delete(found);
    }
  };
  take((a, b) => markAsWritten(a) === markAsWritten(b));
  take((a, b) => a.name === b.name && a.kind !== 'entity');
  return partners;
}
