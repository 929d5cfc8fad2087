import { shell } from 'electron';
import { ask } from './choices.ts';
import { releaseSiteWindow, type SiteWindow } from './site-windows.ts';
import { aboutMending, mend } from './mend.ts';
import { nameOf } from './recent.ts';
import type { Say } from '../texts/texts.ts';
import { sendToWindow } from '../window/window.ts';

/** A site the background check found broken, and how to reopen its file after repair. */
export interface BrokenSite {
  siteWindow: SiteWindow;
  /** The file itself needs repair; otherwise rules are violated. */
  isDamaged: boolean;
  say: Say;
  note(text: string): void;
  reopen(file: string): Promise<unknown>;
}

/** Reports that the site is now read-only, and repairs its file if the user agrees (`security.md` 5.9). */
export async function sayBroken({ siteWindow, isDamaged, say, note, reopen }: BrokenSite): Promise<void> {
  const { file, window } = siteWindow;
  const names = siteWindow.engine.site.findings.map(({ name }) => name).join(', ');
  note(`The check after opening found that ${file} is broken (${names}). Nothing is written to it any more.`);
  // The page reloads the read-only state.
  sendToWindow(window, 'server', siteWindow.shell.server());
  const name = nameOf(file);
  const question = isDamaged
    ? { message: say('problem.damaged', { name }), detail: aboutMending(say, file, 'problem.damaged.late') }
    : { message: say('problem.read', { name }), detail: say('problem.rules.detail', { names }) };
  const choices = isDamaged ? (['mend', 'folder'] as const) : [];
  const choice = await ask(say, { ...question, choices, leave: 'button.ok' }, window);
  if (choice === 'folder') shell.showItemInFolder(file);
  if (choice !== 'mend') return;
  // The window closes last: without one the program would quit.
  await releaseSiteWindow(siteWindow);
  await reopen((await mend(say, file, window)) ?? file);
  window.destroy();
}
