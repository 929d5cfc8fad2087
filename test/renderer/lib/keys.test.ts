import { expect, test } from 'vitest';
import { isCombo } from '../../../renderer/lib/keys.ts';

const ctrl = { ctrlKey: true };
const shift = { shiftKey: true };

test.each([
  ['Latin', 'k', 'KeyK', ctrl, 'Ctrl+K'],
  ['Arabic', 'ن', 'KeyK', ctrl, 'Ctrl+K'],
  ['Arabic', 'ى', 'KeyN', {}, 'N'],
  ['Arabic', 'و', 'Comma', ctrl, 'Ctrl+,'],
  ['Arabic', '؟', 'Slash', shift, '?'],
  ['Russian', 'Я', 'KeyZ', { ...ctrl, ...shift }, 'Ctrl+Shift+Z'],
  ['Russian', 'ъ', 'BracketRight', {}, ']'],
  ['French', '&', 'Digit1', ctrl, 'Ctrl+1'],
  ['French', 'é', 'Digit2', ctrl, 'Ctrl+2'],
  ['Mac with Option', 'Dead', 'KeyN', { altKey: true }, 'Alt+N'],
])('keyboard %s: %s is %s with %o, and that is %s', (_keyboard, key, code, held, combo) => {
  expect(isCombo(new KeyboardEvent('keydown', { key, code, ...held }), combo)).toBe(true);
});

test.each([
  // The printed letter counts if it is Latin: A and Q are swapped on a French keyboard.
  ['French', 'a', 'KeyQ', ctrl, 'Ctrl+Q'],
  ['German', 'z', 'KeyY', ctrl, 'Ctrl+Y'],
  ['US', '!', 'Digit1', { ...ctrl, ...shift }, 'Ctrl+1'],
  ['Arabic', 'ن', 'KeyK', {}, 'Ctrl+K'],
  ['Polish with AltGr', 'ł', 'KeyL', { modifierAltGraph: true }, 'L'],
  ['an input method', 'Process', 'KeyN', {}, 'N'],
])('keyboard %s: %s is %s with %o, and that is not %s', (_keyboard, key, code, held, combo) => {
  expect(isCombo(new KeyboardEvent('keydown', { key, code, ...held }), combo)).toBe(false);
});
