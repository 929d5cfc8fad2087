import type { LucideIcon } from '@lucide/svelte';
import { untrack } from 'svelte';
import { isCombo, isTyping } from './keys.ts';
import type { KeyCombo } from './keys.ts';
import { t } from './messages/messages.svelte.ts';
import { preferences } from './preferences.svelte.ts';
import { site } from './site.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Something that can be done now, by its key, from the palette or from the native menu. */
export interface Command {
  /** Stable: `languages.add`. The native menu and tests call it by this. */
  id: string;
  title: string;
  icon?: LucideIcon;
  keys?: KeyCombo;
  run: () => void;
  isEnabled?: () => boolean;
  /** Shown in the status bar with its key. */
  isHint?: boolean;
  /** Not in the palette: the key alone makes sense. */
  isKeyOnly?: boolean;
  /** It stores something: while the site can only be read, all it does is to say so. */
  isWrite?: boolean;
  /** Why it does not do what it is there for. */
  reason?: string;
}

let lists = $state.raw<(() => readonly Command[])[]>([]);

/**
 * All commands there are now; those of the screen before those of the frame. `isWanted`: only these are asked whether they can be
 * done, which may take a look at every row of an article.
 */
export function commands(isWanted: (command: Command) => boolean = () => true): Command[] {
  const wanted = lists.flatMap((list) => list().filter(isWanted));
  const all = wanted.filter((command) => command.isEnabled?.() ?? true);
  return site.isReadOnly ? all.map(held) : all;
}

function held(command: Command): Command {
  return command.isWrite ? { ...command, isHint: false, reason: t('frame.readonly'), run: sayReadOnly } : command;
}

/** Answers an act that would store something, by a key or the native menu, while the site can only be read. */
export function sayReadOnly(): void {
  toasts.show({ text: t('frame.readonly'), tone: 'plain' });
}

/**
 * Makes commands available while the calling component lives: `useCommands(() => [{ id: 'languages.add', title:
 * t('languages.add'), keys: 'Ctrl+N', run: openAdd, isHint: true }])`. A function, so that titles follow the language.
 */
export function useCommands(list: () => readonly Command[]): void {
  $effect(() => {
    untrack(() => (lists = [list, ...lists]));
    return () => (lists = lists.filter((each) => each !== list));
  });
}

/** Ctrl+S for the form of an inspector, while it has edits. */
export function useSave(id: string, draft: { readonly isDirty: boolean }, save: () => unknown): void {
  const run = () => void save();
  useCommands(() => [{ id, title: t('ui.save'), keys: 'Ctrl+S', isWrite: true, isEnabled: () => draft.isDirty, run }]);
}

/** Runs the command of this id; false when it is not there now. */
export function runById(id: string): boolean {
  const command = commands((each) => each.id === id)[0];
  command?.run();
  return command !== undefined;
}

/** Runs a command of the native menu. Undo and redo of a text that has the focus are its own; behind an open dialog nothing happens. */
export function runFromMenu(id: string): void {
  if (/^(undo|redo)$/.test(id) && isTyping(document.activeElement)) document.execCommand(id);
  else if (!isBehindDialog()) runById(id);
}

/** The one key listener of the page. What handled the key first (a dialog, a list) has prevented its default. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isModified = event.ctrlKey || event.metaKey || event.altKey || event.key.startsWith('F');
  // Before the commands are looked at: that takes longer than the letter that is being typed.
  if (!isModified && (isTyping(event.target) || !preferences.hasSingleKeys)) return;
  const command = commands(({ keys }) => keys !== undefined && isCombo(event, keys))[0];
  if (!command) return;
  if (isBehindDialog()) return;
  // Undo in a text is the text's own.
  if (isTyping(event.target) && /z$/i.test(command.keys ?? '')) return;
  event.preventDefault();
  command.run();
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]') !== null;
}
