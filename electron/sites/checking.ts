import { dialog, Notification } from 'electron';
import { notifyIfSlow } from '../../core/server/host/open.ts';
import { frontSiteWindow } from './site-windows.ts';
import { nameOf } from './recent.ts';
import type { Say } from '../texts/texts.ts';

/**
 * Waits for a file being opened. A large one on a cold disk takes up to a minute with nothing visible: then a dialog shows
 * progress and closes itself. On macOS dialogs cannot be closed by the program, so a notification is used there, and also if
 * another window is already open.
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
