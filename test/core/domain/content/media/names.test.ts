import { describe, expect, test } from 'vitest';
import { fileName, freeName } from '../../../../../core/domain/content/media/names.ts';
import { uploadType } from '../../../../../core/domain/content/media/types.ts';

describe('names of files', () => {
  test.each([
    ['My Pic.png', 'My-Pic.png'],
    ['a   b - c.png', 'a-b-c.png'],
    ['été à la plage.jpg', 'été-à-la-plage.jpg'],
    ['../../etc/passwd.txt', 'etcpasswd.txt'],
    ['a:b*c?"<>|.png', 'abc.png'],
    ['.htaccess', 'htaccess'],
    ['con.png', 'file-con.png'],
    ['...', ''],
    ['صورة.png', 'صورة.png'],
  ])('%s → %s', (given, expected) => {
    expect(fileName(given)).toBe(expected);
  });

  test('a long name is cut between characters, its ending stays', () => {
    const name = fileName(`${'é'.repeat(300)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
    expect(name).toMatch(/^é+\.png$/);
  });

  test('the first free suffix', () => {
    const taken = new Set(['a.png', 'a-1.png']);
    expect(freeName('a.png', (name) => taken.has(name))).toBe('a-2.png');
  });
});

describe('types that may be uploaded', () => {
  test.each([
    ['a.png', 'image/png'],
    ['A.JPG', 'image/jpeg'],
    ['a.pdf', 'application/pdf'],
    ['a.php', undefined],
    ['a.html', undefined],
    ['a.exe', undefined],
    ['png', undefined],
    ['a.constructor', undefined],
  ])('%s: %s', (name, type) => {
    expect(uploadType(name)).toBe(type);
  });
});
