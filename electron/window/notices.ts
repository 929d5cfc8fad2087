import { Notification, type BrowserWindow } from 'electron';
import { jobKind } from '../../core/jobs/kinds.ts';
import type { Job } from '../../core/schema/site/job.ts';
import { nameOf } from '../sites/recent.ts';
import { isText, type Say } from '../texts/texts.ts';
import { showWindow, sendToWindow } from './window.ts';

/** Shorter jobs end before the user has turned away. */
const LONG_MS = 5000;

/** Shows a system notification when a long job ended while the user was in another program. Clicking it shows the site. */
export function notifyOfJob(window: BrowserWindow, ended: { job: Job; ms: number; file: string; say: Say }): void {
  const { job, ms, file, say } = ended;
  if (ms < LONG_MS || window.isDestroyed() || window.isFocused() || !Notification.isSupported()) return;
  const words = `job.${job.kind}`;
  const kind = say(isText(words) ? words : 'job.other');
  const title = say(job.state === 'done' ? 'job.done' : 'job.failed', { job: kind });
  const notice = new Notification({ title, body: say('job.body', { name: nameOf(file) }) });
  notice.on('click', () => {
    if (window.isDestroyed()) return;
    showWindow(window);
    sendToWindow(window, 'command', `screen.${jobKind(job.kind).screen}`);
  });
  notice.show();
}
