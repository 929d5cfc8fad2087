import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import { copySite } from '../../../../core/store/file/copy-site.ts';
import { unsafePlace, type Computer } from '../../../../core/store/file/place.ts';
import { pluck, sql } from '../../../../core/store/sql.ts';
import { say } from '../../../support/command-line.ts';
import { hashes, temporaryFolder, thrown, write } from '../support.ts';

const MOUNTS = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:44 / /srv/nfs rw - nfs4 box:/export rw
41 22 0:45 / /srv/smb\\040share rw master:3 - cifs //box/share rw
42 22 0:46 / /srv/far rw - fuse.sshfs box: rw
43 22 0:47 / /srv/usb rw - fuseblk /dev/sdb1 rw
44 40 8:2 / /srv/nfs/here rw - ext4 /dev/sdc1 rw
45 22 0:48 / /srv/cloud rw - fuse.rclone gdrive: rw
46 22 0:49 / /srv/twice rw - ext4 /dev/sdd1 rw
47 46 0:50 / /srv/twice rw - 9p drvfs rw
48 22 0:51 / /sys/fs/fuse/connections rw - fusectl fusectl rw`;
const linux: Computer = { platform: 'linux', home: '/nowhere/home', env: {}, mounts: () => MOUNTS };

describe('places where a live file is not safe', () => {
  test.each([
    ['/srv/nfs/a.polydesk', 'network', 'nfs4', '/srv/nfs'],
    ['/srv/nfs/deep/er/a.polydesk', 'network', 'nfs4', '/srv/nfs'],
    ['/srv/smb share/a.polydesk', 'network', 'cifs', '/srv/smb share'],
    ['/srv/twice/a.polydesk', 'network', '9p', '/srv/twice'],
    ['/srv/far/a.polydesk', 'virtual', 'sshfs', '/srv/far'],
    ['/srv/usb/a.polydesk', 'virtual', 'fuseblk', '/srv/usb'],
    ['/srv/cloud/a.polydesk', 'virtual', 'rclone', '/srv/cloud'],
    ['/srv/me/Dropbox/sites/a.polydesk', 'synced', 'Dropbox', '/srv/me/Dropbox'],
    ['/srv/me/Dropbox (Personal)/a.polydesk', 'synced', 'Dropbox', '/srv/me/Dropbox (Personal)'],
    ['/srv/me/OneDrive/a.polydesk', 'synced', 'OneDrive', '/srv/me/OneDrive'],
    ['/srv/me/OneDrive - Firma/a.polydesk', 'synced', 'OneDrive', '/srv/me/OneDrive - Firma'],
    ['/srv/me/Google Drive/a.polydesk', 'synced', 'Google Drive', '/srv/me/Google Drive'],
    ['/u/Library/CloudStorage/GoogleDrive-me/My Drive/a.polydesk', 'synced', 'Google Drive', undefined],
    ['/u/Library/CloudStorage/Box-Box/a.polydesk', 'synced', 'a service', '/u/Library/CloudStorage'],
    ['/u/Library/Mobile Documents/com~apple~CloudDocs/a.polydesk', 'synced', 'iCloud', '/u/Library/Mobile Documents'],
  ])('%s', (file, kind, name, folder) => {
    expect(unsafePlace(file, linux)).toMatchObject({ kind, name, ...(folder && { folder }) });
  });

  test.each([
    ['\\\\box\\share\\a.polydesk', 'network'],
    ['\\\\?\\UNC\\box\\share\\sites\\a.polydesk', 'network'],
    ['C:\\Users\\me\\iCloudDrive\\a.polydesk', 'synced'],
    ['C:\\Users\\me\\OneDrive - Firma\\Sites\\a.polydesk', 'synced'],
    ['D:\\moved\\here\\a.polydesk', 'synced'],
    ['G:\\My Drive\\a.polydesk', 'synced'],
  ])('Windows: %s', (file, kind) => {
    const env = { OneDriveCommercial: 'D:\\moved\\' };
    expect(unsafePlace(file, { ...linux, platform: 'win32', env })).toMatchObject({ kind });
  });

  test('a folder its service names, a marked one, one of iCloud, and a link into one', () => {
    const home = temporaryFolder();
    const make = (...parts: string[]): string => {
      const path = join(home, ...parts);
      mkdirSync(path, { recursive: true });
      return path;
    };
    writeFileSync(
      join(make('.dropbox'), 'info.json'),
      JSON.stringify({ personal: { path: make('Boxes') }, old: null }),
    );
    writeFileSync(join(make('Kept'), '.dropbox'), '{}');
    writeFileSync(join(make('Cloud'), '.nextcloudsync.log'), '');
    symlinkSync(make('Documents'), join(make('Library/Mobile Documents/com~apple~CloudDocs'), 'Documents'));
    symlinkSync(join(home, 'Kept'), join(home, 'shortcut'));
    const at = (path: string): unknown => unsafePlace(join(home, path), { ...linux, home })?.name;
    expect(['Boxes/a', 'Kept/deep/a', 'Cloud/a', 'Documents/a', 'shortcut/a'].map(at)).toEqual([
      'Dropbox',
      'Dropbox',
      'Nextcloud',
      'iCloud',
      'Dropbox',
    ]);
    expect(['a', 'Boxes of mine/a', 'Library/a', '.dropbox-dist/a'].map(at)).toEqual(Array(4).fill(undefined));
  });

  test.each(['/srv/nfs/here/a.polydesk', '/srv/nfsomething/a.polydesk', '/srv/me/my dropbox notes/a.polydesk', '/a'])(
    'control: %s may hold a site',
    (file) => {
      expect(unsafePlace(file, linux)).toBeUndefined();
    },
  );

  test('if the system itself is on such a drive it is accepted', () => {
    const mounts = (): string => '22 1 0:2 / / rw - 9p none rw';
    expect(unsafePlace('/srv/a.polydesk', { ...linux, mounts })).toBeUndefined();
  });
});

test('no site is opened or made there; a copy of it can be, whole, with its media and what a crash left', async () => {
  const folder = temporaryFolder();
  const synced = join(folder, 'Dropbox');
  mkdirSync(synced);
  const file = crashedSite(folder, join(synced, 'a.polydesk'));
  mkdirSync(join(synced, 'a.files/2026/01'), { recursive: true });
  writeFileSync(join(synced, 'a.files/2026/01/photo.png'), 'a picture');
  symlinkSync('/etc/passwd', join(synced, 'a.files/2026/01/link.png'));
  const before = hashes(file, `${file}-wal`);
  for (const path of [file, join(synced, 'new.polydesk')])
    expect(thrown(() => openSite(path, { version: '1.0.0' }))).toMatchObject({ code: 'place', exitCode: 74 });
  const end = await say(['check', file]);
  expect(end).toMatchObject({ code: 74, stdout: '' });
  expect(end.stderr).toMatch(/Dropbox synchronises.*Nothing was changed\..* copy \S+\n$/);
  const local = join(folder, 'local');
  mkdirSync(local);
  const path = await say(['copy', file, local, '--json']);
  expect(JSON.parse(path.stdout)).toEqual({ path: join(local, 'a.polydesk') });
  expect(copySite(file, local)).toBe(join(local, 'a 2.polydesk'));
  expect(hashes(file, `${file}-wal`)).toBe(before);
  const copy = openSite(join(local, 'a.polydesk'), { version: '1.0.0', create: false });
  expect(pluck(copy.db, sql`SELECT value FROM options WHERE name = 'title'`)).toBe('"Mine"');
  expect(copy.files.find('2026/01/photo.png')?.size).toBe(9);
  expect(copy.files.find('2026/01/link.png')).toBeUndefined();
  expect(statSync(copy.file).mode & 0o077).toBe(0);
  copy.close();
});

test('a copy of what is not a site, or damaged, or to such a place again, is not made', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'a.polydesk');
  writeFileSync(file, 'Dear diary');
  mkdirSync(join(folder, 'OneDrive'));
  mkdirSync(join(folder, 'local'));
  expect(thrown(() => copySite(file, join(folder, 'local')))).toMatchObject({ code: 'not_ours' });
  expect(thrown(() => copySite(file, join(folder, 'OneDrive')))).toMatchObject({ code: 'place' });
  expect(thrown(() => copySite(join(folder, 'none'), folder))).toMatchObject({ code: 'missing' });
  openSite(join(folder, 'b.polydesk'), { version: '1.0.0' }).close();
  const bytes = readFileSync(join(folder, 'b.polydesk'));
  writeFileSync(file, bytes.fill(0, 4096 * 3, 4096 * 9));
  expect(thrown(() => copySite(file, join(folder, 'local')))).toMatchObject({ code: 'damaged' });
  expect(hashes(file)).toContain(file);
  expect(thrown(() => statSync(join(folder, 'local/a.polydesk')))).toMatchObject({ code: 'ENOENT' });
});

/** A site whose last change is only in the WAL, moved to a place where it could not be created. */
function crashedSite(folder: string, to: string): string {
  const site = openSite(join(folder, 'made.polydesk'), { version: '1.0.0' });
  write(site, `INSERT INTO options VALUES ('title', '"Mine"')`);
  for (const end of ['', '-wal']) writeFileSync(`${to}${end}`, readFileSync(`${site.file}${end}`));
  site.close();
  return to;
}
