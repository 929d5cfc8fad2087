// How many words a document has. Nodes are never changed, only replaced: each is counted once.
import type { Node } from 'prosemirror-model';

const counted = new WeakMap<Node, number>();

/** The words of a node and of all in it. */
export function countWords(node: Node): number {
  const known = counted.get(node);
  if (known !== undefined) return known;
  const count = node.inlineContent ? wordsOf(node) : node.children.reduce((sum, child) => sum + countWords(child), 0);
  counted.set(node, count);
  return count;
}

const wordsOf = (node: Node): number =>
  node.textBetween(0, node.content.size, ' ', ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
