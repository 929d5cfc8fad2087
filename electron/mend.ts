import type { BrowserWindow } from 'electron';
import { mendSite, newestBackup, type Recovery } from '../core/server/mend.ts';
import { OpenError } from '../core/server/open.ts';
import { ask } from './choices.ts';
import { nameOf } from './recent.ts';
import type { Say } from './texts/texts.ts';

/** What mending a damaged site does, before it is done: what is kept, and what may be missing (`reliability-and-security.md` 5.7). */
export function aboutMending(say: Say, file: string): string {
  const newest = newestBackup(file);
  const backup = newest ? say('problem.damaged.newest', { date: newest }) : say('problem.damaged.none');
  return `${say('problem.damaged.detail')}\n\n${backup}`;
}

/** Mends a damaged site because the person said so, and says what became of it. False: it stayed as it was. */
export async function mend(say: Say, file: string, over?: BrowserWindow): Promise<boolean> {
  const name = nameOf(file);
  try {
    const recovery = mendSite(file);
    const detail = sentences(say, recovery).join('\n\n');
    await ask(say, { message: say('mended', { name }), detail, choices: [], leave: 'button.ok', type: 'info' }, over);
    return true;
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    const message = say('mend.not', { name });
    await ask(say, { message, detail: error.message, choices: [], leave: 'button.ok' }, over);
    return false;
  }
}

function sentences(say: Say, { how, kept, lost, access, from }: ReturnType<typeof mendSite>): string[] {
  const what = how === 'indexes' ? say('mended.indexes') : say('mended.backup', { date: from ?? '' });
  return [
    lost === undefined ? what : `${what} ${say('mended.lost', { count: String(lost) })}`,
    ...accessSentence(say, access),
    ...(kept === undefined ? [] : [say('mended.kept', { file: kept })]),
  ];
}

function accessSentence(say: Say, access: Recovery['access']): string[] {
  if (!access) return [];
  if (!access.known) return [say('mended.closed')];
  return access.revoked > 0 ? [say('mended.access')] : [];
}
