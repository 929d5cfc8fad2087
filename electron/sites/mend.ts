import type { BrowserWindow } from 'electron';
import { mendSite, newestBackup, salvagedName, salvageSite, type Recovery } from '../../core/server/host/mend.ts';
import { OpenError } from '../../core/server/host/open.ts';
import { ask } from './choices.ts';
import { nameOf } from './recent.ts';
import type { Say } from '../texts/texts.ts';

/** Describes a repair before it is done: what is kept, and what may be missing (`security.md` 5.7). */
export function aboutMending(
  say: Say,
  file: string,
  since: 'problem.damaged.unchanged' | 'problem.damaged.late',
): string {
  const newest = newestBackup(file);
  const backup = newest ? say('problem.damaged.newest', { date: newest }) : say('problem.damaged.none');
  return `${say(since)} ${say('problem.damaged.mending')}\n\n${backup}`;
}

/**
 * Repairs a damaged site at the user's request, and reports the result. Returns the file to open then: without a backup, a new
 * site with what could be read. Undefined: nothing changed.
 */
export async function mend(say: Say, file: string, over?: BrowserWindow): Promise<string | undefined> {
  const name = nameOf(file);
  try {
    const recovery = mendSite(file);
    const detail = sentences(say, recovery).join('\n\n');
    await ask(say, { message: say('mended', { name }), detail, choices: [], leave: 'button.ok', type: 'info' }, over);
    return file;
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    const message = say('mend.not', { name });
    const choices = error.code === 'no_backup' ? (['salvage'] as const) : [];
    const choice = await ask(say, { message, detail: error.message, choices, leave: 'button.ok' }, over);
    return choice === 'salvage' ? salvage(say, file, over) : undefined;
  }
}

/** Salvages what can be read into a new site next to the damaged one. */
async function salvage(say: Say, file: string, over?: BrowserWindow): Promise<string | undefined> {
  const name = nameOf(file);
  try {
    const found = salvageSite(file, salvagedName(file));
    const detail = [
      say('salvaged.rows', { count: String(found.rows), file: found.file }),
      found.list === undefined
        ? say('salvaged.whole')
        : say('salvaged.missing', { count: String(found.missing.length), file: found.list }),
    ].join('\n\n');
    await ask(say, { message: say('salvaged', { name }), detail, choices: [], leave: 'button.ok', type: 'info' }, over);
    return found.file;
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    const message = say('mend.not', { name });
    await ask(say, { message, detail: error.message, choices: [], leave: 'button.ok' }, over);
    return undefined;
  }
}

function sentences(say: Say, { how, kept, lost, access, from }: ReturnType<typeof mendSite>): string[] {
  const isKept = kept === undefined ? [] : [say('mended.kept', { file: kept })];
  if (how === 'schema') return [say('mended.schema'), ...isKept];
  const what = how === 'indexes' ? say('mended.indexes') : say('mended.backup', { date: from ?? '' });
  return [
    lost === undefined ? what : `${what} ${say('mended.lost', { count: String(lost) })}`,
    ...accessSentence(say, access),
    ...isKept,
  ];
}

function accessSentence(say: Say, access: Recovery['access']): string[] {
  if (!access) return [];
  if (!access.known) return [say('mended.closed')];
  return access.revoked > 0 ? [say('mended.access')] : [];
}
