import { isDesktop } from './api/api.ts';

/** The notation for keys: `Ctrl+Shift+Z`, `Alt+ArrowUp`, `Delete`, `?`. `Ctrl` is Cmd on a Mac. */
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

/** Reserved by browsers, which never pass them to a page; there they use Alt instead. */
const taken = ['Ctrl+N', 'Ctrl+T', 'Ctrl+W'];

/** The actual keys to press on this platform. */
function wordsOf(combo: KeyCombo): string[] {
  const isTaken = !isDesktop() && taken.includes(combo);
  return (isTaken ? combo.replace('Ctrl', 'Alt') : combo).split('+');
}

/** Whether a key event matches this combination. */
export function isCombo(event: KeyboardEvent, combo: KeyCombo): boolean {
  const words = wordsOf(combo);
  const key = words.at(-1) ?? '';
  const primary = isMac ? event.metaKey : event.ctrlKey;
  // `?` and similar need Shift on some keyboards and not on others: compare the character.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  return (
    primary === words.includes('Ctrl') &&
    event.altKey === words.includes('Alt') &&
    (isSign || event.shiftKey === words.includes('Shift')) &&
    [event.key, latinKey(event)].some((pressed) => pressed?.toLowerCase() === key.toLowerCase())
  );
}

/** Characters by physical key on a Latin keyboard; with `Shift+` if it types them. */
const latinSigns: Record<string, string> = { Comma: ',', BracketLeft: '[', BracketRight: ']', 'Shift+Slash': '?' };

/**
 * The character this key types on a Latin keyboard. On Arabic or Russian keyboards K types another letter, on French ones digits
 * need Shift, and Option types symbols on a Mac: there the physical key decides.
 */
function latinKey(event: KeyboardEvent): string | undefined {
  const isWriting = event.getModifierState('AltGraph') || (isMac && event.altKey && isTyping(event.target));
  if (isWriting) return undefined;
  const digit = /^Digit([0-9])$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? undefined : digit;
  // With Alt, brackets mean the physical keys: on many keyboards they cannot be typed without AltGr.
  if (event.altKey && event.code.startsWith('Bracket')) return latinSigns[event.code];
  const isLatin = event.key.length === 1 ? event.key <= '~' : event.key !== 'Dead';
  if (isLatin) return undefined;
  return /^Key([A-Z])$/.exec(event.code)?.[1] ?? latinSigns[event.shiftKey ? `Shift+${event.code}` : event.code];
}

/** The key caps to draw: `Ctrl+ArrowUp` → Ctrl, ↑ (⌘, ↑ on a Mac). */
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

/** Whether a text input has the focus. Single keys and text undo must not be intercepted there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
