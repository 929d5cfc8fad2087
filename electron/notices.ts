import { Notification, type BrowserWindow } from 'electron';
import type { Job } from '../core/schema/job.ts';
import { nameOf } from './recent.ts';
import type { Say, TextKey } from './texts/texts.ts';
import { showWindow, tellWindow } from './window.ts';

/** A shorter job is over before anybody has turned away. */
const LONG_MS = 5000;

/** Jobs whose end has a text of its own. */
const KINDS: ReadonlySet<string> = new Set(['import', 'import-preview', 'export', 'bulk', 'undo', 'backup', 'restore']);

/** Says in a notification of the system that a long job came to its end, when the person looks at something else. A click shows its site. */
export function tellOfJob(window: BrowserWindow, ended: { job: Job; ms: number; file: string; say: Say }): void {
  const { job, ms, file, say } = ended;
  if (ms < LONG_MS || window.isDestroyed() || window.isFocused() || !Notification.isSupported()) return;
  const kind = say((KINDS.has(job.kind) ? `job.${job.kind}` : 'job.other') as TextKey);
  const title = say(job.state === 'done' ? 'job.done' : 'job.failed', { job: kind });
  const notice = new Notification({ title, body: say('job.body', { name: nameOf(file) }) });
  notice.on('click', () => {
    if (window.isDestroyed()) return;
    showWindow(window);
    tellWindow(
      window,
      'command',
      job.kind.startsWith('import') || job.kind === 'export' ? 'screen.transfer' : 'screen.activity',
    );
  });
  notice.show();
}
