import type { BaseWindow, MenuItemConstructorOptions } from 'electron';
import { FRAME_KEYS } from '../../core/schema/settings/frame-keys.ts';
import type { ShownRecent } from '../sites/recent.ts';
import type { Say, TextKey } from '../texts/texts.ts';

/** The inputs of the menu. */
export interface MenuParts {
  say: Say;
  platform: NodeJS.Platform;
  isPackaged: boolean;
  recent: readonly ShownRecent[];
  /** Sends a command to the page of the front window. */
  tell(id: string, window: BaseWindow | undefined): void;
  open(): void;
  create(): void;
  openRecent(id: string): void;
  clearRecent(): void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The menu of each system: macOS has an app menu, elsewhere its items are under File and Help. */
export function menuTemplate(parts: MenuParts): Item[] {
  const isMac = parts.platform === 'darwin';
  const menus: [TextKey, Item[], Item['role']?][] = [
    ['menu.file', fileMenu(parts)],
    ['menu.edit', editMenu(parts)],
    ['menu.view', viewMenu(parts)],
    ['menu.window', windowMenu(parts), 'window'],
    ['menu.help', helpMenu(parts), 'help'],
  ];
  const all = menus.map(([label, submenu, role]) => ({ label: parts.say(label), submenu, ...(role && { role }) }));
  return isMac ? [{ label: 'Polydesk', submenu: macMenu(parts) }, ...all] : all;
}

function macMenu(parts: MenuParts): Item[] {
  const { say } = parts;
  return [
    inPage(parts, 'menu.about', 'frame.about'),
    LINE,
    inPage(parts, 'menu.preferences', 'screen.preferences'),
    LINE,
    { label: say('menu.services'), role: 'services' },
    LINE,
    { label: say('menu.hide'), role: 'hide' },
    { label: say('menu.hide.others'), role: 'hideOthers' },
    { label: say('menu.unhide'), role: 'unhide' },
    LINE,
    { label: say('menu.quit'), role: 'quit' },
  ];
}

function fileMenu(parts: MenuParts): Item[] {
  const { say, platform, open, create } = parts;
  const end: Item[] = [
    inPage(parts, 'menu.preferences', 'screen.preferences'),
    LINE,
    { label: say('menu.quit'), role: 'quit' },
  ];
  return [
    { label: say('menu.site.new'), id: 'site.new', ...keysOf('site.new'), click: () => create() },
    { label: say('menu.site.open'), id: 'site.open', ...keysOf('site.open'), click: () => open() },
    { label: say('menu.recent'), id: 'site.recent', submenu: recentMenu(parts) },
    LINE,
    { label: say('menu.close'), role: 'close' },
    ...(platform === 'darwin' ? [] : [LINE, ...end]),
  ];
}

function recentMenu({ say, recent, openRecent, clearRecent }: MenuParts): Item[] {
  if (recent.length === 0) return [{ label: say('menu.recent.none'), enabled: false }];
  const names = recent.map(({ name }) => name);
  const isTwice = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  return [
    ...recent.map(({ id, name, folder }) => ({
      // "&" would be a mnemonic for the next letter.
      label: (isTwice(name) ? `${name} (${folder})` : name).replaceAll('&', '&&'),
      id: `site.recent.${id}`,
      click: () => openRecent(id),
    })),
    LINE,
    { label: say('menu.recent.clear'), id: 'site.recent.clear', click: () => clearRecent() },
  ];
}

/** Undo and redo go to the page: it knows whether they apply to a focused text or to the site. */
function editMenu(parts: MenuParts): Item[] {
  const { say } = parts;
  return [
    inPage(parts, 'menu.undo', 'undo'),
    inPage(parts, 'menu.redo', 'redo'),
    LINE,
    { label: say('menu.cut'), role: 'cut' },
    { label: say('menu.copy'), role: 'copy' },
    { label: say('menu.paste'), role: 'paste' },
    { label: say('menu.select.all'), role: 'selectAll' },
  ];
}

function viewMenu(parts: MenuParts): Item[] {
  const { say, isPackaged } = parts;
  const development: Item[] = [
    LINE,
    { label: say('menu.reload'), role: 'reload' },
    { label: say('menu.tools'), role: 'toggleDevTools' },
  ];
  return [
    inPage(parts, 'menu.palette', 'palette'),
    inPage(parts, 'menu.continue', 'continue'),
    LINE,
    inPage(parts, 'menu.back', 'frame.back'),
    inPage(parts, 'menu.forward', 'frame.forward'),
    LINE,
    inPage(parts, 'menu.sidebar', 'frame.sidebar'),
    inPage(parts, 'menu.inspector', 'frame.inspector'),
    LINE,
    { label: say('menu.zoom.reset'), role: 'resetZoom' },
    { label: say('menu.zoom.in'), role: 'zoomIn' },
    // The same key without Shift.
    {
      label: say('menu.zoom.in'),
      role: 'zoomIn',
      accelerator: 'CmdOrCtrl+=',
      visible: false,
      acceleratorWorksWhenHidden: true,
    },
    { label: say('menu.zoom.out'), role: 'zoomOut' },
    LINE,
    { label: say('menu.full.screen'), role: 'togglefullscreen' },
    ...(isPackaged ? [] : development),
  ];
}

function windowMenu({ say, platform }: MenuParts): Item[] {
  const more: Item[] = [{ label: say('menu.zoom'), role: 'zoom' }, LINE, { label: say('menu.front'), role: 'front' }];
  return [{ label: say('menu.minimize'), role: 'minimize' }, ...(platform === 'darwin' ? more : [])];
}

function helpMenu(parts: MenuParts): Item[] {
  const about = inPage(parts, 'menu.about', 'frame.about');
  return [inPage(parts, 'menu.keys', 'frame.keys'), ...(parts.platform === 'darwin' ? [] : [LINE, about])];
}

/** A menu item handled by the page, by its command id. */
function inPage({ say, tell }: MenuParts, label: TextKey, id: string): Item {
  return { label: say(label), id, ...keysOf(id), click: (_item, window) => tell(id, window) };
}

/** The shortcut of a command. The page handles the keys first: except on macOS, the menu only displays them. */
function keysOf(id: string): Pick<Item, 'accelerator' | 'registerAccelerator'> {
  const combo = (FRAME_KEYS as Readonly<Record<string, string>>)[id];
  // A single character is a key of lists, and text elsewhere.
  if (combo === undefined || combo.length === 1) return {};
  const accelerator = combo.replace('Ctrl', 'CmdOrCtrl').replace(/Arrow(Left|Right|Up|Down)/, '$1');
  return { accelerator, registerAccelerator: false };
}
