import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import type { OpenFailure } from '../../core/server/host/open.ts';
import type { Say, TextKey } from '../texts/texts.ts';

/** The user's options for a site that cannot be opened normally. */
export type Choice =
  | 'mend'
  | 'salvage'
  | 'again'
  | 'other'
  | 'new'
  | 'copy'
  | 'read'
  | 'folder'
  | 'find'
  | 'forget'
  | 'open'
  | 'quit'
  | 'close'
  | 'none';

/** A question with its choices; Enter takes the first. It can always be cancelled. */
export interface Question {
  message: string;
  detail: string;
  choices: readonly Choice[];
  /** Label of the cancel button. */
  leave: 'button.cancel' | 'button.quit' | 'button.ok';
  type?: MessageBoxOptions['type'];
}

/** Shows a native dialog, modal to its window if any. Escape is "none". */
export async function ask(say: Say, question: Question, over?: BrowserWindow): Promise<Choice> {
  const { message, detail, choices, leave, type = 'warning' } = question;
  const buttons = [...choices.map((choice) => say(`button.${choice}` as TextKey)), say(leave)];
  const more = { type, title: 'Polydesk', message, detail, buttons, defaultId: 0, cancelId: choices.length };
  const options = { ...more, noLink: true };
  const { response } = await (over ? dialog.showMessageBox(over, options) : dialog.showMessageBox(options));
  return choices[response] ?? 'none';
}

interface Way {
  message: TextKey;
  choices: readonly Choice[];
}

const OTHER: Way = { message: 'problem.other', choices: ['other'] };

/** The options for each reason why a site is not opened (`security.md` 5.1, 5.8). */
const WAYS: Readonly<Partial<Record<OpenFailure, Way>>> = {
  missing: { message: 'problem.missing', choices: ['find', 'forget'] },
  in_use: { message: 'problem.in_use', choices: ['again', 'other'] },
  place: { message: 'problem.place', choices: ['copy', 'other'] },
  newer: { message: 'problem.newer', choices: ['other'] },
  damaged: { message: 'problem.damaged', choices: ['mend', 'folder', 'other'] },
  foreign: { message: 'problem.foreign', choices: ['mend', 'folder', 'other'] },
  leftovers: { message: 'problem.other', choices: ['folder', 'other'] },
  read_only: { message: 'problem.other', choices: ['copy', 'other'] },
  disk: { message: 'problem.other', choices: ['again', 'other'] },
  denied: { message: 'problem.other', choices: ['again', 'folder', 'other'] },
};

/** The question for a site that was not opened. If no window is open, a new site is offered too, and cancelling quits. */
export function questionFor(
  say: Say,
  failure: { code: OpenFailure; text: string },
  about: { name: string; isFirst: boolean },
): Question {
  const { message, choices } = WAYS[failure.code] ?? OTHER;
  const { name, isFirst } = about;
  return {
    message: say(message, { name }),
    detail: failure.text,
    choices: isFirst ? [...choices, 'new'] : choices,
    leave: isFirst ? 'button.quit' : 'button.cancel',
  };
}
