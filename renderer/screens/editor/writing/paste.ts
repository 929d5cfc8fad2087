// Pasted and dropped content: parsed by the clipboard parser that the rows use, never by ProseMirror's own.
import { Slice } from 'prosemirror-model';
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { readClipboard } from '../../../../core/units/paste/paste.ts';
import type { PastedBlocks } from '../../../../core/units/paste/paste.ts';
import { readDocument } from '../../../../core/units/writing/read.ts';
import { writeDocument } from '../../../../core/units/writing/write.ts';
import type { WritingNode } from '../../../../core/units/writing/nodes.ts';
import { schema } from './schema.ts';

/** Blocks as stored, for pasting in the same program. */
const OWN = 'application/x-polydesk-blocks';

/** The clipboard content as blocks of the document, and what was read. */
export function readPasted(data: DataTransfer, isPlain = false): { nodes: Node[]; read?: PastedBlocks } {
  const own = isPlain ? '' : data.getData(OWN);
  if (own !== '') return { nodes: nodesOf(own) };
  const read = readClipboard({ html: isPlain ? '' : data.getData('text/html'), text: data.getData('text/plain') });
  return { nodes: nodesOf(read.blocks.map(({ html }) => html).join('\n\n')), read };
}

/** Stored blocks as nodes of a document. */
export const nodesOf = (html: string): Node[] =>
  html === '' ? [] : (readDocument(html).content ?? []).map((node) => schema.nodeFromJSON(node));

/** Pastes at the caret. A single paragraph joins the text there, and so do the first and the last of several. */
export function pasteNodes(view: EditorView, nodes: readonly Node[]): void {
  const { state } = view;
  const [first] = nodes;
  if (!first) return;
  const isCode = state.selection.$from.parent.type.spec.code === true;
  if (isCode) return view.dispatch(state.tr.insertText(nodes.map((node) => wordsOf(node)).join('\n')).scrollIntoView());
  const fragment = schema.node('doc', null, [...nodes]).content;
  const isOpen = (node: Node | null) => node?.type.name === 'paragraph';
  const slice = new Slice(fragment, isOpen(fragment.firstChild) ? 1 : 0, isOpen(fragment.lastChild) ? 1 : 0);
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
}

const wordsOf = (node: Node): string => node.textBetween(0, node.content.size, '\n', '\n');

/** Copies the selection to the clipboard: its blocks as stored, and as plain text. */
export function copySlice(view: EditorView, data: DataTransfer): boolean {
  const { selection, doc } = view.state;
  if (selection.empty) return false;
  const { content } = selection.content();
  const text = content.textBetween(0, content.size, '\n\n', '\n');
  const isInline = selection.$from.sameParent(selection.$to) && selection.$from.parent.inlineContent;
  const blocks = isInline ? [schema.node('paragraph', null, content.firstChild?.content)] : topBlocks(content);
  const html = writeDocument({ type: 'doc', attrs: { ...doc.attrs, lead: '', tail: '' }, content: blocks.map(jsonOf) });
  data.setData('text/plain', text);
  data.setData('text/html', html);
  data.setData(OWN, html);
  return true;
}

/** The blocks of a slice that are allowed at the top level; for part of a list, a list. */
function topBlocks(content: Slice['content']): Node[] {
  const nodes: Node[] = [];
  content.forEach((node) => {
    if (node.type.spec.group?.includes('block') === true) nodes.push(node);
    else node.forEach((child) => child.type.spec.group?.includes('block') === true && nodes.push(child));
  });
  return nodes;
}

const jsonOf = (node: Node): WritingNode => node.toJSON() as WritingNode;
