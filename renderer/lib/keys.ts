import { isDesktop } from './api/api.ts';

/** How keys are written everywhere: `Ctrl+Shift+Z`, `Alt+ArrowUp`, `Delete`, `?`. `Ctrl` is Cmd on a Mac. */
export type KeyCombo = string;

const isMac = navigator.platform.startsWith('Mac');
const macSigns: Record<string, string> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' };
const signs: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Delete: 'Del',
  Escape: 'Esc',
};

/** A browser keeps these for itself and no page ever sees them; there they are asked for with Alt. */
const taken = ['Ctrl+N', 'Ctrl+T', 'Ctrl+W'];

/** The combination to press here, as words. */
function wordsOf(combo: KeyCombo): string[] {
  const isTaken = !isDesktop() && taken.includes(combo);
  return (isTaken ? combo.replace('Ctrl', 'Alt') : combo).split('+');
}

/** Whether a key event is this combination. */
export function isCombo(event: KeyboardEvent, combo: KeyCombo): boolean {
  const words = wordsOf(combo);
  const key = words.at(-1) ?? '';
  const primary = isMac ? event.metaKey : event.ctrlKey;
  // `?` and its like need Shift on some keyboards and not on others: the sign itself decides.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  return (
    primary === words.includes('Ctrl') &&
    event.altKey === words.includes('Alt') &&
    (isSign || event.shiftKey === words.includes('Shift')) &&
    [event.key, latinKey(event)].some((pressed) => pressed?.toLowerCase() === key.toLowerCase())
  );
}

/** Signs of combinations, by their place on a keyboard with Latin letters; with `Shift+` where it writes them. */
const latinSigns: Record<string, string> = { Comma: ',', BracketLeft: '[', BracketRight: ']', 'Shift+Slash': '?' };

/**
 * What the key would write on a keyboard with Latin letters: on an Arabic or a Russian one, K writes another letter, on a
 * French one digits need Shift, and with Option a Mac writes signs. There the place of the key decides.
 */
function latinKey(event: KeyboardEvent): string | undefined {
  const isWriting = event.getModifierState('AltGraph') || (isMac && event.altKey && isTyping(event.target));
  if (isWriting) return undefined;
  const digit = /^Digit([0-9])$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? undefined : digit;
  // With Alt, brackets mean the places they have there: on many keyboards they cannot be written without a third level.
  if (event.altKey && event.code.startsWith('Bracket')) return latinSigns[event.code];
  const isLatin = event.key.length === 1 ? event.key <= '~' : event.key !== 'Dead';
  if (isLatin) return undefined;
  return /^Key([A-Z])$/.exec(event.code)?.[1] ?? latinSigns[event.shiftKey ? `Shift+${event.code}` : event.code];
}

/** The caps to draw: `Ctrl+ArrowUp` → Ctrl, ↑ (⌘, ↑ on a Mac). */
export function keyCaps(combo: KeyCombo): string[] {
  return wordsOf(combo).map((word) => (isMac ? macSigns[word] : undefined) ?? signs[word] ?? word);
}

/** For `aria-keyshortcuts`. */
export function ariaKeys(combo: KeyCombo | undefined): string | undefined {
  return (
    combo &&
    wordsOf(combo)
      .join('+')
      .replace('Ctrl', isMac ? 'Meta' : 'Control')
  );
}

/** Whether the focus is where letters are text. Single keys and text undo must not be taken from there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
