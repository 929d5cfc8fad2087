// A document as a tree of nodes, in the shape of ProseMirror's JSON.

/** The value of an attribute of a node. */
export type Value = string | number | boolean | null;

export interface Mark {
  type: string;
  attrs?: Readonly<Record<string, Value>>;
}

/** A node of the document; one of type `text` has a text and no content. */
export interface WritingNode {
  type: string;
  attrs?: Readonly<Record<string, Value>>;
  content?: readonly WritingNode[];
  text?: string;
  marks?: readonly Mark[];
}

/** How a block is written: as a block, as an element outside of blocks, or as lines outside of elements. */
export type Form = 'block' | 'html' | 'bare';

/** Attributes that record the origin of a node, not its content. */
const ORIGIN = new Set(['raw', 'was', 'before']);

/** The attribute of a node as a text; "" if it has none. */
export const textOf = (node: WritingNode, name: string): string => {
  const value = node.attrs?.[name];
  return typeof value === 'string' ? value : '';
};

/** The same, undefined if it has none. */
export const knownText = (node: WritingNode, name: string): string | undefined => {
  const value = node.attrs?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The content of a node as one text: equal for nodes with the same content, wherever they came from. */
export const fingerprint = (node: WritingNode): string => JSON.stringify(saidBy(node));

function saidBy({ type, attrs = {}, content = [], text = '', marks = [] }: WritingNode): unknown {
  const said = marks.map((mark) => JSON.stringify([mark.type, named(mark.attrs ?? {})])).sort();
  return [type, named(attrs), text, said, content.map(saidBy)];
}

const named = (all: Readonly<Record<string, Value>>): [string, Value][] =>
  Object.entries(all)
    .filter(([name, value]) => value !== null && !ORIGIN.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** A node that is written as `raw` while its content is unchanged. */
export function seal(node: WritingNode, raw: string): WritingNode {
  return { ...node, attrs: { ...node.attrs, raw, was: fingerprint(node) } };
}

/** The bytes a node was read from, if its content is unchanged. */
export function untouched(node: WritingNode): string | undefined {
  const raw = knownText(node, 'raw');
  return raw !== undefined && knownText(node, 'was') === fingerprint(node) ? raw : undefined;
}

/** The text of a node and its descendants; a hard break becomes a newline. */
export function plainText({ type, text = '', content = [] }: WritingNode): string {
  return type === 'hard_break' ? '\n' : text + content.map(plainText).join('');
}
