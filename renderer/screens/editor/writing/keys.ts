// Keys in a document, and the shortcuts for blocks typed at the beginning of a line.
import {
  baseKeymap,
  chainCommands,
  exitCode,
  joinBackward,
  selectNodeBackward,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { NodeSelection, Selection, TextSelection } from 'prosemirror-state';
import type { Command, Plugin } from 'prosemirror-state';
import { goToNextCell, addRowAfter, isInTable } from 'prosemirror-tables';
import { runById } from '../../../lib/commands.svelte.ts';
import { insertBlock, makeBlock } from './kinds.ts';
import { markType, nodeType, schema } from './schema.ts';

/** What a key opens outside the document. */
export interface KeyActs {
  link: () => void;
  picture: () => void;
  toolbar: () => void;
}

/** Undo in the document; if there is nothing left, in the site. */
const undoHere: Command = (state, dispatch) => undo(state, dispatch) || runById('undo');

/** A hard break; in code a newline. */
const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) dispatch?.(state.tr.insertText('\n').scrollIntoView());
  else if (!state.selection.$from.parent.inlineContent) return false;
  else dispatch?.(state.tr.replaceSelectionWith(schema.node('hard_break')).scrollIntoView());
  return true;
};

/** Enter in a cell, a caption or a button does not split it. */
const enterInCell: Command = (state, dispatch, view) => {
  const { $from } = state.selection;
  if (isInTable(state)) return breakLine(state, dispatch, view);
  if ($from.parent.type === nodeType('caption') || $from.parent.type === nodeType('button')) {
    if (dispatch) {
      const top = $from.after(1);
      const isEnd = top === state.doc.content.size;
      const tr = isEnd ? state.tr.insert(top, schema.node('paragraph')) : state.tr;
      dispatch(tr.setSelection(Selection.near(tr.doc.resolve(top + 1))).scrollIntoView());
    }
    return true;
  }
  return false;
};

/** Enter after an empty last line of code ends it. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (
    !empty ||
    !parent.type.spec.code ||
    !parent.textContent.endsWith('\n\n') ||
    $from.parentOffset < parent.content.size
  )
    return false;
  if (dispatch) {
    const tr = state.tr.delete($from.pos - 2, $from.pos);
    const after = tr.selection.$from.after();
    tr.insert(after, schema.node('paragraph'));
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  }
  return true;
};

/** A heading becomes a paragraph first, before it is joined to the previous block. */
const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isHead = ['heading', 'code_block', 'source'].includes($from.parent.type.name);
  if (!empty || !isHead || $from.parentOffset > 0) return false;
  return makeBlock('paragraph')(state, dispatch);
};

/** Tab moves to the next cell, and in the last one adds a row. */
const nextCell: Command = (state, dispatch, view) => {
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!isInTable(state) || !view) return false;
  return addRowAfter(state, dispatch) && goToNextCell(1)(view.state, view.dispatch);
};

/** The top-level block with the caret is swapped with the previous or next one. */
export function moveBlock(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { $from, from } = state.selection;
    const at = $from.index(0);
    const other = at + by;
    if (other < 0 || other >= state.doc.childCount) return false;
    const start = state.doc.resolve(0).posAtIndex(Math.min(at, other), 0);
    const [first, second] = [state.doc.child(Math.min(at, other)), state.doc.child(Math.max(at, other))];
    const tr = state.tr.replaceWith(start, start + first.nodeSize + second.nodeSize, [second, first]);
    const moved = by > 0 ? from + second.nodeSize : from - first.nodeSize;
    const isNode = state.selection instanceof NodeSelection;
    tr.setSelection(isNode ? NodeSelection.create(tr.doc, moved) : Selection.near(tr.doc.resolve(moved)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** The keys of writing mode; those of the browser and the frame that are not listed here are left to them. */
export function writingKeys(acts: KeyActs): Plugin[] {
  const item = nodeType('list_item');
  const run =
    (act: () => void): Command =>
    () => (act(), true);
  return [
    keymap({
      'Mod-z': undoHere,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Mod-b': toggleMark(markType('strong')),
      'Mod-i': toggleMark(markType('em')),
      'Mod-e': toggleMark(markType('code')),
      'Mod-k': run(acts.link),
      'Shift-Mod-m': run(acts.picture),
      'Alt-F10': run(acts.toolbar),
      'Alt-Shift-ArrowUp': moveBlock(-1),
      'Alt-Shift-ArrowDown': moveBlock(1),
      'Alt-Shift-ArrowRight': sinkListItem(item),
      'Alt-Shift-ArrowLeft': liftListItem(item),
      'Shift-Enter': chainCommands(exitCodeAtEnd, breakLine),
      'Mod-Home': toEnd(-1),
      'Mod-End': toEnd(1),
      Enter: chainCommands(behindNode, leaveCode, enterInCell, splitListItem(item), liftEmptyItem, splitAsParagraph),
      Backspace: chainCommands(plainAtStart, liftAtStart(item), joinBackward, selectNodeBackward),
      Tab: chainCommands(nextCell, sinkListItem(item)),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item)),
    }),
    keymap(baseKeymap),
  ];
}

/** Enter on a card or a picture adds a paragraph after it. */
const behindNode: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
  const at = selection.$from.depth === 0 ? selection.to : selection.$to.after(1);
  const tr = state.tr.insert(at, schema.node('paragraph'));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  return true;
};
/** Moves the caret to the beginning or end of the text: if a card is selected, browsers would select everything in between. */
const toEnd =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { doc } = state;
    const found = Selection.findFrom(doc.resolve(by > 0 ? doc.content.size : 0), by > 0 ? -1 : 1, true);
    if (found) dispatch?.(state.tr.setSelection(found).scrollIntoView());
    return found !== null;
  };
const exitCodeAtEnd: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodeType('source') && exitCode(state, dispatch);
const liftEmptyItem: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isEmpty = $from.depth > 1 && $from.node(-1).type === nodeType('list_item') && $from.parent.content.size === 0;
  return isEmpty && liftListItem(nodeType('list_item'))(state, dispatch);
};
const liftAtStart =
  (item: NodeType): Command =>
  (state, dispatch) => {
    const { $from, empty } = state.selection;
    const isFirst =
      $from.depth > 1 && $from.node(-1).type === item && $from.parentOffset === 0 && $from.index(-1) === 0;
    return empty && isFirst && $from.index(-2) === 0 && liftListItem(item)(state, dispatch);
  };

/** After a heading, or if all of it is selected, the next block is a new paragraph. */
const splitAsParagraph: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const isEnd = $to.parentOffset === $to.parent.content.size;
  if (!isEnd || $from.parent.type.spec.code || !$from.parent.isTextblock || $from.node(-1).type.name === 'buttons')
    return false;
  if (!$from.node(-1).type.contentMatch.matchType(nodeType('paragraph'))) return splitBlock(state, dispatch);
  if (dispatch) {
    const tr = state.tr.deleteSelection();
    const after = tr.selection.$from.after();
    const form: unknown = $from.parent.attrs['form'] === 'block' ? null : $from.parent.attrs['form'];
    tr.insert(after, schema.node('paragraph', { form }));
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  }
  return true;
};

/** `## `, `- `, `1. `, `> `, ` ``` `, `---` and `! ` at the beginning of a line. */
export function typedBlocks(acts: Pick<KeyActs, 'picture'>): Plugin {
  const list = nodeType('list');
  const rules = [
    textblockTypeInputRule(/^(#{2,6})\s$/, nodeType('heading'), (match) => ({ level: match[1]?.length ?? 2 })),
    wrappingInputRule(
      /^\s*[-*]\s$/,
      list,
      { isOrdered: false },
      (_match, node: Node) => node.attrs['isOrdered'] === false,
    ),
    wrappingInputRule(
      /^\s*1[.)]\s$/,
      list,
      { isOrdered: true },
      (_match, node: Node) => node.attrs['isOrdered'] === true,
    ),
    wrappingInputRule(/^\s*>\s$/, nodeType('quote')),
    textblockTypeInputRule(/^```$/, nodeType('code_block')),
    new InputRule(/^---$/, (state, _match, start, end) => {
      const node = makeSeparator();
      const cleared = state.apply(state.tr.delete(start, end));
      const steps = insertBlock(cleared, node);
      const tr = state.tr.delete(start, end);
      for (const step of steps.steps) tr.step(step);
      return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(tr.doc.content.size, steps.selection.to + 1))));
    }),
    new InputRule(/^!\s$/, (state, _match, start, end) => {
      queueMicrotask(acts.picture);
      return state.tr.delete(start, end);
    }),
  ];
  return inputRules({ rules });
}

const makeSeparator = (): Node =>
  schema.node('separator', {
    form: 'block',
    html: '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
  });
