import { existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, posix, win32 } from 'node:path';
import { OpenError } from './failures.ts';

/** A folder where the file of an open site is not safe (`security.md` 5.8). */
export interface UnsafePlace {
  /** On another computer, provided by a program (FUSE), or synchronised with other computers. */
  kind: 'network' | 'virtual' | 'synced';
  /** "nfs4", "sshfs", "Dropbox". */
  name: string;
  /** The folder in question: the mount point, or the synchronised folder. */
  folder: string;
}

/** The facts about a computer's folders; a plain object in tests. */
export interface Computer {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Linux: the text of `/proc/self/mountinfo`; "" elsewhere. */
  mounts(): string;
}

/**
 * Why a site must not be kept open at this path, whether or not the file exists yet; undefined if it may. Links are followed.
 * macOS discloses nothing about network drives to a program without helpers: there only folders of services are recognised.
 */
export function unsafePlace(file: string, computer: Computer = thisComputer()): UnsafePlace | undefined {
  const { dirname, resolve } = computer.platform === 'win32' ? win32 : posix;
  const real = realFolder(dirname(resolve(file)), dirname);
  return drive(real, computer) ?? namedByService(real, computer) ?? namedByFolder(real) ?? marked(real, dirname);
}

/** Throws `OpenError` "place" for a place where a live file is not safe. */
export function assertSafePlace(file: string, computer?: Computer): void {
  const place = unsafePlace(file, computer);
  if (place) throw new OpenError('place', `${file} is ${PLACES[place.kind](place.name)}. ${WHY}`, { file });
}

const PLACES: Record<UnsafePlace['kind'], (name: string) => string> = {
  network: (name) => `on a network drive (${name})`,
  virtual: (name) => `on a drive that another program provides (${name})`,
  synced: (name) => `in a folder that ${name} synchronises between computers`,
};

const WHY =
  'While a site is open, its file changes constantly and could be damaged there. Nothing was changed. Copy it to a local folder that is not synchronised, and open the copy.';

function thisComputer(): Computer {
  const mounts = (): string => (process.platform === 'linux' ? textOf('/proc/self/mountinfo') : '');
  return { platform: process.platform, home: homedir(), env: process.env, mounts };
}

type Up = (path: string) => string;

/** The real path of a folder. A Windows drive letter is resolved to its address. */
function realFolder(folder: string, dirname: Up): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at)) return join(realpathSync.native(at), folder.slice(at.length));
    if (at === dirname(at)) return folder;
  }
}

/** File systems that are folders of another computer. */
const NETWORK = new Set(
  'nfs nfs4 cifs smb3 smbfs ncpfs afs coda ceph lustre gfs2 ocfs2 beegfs gpfs 9p drvfs virtiofs vboxsf vmhgfs prl_fs'.split(
    ' ',
  ),
);

/** If the system itself is on such a drive no place is better, so it is accepted. */
function drive(folder: string, { platform, mounts }: Computer): UnsafePlace | undefined {
  if (platform === 'win32') {
    const share = /^\\\\(?:\?\\UNC\\)?[^\\?.]+\\[^\\]+/i.exec(folder)?.[0];
    return share === undefined ? undefined : { kind: 'network', name: 'a shared folder of Windows', folder: share };
  }
  const { point = '/', type = '' } = mountOf(folder, mounts());
  if (point === '/') return undefined;
  if (NETWORK.has(type)) return { kind: 'network', name: type, folder: point };
  const fuse = /^fuse(?:blk$|\.(.+)$|$)/.exec(type);
  return fuse ? { kind: 'virtual', name: fuse[1] ?? type, folder: point } : undefined;
}

/** The mount of a folder: the longest match, and of those at the same point the last. */
function mountOf(folder: string, text: string): { point?: string; type?: string } {
  let found: { point?: string; type?: string } = {};
  for (const line of text.split('\n')) {
    const [before = '', after = ''] = line.split(' - ', 2);
    const point = before.split(' ')[4]?.replace(/\\(\d{3})/g, (_all, code: string) => octal(code));
    if (point === undefined || !isWithin(folder, point) || point.length < (found.point?.length ?? 0)) continue;
    found = { point, type: after.split(' ', 1)[0] ?? '' };
  }
  return found;
}

const octal = (code: string): string => String.fromCharCode(Number.parseInt(code, 8));

/** Folders from the configuration files and environment variables of services. */
function namedByService(folder: string, { home, env }: Computer): UnsafePlace | undefined {
  const folders = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'].map(
    (name) => ['OneDrive', env[name]] as const,
  );
  const infos = [env['LOCALAPPDATA'], env['APPDATA']].flatMap((data) => (data ? [join(data, 'Dropbox')] : []));
  const dropbox = [join(home, '.dropbox'), ...infos].flatMap((place) => dropboxFolders(join(place, 'info.json')));
  // With "Desktop and Documents" in iCloud, both are the same folders as those inside it.
  const cloud = join(home, 'Library', 'Mobile Documents', 'com~apple~CloudDocs');
  const apple = ['Desktop', 'Documents']
    .filter((name) => isSame(join(home, name), join(cloud, name)))
    .map((name) => ['iCloud', join(home, name)] as const);
  const all = [...folders, ...dropbox.map((path) => ['Dropbox', path] as const), ...apple];
  const found = all.find(([, path]) => path && isWithin(folder, existsSync(path) ? realpathSync.native(path) : path));
  return found && { kind: 'synced', name: found[0], folder: found[1] ?? '' };
}

function dropboxFolders(info: string): string[] {
  try {
    const accounts = Object.values(JSON.parse(textOf(info)) as Record<string, { path?: unknown } | null>);
    return accounts.flatMap((one) => (typeof one?.path === 'string' ? [one.path] : []));
  } catch {
    return [];
  }
}

/** Names that services give their folders, in the home folder or wherever the user moved them. */
const FOLDERS: readonly (readonly [string, RegExp])[] = [
  ['Dropbox', /(?:^|[\\/])Dropbox(?: \([^\\/]+\))?(?=[\\/]|$)/],
  ['OneDrive', /(?:^|[\\/])OneDrive(?: ?- ?[^\\/]+)?(?=[\\/]|$)/],
  ['iCloud', /(?:^|[\\/])(?:Mobile Documents|iCloudDrive|iCloud Drive)(?=[\\/]|$)/],
  ['Google Drive', /(?:^|[\\/])(?:Google ?Drive(?:-[^\\/]+)?)(?=[\\/]|$)|^[A-Z]:\\My Drive(?=\\|$)/],
  // On newer versions of macOS every service has its folder here.
  ['a service', /[\\/]Library[\\/]CloudStorage(?=[\\/]|$)/],
];

function namedByFolder(folder: string): UnsafePlace | undefined {
  for (const [name, pattern] of FOLDERS) {
    const found = pattern.exec(folder);
    if (found) return { kind: 'synced', name, folder: folder.slice(0, found.index + found[0].length) };
  }
  return undefined;
}

/** Marker files that services leave in their folders, whatever those are called. */
const MARKS: readonly (readonly [string, string])[] = [
  ['.dropbox', 'Dropbox'],
  ['.dropbox.cache', 'Dropbox'],
  ['.tmp.drivedownload', 'Google Drive'],
  ['.nextcloudsync.log', 'Nextcloud'],
  ['.owncloudsync.log', 'ownCloud'],
  ['.stfolder', 'Syncthing'],
];

function marked(folder: string, dirname: Up): UnsafePlace | undefined {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const found = MARKS.find(([mark]) => isMark(join(at, mark)));
    if (found) return { kind: 'synced', name: found[1], folder: at };
  }
  return undefined;
}

/** In the home folder, a folder of this name holds data of Dropbox; the marker in its synchronised folder is a file. */
function isMark(path: string): boolean {
  const found = about(path);
  return found !== undefined && (found.isFile() || basename(path) !== '.dropbox');
}

function isWithin(path: string, folder: string): boolean {
  const base = folder.replace(/[\\/]+$/, '');
  return path === base || (path.startsWith(base) && /[\\/]/.test(path[base.length] ?? ''));
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map(about);
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** Undefined for missing files, and for those this user may not access. */
function about(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
