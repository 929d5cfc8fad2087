import { ImportRefused } from '../refusal.ts';
import type { XmlHandlers } from './xml-handlers.ts';

/** An element of a record, with its content. */
export interface Node {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Node[];
  line: number;
}

/** Maximum number of elements per record, so that memory stays bounded. */
const MOST_NODES = 100_000;
const MOST_TEXT = 48 * 1024 * 1024;

/** Child elements of the channel that are records. */
const RECORDS: ReadonlySet<string> = new Set(['wp:author', 'wp:category', 'wp:tag', 'wp:term', 'item']);

export interface TreeHandlers {
  /** The attributes of the root element. */
  root(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** A text directly in the channel. */
  channel(name: string, text: string, line: number): void;
  record(node: Node): void;
  odd: XmlHandlers['odd'];
}

/** Collects elements into records; everything outside records is ignored. */
export function createTree(handlers: TreeHandlers): XmlHandlers {
  let depth = 0;
  let nodes = 0;
  let size = 0;
  const open: Node[] = [];
  const add = (node: Node): void => {
    open.at(-1)?.children.push(node);
    open.push(node);
    nodes += 1;
    if (nodes > MOST_NODES) throw tooLarge(node.line);
  };
  return {
    open(name, attributes, line) {
      depth += 1;
      if (depth === 1) handlers.root(name, attributes, line);
      if (open.length > 0 || depth === 3) add({ name, attributes, text: '', children: [], line });
    },
    text(text) {
      const node = open.at(-1);
      if (!node) return;
      node.text += text;
      size += text.length;
      if (size > MOST_TEXT) throw tooLarge(node.line);
    },
    close(name) {
      depth -= 1;
      const node = open.pop();
      if (!node || open.length > 0) return;
      nodes = 0;
      size = 0;
      if (RECORDS.has(name)) handlers.record(node);
      else handlers.channel(name, node.text, node.line);
    },
    odd: handlers.odd,
  };
}

/** Text of the first child of that name; "" if there is none. */
export function textOf(node: Node, name: string): string {
  return node.children.find((child) => child.name === name)?.text ?? '';
}

/** Texts by name, of the first child of each, for callers that need many. "" if there is none. */
export function textsOf({ children }: Node): (name: string) => string {
  const texts = new Map<string, string>();
  for (const { name, text } of children) if (!texts.has(name)) texts.set(name, text);
  return (name) => texts.get(name) ?? '';
}

/** Parses a number; null if it is invalid or too large. */
export function idOf(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,16}$/.test(trimmed)) return null;
  const id = Number(trimmed);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function tooLarge(line: number): ImportRefused {
  return new ImportRefused('record_too_large', 'One item is larger than an item can be.', { line, column: 1 });
}
