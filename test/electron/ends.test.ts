// Closing a window releases its file, whatever fails before.
import { expect, test } from 'vitest';
import { endAll } from '../../electron/ends.ts';

test('a failing cleanup is logged, and does not prevent the others', async () => {
  const ended: string[] = [];
  const notes: string[] = [];
  const ends = [
    () => Promise.reject(new Error('the port file')),
    () => {
      throw new Error('the pages');
    },
    () => void ended.push('the file'),
  ];
  await endAll(ends, (text) => notes.push(text));
  expect(ended).toEqual(['the file']);
  expect(notes.join('\n')).toMatch(/the port file[^]*the pages/);
});
