// Converts tokens of a row to DOM nodes and back. Built node by node: the page never parses markup of the content.
import { joinTexts } from '../../../../../core/units/tokens.ts';
import type { Mark, Token } from '../../../../../core/units/tokens.ts';

/** The label of a single mark on its chip. */
export function chipText(mark: Mark | undefined): string {
  if (!mark) return '?';
  if (mark.name === 'br') return '↵';
  if (mark.kind === 'entity') return mark.name.trim() === '' ? '␣' : mark.name;
  return mark.kind === 'shortcode' ? `[${mark.name}]` : mark.name;
}

/** Renders tokens into a box: texts as text, pairs as spans around them, single marks as locked chips. */
export function drawTokens(box: HTMLElement, tokens: readonly Token[], marks: readonly Mark[]): void {
  const stack: Node[] = [box];
  box.replaceChildren();
  for (const token of tokens) {
    const here = stack.at(-1) ?? box;
    if (token.kind === 'text') here.appendChild(document.createTextNode(token.text));
    else if (token.kind === 'close') {
      if (stack.length > 1) stack.pop();
    } else {
      const element = markElement(marks[token.mark], token.mark);
      here.appendChild(element);
      if (token.kind === 'open') stack.push(element);
    }
  }
}

/** A span for a mark. */
export function markElement(mark: Mark | undefined, id: number): HTMLElement {
  const element = document.createElement('span');
  element.dataset['mark'] = String(id);
  element.dataset['name'] = mark?.name ?? '';
  if (mark?.isPair) {
    element.className = 'mark';
    return element;
  }
  element.className = mark?.name === 'br' ? 'chip br' : 'chip';
  element.contentEditable = 'false';
  element.textContent = chipText(mark);
  return element;
}

/** Reads the current content of a box. */
export function readTokens(box: HTMLElement): Token[] {
  const tokens: Token[] = [];
  readNodes(box, tokens);
  return joinTexts(tokens);
}

function readNodes(parent: Node, tokens: Token[]): void {
  for (const node of parent.childNodes) {
    if (node instanceof HTMLElement) readElement(node, tokens);
    else if (node.nodeType === Node.TEXT_NODE && node.nodeValue) tokens.push({ kind: 'text', text: node.nodeValue });
  }
}

function readElement(element: HTMLElement, tokens: Token[]): void {
  const mark = Number(element.dataset['mark'] ?? NaN);
  if (element.localName === 'br') {
    // Browsers leave one at the end of an empty box.
    if (element.nextSibling) tokens.push({ kind: 'text', text: '\n' });
  } else if (Number.isNaN(mark)) readNodes(element, tokens);
  else if (element.classList.contains('chip')) tokens.push({ kind: 'single', mark });
  else {
    tokens.push({ kind: 'open', mark });
    readNodes(element, tokens);
    tokens.push({ kind: 'close', mark });
  }
}

/** Inserts a mark at the caret, or a pair around the selection. False if the caret is elsewhere. */
export function insertMark(box: HTMLElement, mark: Mark): boolean {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return false;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return false;
  const element = markElement(mark, mark.id);
  if (mark.isPair) element.append(range.extractContents());
  range.insertNode(element);
  selection.selectAllChildren(element);
  selection.collapseToEnd();
  return true;
}
