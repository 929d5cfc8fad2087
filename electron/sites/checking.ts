import { dialog, Notification } from 'electron';
import { notifyIfSlow } from '../../core/server/host/open.ts';
import { frontSiteWindow } from './site-windows.ts';
import { nameOf } from './recent.ts';
import type { Say } from '../texts/texts.ts';

/**
 * Waits for a file that is being opened. A large one from a cold disk takes up to a minute, in which nothing is to be seen:
 * then what goes on is said, in a dialog that goes by itself. On macOS only a person can close one, so a notification says it
 * there, and where a window stands in which one can go on working.
 */
export async function whileChecked<T>(
  work: Promise<T>,
  about: { file: string; say: Say },
  patience?: number,
): Promise<T> {
  const { file, say } = about;
  const over = new AbortController();
  const tell = (): void => {
    const message = say('checking', { name: nameOf(file) });
    const detail = say('checking.detail');
    const isLasting = frontSiteWindow() === undefined && process.platform !== 'darwin';
    if (isLasting) {
      const options = { type: 'info', title: 'Polydesk', message, detail, buttons: [say('button.ok')] } as const;
      void dialog.showMessageBox({ ...options, buttons: [...options.buttons], signal: over.signal });
    } else if (Notification.isSupported()) new Notification({ title: message, body: detail }).show();
  };
  try {
    return await notifyIfSlow(work, tell, patience);
  } finally {
    over.abort();
  }
}
