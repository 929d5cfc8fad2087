// A document as a tree of nodes, in the shape of ProseMirror's JSON.

/** The value of an attribute of a node. */
export type Value = string | number | boolean | null;

export interface Mark {
  type: string;
  attrs?: Readonly<Record<string, Value>>;
}

/** A node of the document; one of the type `text` has a text and no content. */
export interface WritingNode {
  type: string;
  attrs?: Readonly<Record<string, Value>>;
  content?: readonly WritingNode[];
  text?: string;
  marks?: readonly Mark[];
}

/** How a block is written: as a block of its own, as an element in no block, or as lines in no element. */
export type Form = 'block' | 'html' | 'bare';

/** What says where a node came from, and nothing about what it is. */
const ORIGIN = new Set(['raw', 'was', 'before']);

/** The attribute of a node as a text; "" where it has none. */
export const textOf = (node: WritingNode, name: string): string => {
  const value = node.attrs?.[name];
  return typeof value === 'string' ? value : '';
};

/** The same, undefined where it has none. */
export const knownText = (node: WritingNode, name: string): string | undefined => {
  const value = node.attrs?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** What a node says, as one text: equal for nodes that say the same, wherever they came from. */
export const fingerprint = (node: WritingNode): string => JSON.stringify(saidBy(node));

function saidBy({ type, attrs = {}, content = [], text = '', marks = [] }: WritingNode): unknown {
  const said = marks.map((mark) => JSON.stringify([mark.type, named(mark.attrs ?? {})])).sort();
  return [type, named(attrs), text, said, content.map(saidBy)];
}

const named = (all: Readonly<Record<string, Value>>): [string, Value][] =>
  Object.entries(all)
    .filter(([name, value]) => value !== null && !ORIGIN.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** A node that is written as `raw` until it says something else. */
export function seal(node: WritingNode, raw: string): WritingNode {
  return { ...node, attrs: { ...node.attrs, raw, was: fingerprint(node) } };
}

/** The bytes a node was read from, where it still says the same. */
export function untouched(node: WritingNode): string | undefined {
  const raw = knownText(node, 'raw');
  return raw !== undefined && knownText(node, 'was') === fingerprint(node) ? raw : undefined;
}

/** The number of letters of a node, and of all in it; a line break counts as a blank. */
export function plainText({ type, text = '', content = [] }: WritingNode): string {
  return type === 'hard_break' ? '\n' : text + content.map(plainText).join('');
}
