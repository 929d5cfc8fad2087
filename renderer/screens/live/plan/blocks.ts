import { changedBlocks, type MergedBlock } from '../../../../core/units/merge/merge-content.ts';
import { readContent } from '../../../../core/units/content.ts';
import { isMessage, t } from '../../../lib/messages/messages.svelte.ts';

/** Neighbouring unchanged blocks, or one changed block. */
export type BlockStretch = { same: string[] } | { block: MergedBlock; name: string };

/** In a content of more blocks only the changed ones are shown. */
const MOST_BLOCKS = 200;

/** The block diff of a content; runs of unchanged blocks are collapsed, and left out of a very long one. */
export function blockChanges(
  before: string,
  after: string,
): { stretches: BlockStretch[]; changed: number; total: number } {
  const blocks = changedBlocks(before, after);
  const stretches: BlockStretch[] = [];
  blocks.forEach((block, at) => {
    const last = stretches.at(-1);
    if (block.base === block.here) {
      if (last && 'same' in last) last.same.push(block.raw);
      else stretches.push({ same: [block.raw] });
    } else stretches.push({ block, name: blockName(block, at) });
  });
  const changed = stretches.filter((one) => 'block' in one).length;
  const shown = blocks.length > MOST_BLOCKS ? stretches.filter((one) => 'block' in one) : stretches;
  return { stretches: shown, changed, total: blocks.length };
}

/** "Paragraph 3": the kind of a block and its number. */
export function blockName({ here, there, base, raw }: MergedBlock, at: number): string {
  const html = here || there || base || raw;
  const { blocks, segments } = readContent(html);
  const [first] = segments;
  const own = blocks[0]?.name.replace(/^core\//, '') ?? '';
  if (first?.kind === 'heading') return t('editor.kind.heading', { level: first.level });
  const known = { image: 'picture', list: 'list-item', 'list-item': 'list-item', table: 'cell' }[own] ?? own;
  const key = `editor.kind.${known}`;
  const kind = isMessage(key) ? t(key) : t('editor.kind.text');
  return t('live.block', { kind, at: at + 1 });
}

const INNER =
  /^(\s*(?:<!--[\s\S]*?-->\s*)?(?:<(?:p|h[1-6]|pre|figcaption)\b[^>]*>)?)([\s\S]*?)((?:<\/(?:p|h[1-6]|pre|figcaption)>)?(?:\s*<!--[\s\S]*?-->)?\s*)$/;

/** A block as edited by a person: the markup around its words stays. */
export function openBlock(raw: string): { before: string; words: string; after: string } {
  const [, before = '', words = raw, after = ''] = INNER.exec(raw) ?? [];
  return { before, words, after };
}
