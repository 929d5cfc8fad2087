// The menu of each system, its keys and its texts; and the notification when a long job ends.
import { beforeEach, expect, test, vi } from 'vitest';
import { FRAME_KEYS } from '../../core/schema/settings/frame-keys.ts';
import type { Job } from '../../core/schema/site/job.ts';
import { menuTemplate, type MenuParts } from '../../electron/window/menu-template.ts';
import { notifyOfJob } from '../../electron/window/notices.ts';
import { textsIn } from '../../electron/texts/texts.ts';
import { Menu, Notification } from '../standin/extras.ts';
import { log } from '../standin/state.ts';

vi.mock('electron', () => import('../standin/extras.ts'));

const told: unknown[][] = [];
const tell =
  (...what: unknown[]) =>
  (...more: unknown[]): void =>
    void told.push([...what, ...more]);
const parts: MenuParts = {
  say: textsIn('en', 'en-US'),
  platform: 'linux',
  isPackaged: true,
  recent: [
    { id: '1', name: 'A & B', folder: '/x' },
    { id: '2', name: 'Site', folder: '/x' },
    { id: '3', name: 'Site', folder: '/y' },
  ],
  tell: (id) => told.push(['tell', id]),
  open: tell('open'),
  create: tell('create'),
  openRecent: tell('recent'),
  clearRecent: tell('clear'),
};
const itemsOf = (more: Partial<MenuParts> = {}) => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ ...parts, ...more })));
  return Menu.list();
};
beforeEach(() => {
  told.length = 0;
  log.length = 0;
});

test.each<[NodeJS.Platform, string[], string]>([
  ['linux', ['File', 'Edit', 'View', 'Window', 'Help'], 'Help > About Polydesk'],
  ['win32', ['File', 'Edit', 'View', 'Window', 'Help'], 'Help > About Polydesk'],
  ['darwin', ['Polydesk', 'File', 'Edit', 'View', 'Window', 'Help'], 'Polydesk > About Polydesk'],
])('on %s: its menus, and About where people look for it', (platform, menus, about) => {
  const items = itemsOf({ platform });
  expect(items.filter(({ path }) => !path.includes(' > ')).map(({ path }) => path)).toEqual(menus);
  expect(items.filter(({ id }) => id === 'frame.about').map(({ path }) => path)).toEqual([about]);
  for (const role of ['quit', 'close', 'cut', 'copy', 'paste', 'selectAll', 'minimize', 'zoomIn', 'togglefullscreen'])
    expect(items.filter((item) => item.role === role).length, role).toBeGreaterThan(0);
});

test('every key of the menu is one of the key map, and none is written twice', () => {
  const items = itemsOf();
  const keys = items.flatMap(({ id, keys: accelerator }) => (id && accelerator ? [[id, accelerator] as const] : []));
  expect(keys.length).toBeGreaterThan(8);
  for (const [id, accelerator] of keys) {
    const combo = (FRAME_KEYS as Record<string, string>)[id] ?? '';
    expect(accelerator.replace('CmdOrCtrl', 'Ctrl').replace(/(Left|Right)$/, 'Arrow$1'), id).toBe(combo);
  }
  const all = items.flatMap((item) => item.keys ?? []);
  expect(new Set(all).size).toBe(all.length);
});

test('recent sites: two with the same name show their folders, "&" is not a mnemonic; an empty list shows a note', () => {
  const names = itemsOf()
    .map(({ path }) => path)
    .filter((path) => path.startsWith('File > Open recent > '));
  expect(names.map((path) => path.split(' > ')[2])).toEqual(['A && B', 'Site (/x)', 'Site (/y)', 'Clear this list']);
  expect(Menu.choose('site.recent.2')).toBe(true);
  expect(told).toEqual([['recent', '2']]);
  expect(itemsOf({ recent: [] }).map(({ path }) => path)).toContain('File > Open recent > No recent sites');
});

test('items of the page go to the page, items of files to the program; developer tools are not packaged', () => {
  itemsOf();
  for (const id of ['undo', 'palette', 'screen.preferences', 'site.open', 'site.new'])
    expect(Menu.choose(id)).toBe(true);
  expect(told).toEqual([['tell', 'undo'], ['tell', 'palette'], ['tell', 'screen.preferences'], ['open'], ['create']]);
  const roles = (isPackaged: boolean) => itemsOf({ isPackaged }).map(({ role }) => role);
  expect(roles(true)).not.toContain('toggleDevTools');
  expect(roles(false)).toContain('toggleDevTools');
});

test.each([
  ['fr', 'en-US', 'Fichier'],
  ['ar', 'en-US', 'ملف'],
  [undefined, 'fr-CA', 'Fichier'],
  [undefined, 'de-DE', 'File'],
  ['constructor', 'en', 'File'],
])('chosen %s on a system in %s: %s', (chosen, system, file) => {
  expect(textsIn(chosen, system)('menu.file')).toBe(file);
});

const job = (more: Partial<Job> = {}): Job => ({
  ...{ id: 1, kind: 'import', state: 'done', done: 1, total: 1, report: null, entry: null },
  ...more,
});
const windowWith = (isFocused: boolean) => {
  const sent: unknown[][] = [];
  const webContents = { send: (...words: unknown[]) => sent.push(words) };
  const window = {
    ...{ isDestroyed: () => false, isFocused: () => isFocused, isMinimized: () => true, webContents },
    ...{ restore: tell('restore'), focus: tell('focus') },
  };
  return { window: window as unknown as Electron.BrowserWindow, sent };
};

test.each<[string, boolean, number, Partial<Job>, string[]]>([
  ['looked away', false, 6000, {}, ['Import: done', 'Site “Vélo”']],
  ['looked away, failed', false, 6000, { state: 'failed', kind: 'bulk' }, ['Bulk change: failed', 'Site “Vélo”']],
  ['a kind without a name', false, 6000, { kind: 'x' }, ['Long task: done', 'Site “Vélo”']],
  ['looking on', true, 6000, {}, []],
  ['short', false, 4000, {}, []],
])('the end of a job: %s', (_what, isFocused, ms, more, expected) => {
  const { window } = windowWith(isFocused);
  notifyOfJob(window, { job: job(more), ms, file: '/x/Vélo.polydesk', say: parts.say });
  expect(log.filter(({ what }) => what === 'notification').flatMap(({ args }) => args)).toEqual(expected);
});

test('clicking it shows the site, where the job is reported', () => {
  const { window, sent } = windowWith(false);
  notifyOfJob(window, { job: job(), ms: 9000, file: '/x/a.polydesk', say: parts.say });
  Notification.all.at(-1)?.emit('click');
  expect(told).toEqual([['restore'], ['focus']]);
  expect(sent).toEqual([['polydesk:news', 'command', 'screen.transfer']]);
});
