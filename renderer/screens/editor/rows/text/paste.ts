// Pasting into a row: blocks as blocks, words with their formatting.
import { insertPasted } from '../../../../../core/units/paste/insert.ts';
import type { PastedBlocks } from '../../../../../core/units/paste/paste.ts';
import { joinTexts } from '../../../../../core/units/tokens.ts';
import type { Token } from '../../../../../core/units/tokens.ts';
import { t } from '../../../../lib/messages/messages.svelte.ts';
import type { Workspace } from '../../workspace.svelte.ts';
import { canFormat, END, readPlace, START } from './format.ts';
import type { Row } from '../row.svelte.ts';
import { layOut } from './writing.ts';

/** Marks the insertion point while the text is tokenised; a private-use character, so that no text contains it. */
const MARK = '\uE0F2';

/** Whether a row accepts more than plain text: a text of the page in which line breaks have no meaning. */
export const canPaste = (row: Row): boolean => canFormat(row) && !row.keepsLines;

/** The message about it; "" for a single line. */
export function pastedWords({ blocks, lines, pictures }: PastedBlocks): string {
  const said = blocks.length > 1 || lines.length > 1 ? [t('editor.pasted', { count: blocks.length })] : [];
  if (pictures > 0) said.push(t('editor.pasted.pictures', { count: pictures }));
  return said.join(' ');
}

/** Pastes at the caret, or replaces the selection. Returns the key of the row to continue in; undefined if nothing was done. */
export function pasteInto(
  workspace: Workspace,
  row: Row,
  { box, pasted }: { box: HTMLElement; pasted: PastedBlocks },
): string | undefined {
  const place = placeIn(row, box);
  if (!place) return undefined;
  // A mark of the source that the pasted words lack too counts as missing, as if they had been typed.
  const isGone = (mark: number) => workspace.isFree || hasTag(pasted, row.marks[mark]?.name ?? '');
  const { tokens, dropped, isSettled, isFilled, isMachine, isTouched } = row;
  row.dropped = [...dropped, ...place.dropped.filter(isGone)];
  row.edit(place.tokens);
  const done = insertPasted(workspace.shown(), { mark: MARK, pasted, keepsBlock: !workspace.isFree });
  if (!done) {
    row.edit(tokens);
    Object.assign(row, { dropped, isSettled, isFilled, isMachine, isTouched });
    return undefined;
  }
  layOut(workspace, done.html);
  const block = workspace.blocks.find(({ pair }) => pair.target?.index === done.at);
  const isOwn = block?.rows.includes(row) === true && pasted.blocks.length === 1;
  return (isOwn ? row : block?.rows.findLast(({ isLink }) => !isLink))?.key ?? row.key;
}

const hasTag = ({ lines }: PastedBlocks, name: string): boolean => {
  const tag = { b: 'strong', i: 'em' }[name] ?? name;
  return lines.some((line) => new RegExp(`<${tag}[ >]`).test(line));
};

/** The tokens of the row with the insertion mark in place of the selection, and the pairs that enclosed only selected words. */
function placeIn(row: Row, box: HTMLElement): { tokens: Token[]; dropped: number[] } | undefined {
  const place = readPlace(box);
  if (!place) return undefined;
  // Filled-in words of the source are to be replaced.
  const isWhole = row.isFilled || (place.from === 0 && place.to > 0 && place.to === box.textContent.length);
  const pairs = (tokens: readonly Token[]) => tokens.flatMap((token) => (token.kind === 'open' ? [token.mark] : []));
  if (isWhole) return { tokens: [{ kind: 'text', text: MARK }], dropped: pairs(row.tokens) };
  const before: Token[] = [];
  const inside: Token[] = [];
  const behind: Token[] = [];
  let part = before;
  for (const token of place.tokens) {
    if (token.kind !== 'text') {
      part.push(token);
      continue;
    }
    for (const piece of token.text.split(/([\uE0F0\uE0F1])/)) {
      if (piece === START) part = inside;
      else if (piece === END) part = behind;
      else part.push({ kind: 'text', text: piece });
    }
  }
  const ends = new Set(inside.flatMap((token) => (token.kind === 'close' ? [token.mark] : [])));
  const dropped = pairs(inside).filter((mark) => ends.has(mark));
  const kept = inside.filter((token) => token.kind !== 'text' && !dropped.includes(token.mark));
  return { tokens: joinTexts([...before, { kind: 'text', text: MARK }, ...kept, ...behind]), dropped };
}
