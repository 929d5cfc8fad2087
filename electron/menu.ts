import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { tellWindows } from './window.ts';

/** The few items a system expects. On Windows and Linux the bar is hidden until Alt is pressed. */
export function setMenu(): void {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [item('Preferences', 'screen.preferences', 'CmdOrCtrl+,'), { type: 'separator' }, { role: 'quit' }],
    },
    { role: 'editMenu' },
    { label: 'View', submenu: viewMenu() },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('About Polydesk', 'frame.about')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function viewMenu(): MenuItemConstructorOptions[] {
  const palette = item('Command palette', 'palette', 'CmdOrCtrl+K');
  const zoom: MenuItemConstructorOptions[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }];
  const development: MenuItemConstructorOptions[] = [{ role: 'reload' }, { role: 'toggleDevTools' }];
  return [
    palette,
    { type: 'separator' },
    ...zoom,
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : development),
  ];
}

/** An item the page carries out. */
function item(label: string, id: string, accelerator?: string): MenuItemConstructorOptions {
  // The page has these keys already; the menu only shows them.
  const keys = accelerator !== undefined && { accelerator, registerAccelerator: false };
  return { label, id, ...keys, click: () => tellWindows('command', id) };
}
