// Counts the words of a document. Nodes are immutable: each is counted once.
import type { Node } from 'prosemirror-model';

const counted = new WeakMap<Node, number>();

/** The words of a node and its descendants. */
export function countWords(node: Node): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const count = node.inlineContent ? wordsOf(node) : node.children.reduce((sum, child) => sum + countWords(child), 0);
  counted.set(node, count);
  return count;
}

const wordsOf = (node: Node): number =>
  node.textBetween(0, node.content.size, ' ', ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
