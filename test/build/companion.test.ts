import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../build/companion.ts';

/** Reads the data after every local header of an uncompressed archive. */
function read(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [size, named] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    const name = zip.toString('utf8', at + 30, at + 30 + named);
    const content = zip.subarray(at + 30 + named, at + 30 + named + size);
    expect(zip.readUInt32LE(at + 14)).toBe(crc32(content));
    files[name] = content.toString('utf8');
    at += 30 + named + size;
  }
  return files;
}

test('the plugin is a ZIP file with one folder, and names its files twice', () => {
  const files = [
    { name: 'polydesk-link/a.php', content: Buffer.from('<?php // é') },
    { name: 'polydesk-link/README.md', content: Buffer.from('') },
  ];
  const zip = zipOf(files);
  expect(read(zip)).toEqual({ 'polydesk-link/a.php': '<?php // é', 'polydesk-link/README.md': '' });
  expect(zip.readUInt32LE(zip.length - 22)).toBe(0x06054b50);
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);
  expect(zip.readUInt32LE(zip.readUInt32LE(zip.length - 6))).toBe(0x02014b50);
  expect(zipOf(files)).toEqual(zip);
});
