import { shell } from 'electron';
import { ask } from './choices.ts';
import { releaseSiteWindow, type SiteWindow } from './site-windows.ts';
import { aboutMending, mend } from './mend.ts';
import { nameOf } from './recent.ts';
import type { Say } from '../texts/texts.ts';
import { sendToWindow } from '../window/window.ts';

/** A site that the check after opening found broken, and how to open its file again once it is mended. */
export interface BrokenSite {
  siteWindow: SiteWindow;
  /** Its file has to be mended; otherwise rules are broken. */
  isDamaged: boolean;
  say: Say;
  note(text: string): void;
  reopen(file: string): Promise<unknown>;
}

/** Says that nothing can be written to a site any more, and mends its file when the person says so (`security.md` 5.9). */
export async function sayBroken({ siteWindow, isDamaged, say, note, reopen }: BrokenSite): Promise<void> {
  const { file, window } = siteWindow;
  const names = siteWindow.engine.site.findings.map(({ name }) => name).join(', ');
  note(`The check after opening found that ${file} is broken (${names}). Nothing is written to it any more.`);
  // The page asks again whether it can write.
  sendToWindow(window, 'server', siteWindow.shell.server());
  const name = nameOf(file);
  const question = isDamaged
    ? { message: say('problem.damaged', { name }), detail: aboutMending(say, file, 'problem.damaged.late') }
    : { message: say('problem.read', { name }), detail: say('problem.rules.detail', { names }) };
  const choices = isDamaged ? (['mend', 'folder'] as const) : [];
  const choice = await ask(say, { ...question, choices, leave: 'button.ok' }, window);
  if (choice === 'folder') shell.showItemInFolder(file);
  if (choice !== 'mend') return;
  // The window goes last: without one the program would end.
  await releaseSiteWindow(siteWindow);
  await reopen((await mend(say, file, window)) ?? file);
  window.destroy();
}
