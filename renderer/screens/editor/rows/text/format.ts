// Formatting applied to words of a row: written as tags into the content, and parsed again as marks like any other.
import { joinTexts } from '../../../../../core/units/tokens.ts';
import type { Mark, Token } from '../../../../../core/units/tokens.ts';
import { isCombo } from '../../../../lib/keys.ts';
import type { Workspace } from '../../workspace.svelte.ts';
import type { Row } from '../row.svelte.ts';
import { readTokens } from './token-dom.ts';
import { layOut } from './writing.ts';

/** The formats: bold, italic, or a link to an address. */
export type Format = { name: 'strong' | 'em' } | { name: 'a'; href: string };

/** The selected words in the box of a row: its tokens with delimiters before and after them. */
export interface Chosen {
  tokens: readonly Token[];
  /** Characters of the box before them, and up to their end. */
  from: number;
  to: number;
}

/** Delimiters of a selection while its text is tokenised; private-use characters, so that no text contains them. */
export const [START, END] = ['\uE0F0', '\uE0F1'];
const SAME: Readonly<Record<Format['name'], readonly string[]>> = {
  strong: ['strong', 'b'],
  em: ['em', 'i'],
  a: ['a'],
};

const KEYS = { strong: 'Ctrl+B', em: 'Ctrl+I', a: 'Ctrl+K' } as const;

/** Whether words of a row can be formatted: a text in the page, not a field, an attribute or an address. */
export const canFormat = ({ field, segment }: Row): boolean =>
  field === undefined && segment?.form === 'html' && !segment.isLocked;

/** The format of a shortcut; undefined for other keys. */
export const formatOf = (event: KeyboardEvent): Format['name'] | undefined =>
  (['strong', 'em', 'a'] as const).find((name) => isCombo(event, KEYS[name]));

/** undefined if nothing is selected in this box. */
export function readChosen(box: HTMLElement): Chosen | undefined {
  return document.getSelection()?.isCollapsed === false ? readPlace(box) : undefined;
}

/** Characters of a text before a selection, and up to its end. */
export interface Letters {
  from: number;
  to: number;
}

/** The position of the caret or selection in a text; undefined if it is elsewhere. */
export function lettersIn(box: HTMLElement): Letters | undefined {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return { from, to: from + range.toString().length };
}

/** The same, with both ends at the caret if nothing is selected; undefined if the caret is elsewhere. */
export function readPlace(box: HTMLElement): Chosen | undefined {
  const letters = lettersIn(box);
  const range = letters && document.getSelection()?.getRangeAt(0);
  if (!range) return undefined;
  const { from, to } = letters;
  const ends = [START, END].map((text) => document.createTextNode(text));
  for (const [end, isStart] of [[ends[1], false] as const, [ends[0], true] as const]) {
    const place = range.cloneRange();
    place.collapse(isStart);
    if (end) place.insertNode(end);
  }
  const tokens = readTokens(box);
  for (const end of ends) end.remove();
  box.normalize();
  return { tokens, from, to };
}

/**
 * Applies a format to the selected words of a row, or removes it if all of them have it. Returns the key of the row then;
 * undefined if nothing was done.
 */
export function format(
  workspace: Workspace,
  row: Row,
  { chosen, as }: { chosen: Chosen; as: Format },
): string | undefined {
  const words = chosenTexts(chosen.tokens);
  const marks = words.map(({ open }) => open.map((id) => row.marks[id]).find((mark) => isOf(mark, as.name)));
  const known = marks.filter((mark): mark is Mark => mark !== undefined);
  if (words.length === 0 || row.segment?.around.some((name) => SAME[as.name].includes(name))) return undefined;
  if (as.name !== 'a' && known.length === words.length) {
    row.drop(known);
    return row.key;
  }
  // No link within a link.
  if (as.name === 'a' && known.length > 0) return undefined;
  const { tokens } = row;
  row.edit(cutOut(chosen.tokens, words));
  const html = writeTags(workspace.shown(), as, words.length);
  row.edit(tokens);
  if (html === undefined) return undefined;
  layOut(workspace, html);
  return row.key;
}

/** Restores the selection of the formatted characters. */
export function chooseLetters(box: HTMLElement, { from, to }: Chosen): void {
  const range = document.createRange();
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let at = 0;
  let hasStart = false;
  for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
    if (!hasStart && from < at + text.length) {
      range.setStart(text, from - at);
      hasStart = true;
    }
    if (hasStart && to <= at + text.length) {
      range.setEnd(text, to - at);
      box.focus();
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
      return;
    }
    at += text.length;
  }
}

/** The address of a link as typed; undefined for one that runs something, or none. */
export function readAddress(text: string): string | undefined {
  const address = text.trim();
  if (/^(?:https?:\/\/|mailto:|tel:|[/#?])\S/i.test(address)) return address;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined;
}

interface ChosenText {
  /** Of the token. */
  place: number;
  from: number;
  to: number;
  /** Marks around it, outermost first. */
  open: number[];
}

/** The selected part of each text. */
function chosenTexts(tokens: readonly Token[]): ChosenText[] {
  const out: ChosenText[] = [];
  const open: number[] = [];
  let isIn = false;
  for (const [place, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(token.mark);
    else if (token.kind === 'close') open.pop();
    if (token.kind !== 'text') continue;
    const [start, end] = [token.text.indexOf(START), token.text.indexOf(END)];
    const from = start + 1;
    const to = end < 0 ? token.text.length : end;
    if ((isIn || start >= 0) && to > from) out.push({ place, from, to, open: [...open] });
    isIn = (isIn || start >= 0) && end < 0;
  }
  return out;
}

/** Each selected text between its own two delimiters, so that no tag crosses another. */
function cutOut(tokens: readonly Token[], words: readonly ChosenText[]): Token[] {
  const bare = (text: string) => text.replaceAll(START, '').replaceAll(END, '');
  const cut = tokens.map((token, place): Token => {
    if (token.kind !== 'text') return token;
    const { text } = token;
    const part = words.find((each) => each.place === place);
    if (!part) return { kind: 'text', text: bare(text) };
    const [before, inner, behind] = [text.slice(0, part.from), text.slice(part.from, part.to), text.slice(part.to)];
    return { kind: 'text', text: `${bare(before)}${START}${inner}${END}${bare(behind)}` };
  });
  return joinTexts(cut);
}

/** Replaces the delimiters with tags; undefined if they also occur elsewhere, as in a block attribute that repeats the text. */
function writeTags(html: string, as: Format, count: number): string | undefined {
  if ([START, END].some((end) => html.split(end).length - 1 !== count)) return undefined;
  const open = as.name === 'a' ? `<a href="${escaped(as.href)}">` : `<${as.name}>`;
  return html.replaceAll(START, open).replaceAll(END, `</${as.name}>`);
}

const isOf = (mark: Mark | undefined, name: Format['name']): boolean =>
  mark !== undefined && mark.isPair && SAME[name].includes(mark.name);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
