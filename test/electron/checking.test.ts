// A file that takes long to open: progress is shown, and hidden as soon as it is open.
import { expect, test, vi } from 'vitest';
import { whileChecked } from '../../electron/sites/checking.ts';
import { textsIn } from '../../electron/texts/texts.ts';
import { log } from '../standin/state.ts';

vi.mock('electron', async () => ({
  ...(await import('../standin/extras.ts')),
  BrowserWindow: { getFocusedWindow: () => null },
}));

const about = { file: '/tmp/Large site.polydesk', say: textsIn('en', '') };
const dialogs = () => log.filter(({ what }) => what === 'dialog.showMessageBox').map(({ args }) => args[0]);

test('a slow task shows a dialog until it is over; a fast one shows nothing', async () => {
  expect(await whileChecked(Promise.resolve('open'), about, 0)).toBe('open');
  expect(dialogs()).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = whileChecked(promise, about, 1);
  await expect.poll(dialogs).toHaveLength(1);
  const [options] = dialogs() as { message: string; detail: string; signal: AbortSignal }[];
  expect(options?.message).toBe('“Large site” is being checked');
  expect(options?.detail).toContain('whole file is read');
  expect(options?.signal.aborted).toBe(false);
  resolve('open');
  expect(await waiting).toBe('open');
  expect(options?.signal.aborted).toBe(true);
});

test('a file that is refused is refused all the same', async () => {
  await expect(whileChecked(Promise.reject(new Error('damaged')), about, 0)).rejects.toThrow('damaged');
});
