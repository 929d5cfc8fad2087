import { DAILY, isBackupDue } from '../../domain/site/backups.ts';
import { commandLineCaller } from '../../domain/access/callers.ts';
import type { Engine } from '../../engine/engine.ts';

/** When the first check runs, and how often after that. */
export interface Times {
  first: number;
  every: number;
}

const TIMES: Times = { first: 5_000, every: 60 * 60 * 1000 };

/**
 * Makes the daily backup when it is due: soon after the site was opened, and while it stays open (`security.md` 5.1, 5.5). Runs
 * as an ordinary job in the worker. Returns a function that stops it.
 */
export function keepDailyBackup(engine: Engine, note: (text: string) => void, times = TIMES): () => void {
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    try {
      if (isBackupDue(engine.site)) order(engine);
    } catch (error) {
      note(`The daily backup was not made: ${error instanceof Error ? error.message : String(error)}`);
    }
    timer = setTimeout(check, times.every).unref();
  };
  timer = setTimeout(check, times.first).unref();
  return () => clearTimeout(timer);
}

function order(engine: Engine): void {
  const request = { method: 'POST', path: '/polydesk/v1/backups', body: { reason: DAILY } };
  engine.dispatch(request, commandLineCaller(engine.site));
}
