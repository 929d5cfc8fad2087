import type { LucideIcon } from '@lucide/svelte';
import { untrack } from 'svelte';
import { isCombo, isTyping } from './keys.ts';
import type { KeyCombo } from './keys.ts';
import { t } from './messages/messages.svelte.ts';
import { preferences } from './preferences.svelte.ts';
import { site } from './site.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** An action that is available now, from the keyboard, the palette or the native menu. */
export interface Command {
  /** Stable: `languages.add`. Used by the native menu and the tests. */
  id: string;
  title: string;
  icon?: LucideIcon;
  keys?: KeyCombo;
  run: () => void;
  isEnabled?: () => boolean;
  /** Shown in the status bar with its shortcut. */
  isHint?: boolean;
  /** Not listed in the palette: only useful as a shortcut. */
  isKeyOnly?: boolean;
  /** It stores something: while the site is read-only, it only shows a message. */
  isWrite?: boolean;
  /** Why it is currently unavailable. */
  reason?: string;
  /** Small text after the title in the palette, e.g. what it is about. */
  note?: string;
}

let lists = $state.raw<(() => readonly Command[])[]>([]);

/**
 * All commands currently available, those of the screen before those of the frame. `isWanted` limits which are checked for
 * availability, since that may scan every row of an article.
 */
export function commands(isWanted: (command: Command) => boolean = () => true): Command[] {
  const wanted = lists.flatMap((list) => list().filter(isWanted));
  const all = wanted.filter((command) => command.isEnabled?.() ?? true);
  return site.isReadOnly ? all.map(held) : all;
}

function held(command: Command): Command {
  return command.isWrite ? { ...command, isHint: false, reason: t('frame.readonly'), run: sayReadOnly } : command;
}

/** Shows the read-only message in response to a write command. */
export function sayReadOnly(): void {
  toasts.show({ text: t('frame.readonly'), tone: 'plain' });
}

/**
 * Registers commands for the lifetime of the calling component: `useCommands(() => [{ id: 'languages.add', title:
 * t('languages.add'), keys: 'Ctrl+N', run: openAdd, isHint: true }])`. A function, so that titles follow the language.
 */
export function useCommands(list: () => readonly Command[]): void {
  $effect(() => {
    untrack(() => (lists = [list, ...lists]));
    return () => (lists = lists.filter((each) => each !== list));
  });
}

/** Registers Ctrl+S for the form of an inspector while it has edits. */
export function useSave(id: string, draft: { readonly isDirty: boolean }, save: () => unknown): void {
  const run = () => void save();
  useCommands(() => [{ id, title: t('ui.save'), keys: 'Ctrl+S', isWrite: true, isEnabled: () => draft.isDirty, run }]);
}

/** Runs the command with this ID; false if it is not available. */
export function runById(id: string): boolean {
  const command = commands((each) => each.id === id)[0];
  command?.run();
  return command !== undefined;
}

/** Runs a command of the native menu. Undo and redo are left to a focused text field; ignored while a dialog is open. */
export function runFromMenu(id: string): void {
  if (/^(undo|redo)$/.test(id) && isTyping(document.activeElement)) document.execCommand(id);
  else if (!isBehindDialog()) runById(id);
}

/** The only key listener of the page. Components that already handled the key (a dialog, a list) have called `preventDefault`. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isModified = event.ctrlKey || event.metaKey || event.altKey || event.key.startsWith('F');
  // Checked before the commands are evaluated, which takes longer than a keystroke.
  if (!isModified && (isTyping(event.target) || !preferences.hasSingleKeys)) return;
  const command = commands(({ keys }) => keys !== undefined && isCombo(event, keys))[0];
  if (!command) return;
  if (isBehindDialog()) return;
  // Text fields handle undo themselves.
  if (isTyping(event.target) && /z$/i.test(command.keys ?? '')) return;
  event.preventDefault();
  command.run();
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]') !== null;
}
