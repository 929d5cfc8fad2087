import { Notification, type BrowserWindow } from 'electron';
import { jobKind } from '../../core/jobs/kinds.ts';
import type { Job } from '../../core/schema/site/job.ts';
import { nameOf } from '../sites/recent.ts';
import { isText, type Say } from '../texts/texts.ts';
import { showWindow, sendToWindow } from './window.ts';

/** A shorter job is over before anybody has turned away. */
const LONG_MS = 5000;

/** Says in a notification of the system that a long job came to its end, when the person looks at something else. A click shows its site. */
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
