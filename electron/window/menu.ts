import { Menu } from 'electron';
import type { Acts } from '../commands.ts';
import { allSiteWindows, frontSiteWindow } from '../sites/site-windows.ts';
import { menuTemplate } from './menu-template.ts';
import type { Program } from '../program.ts';
import { shownRecent } from '../sites/recent.ts';
import { sendToWindow } from './window.ts';

/**
 * Sets the application menu; called again when the recent sites or the language change. On Windows and Linux the bar is hidden
 * until Alt is pressed.
 */
export function setMenu({ host, isPackaged, prefs }: Program, acts: Acts): void {
  const template = menuTemplate({
    say: acts.say(),
    platform: host.platform,
    isPackaged,
    recent: shownRecent(prefs),
    tell(id, window) {
      const siteWindow = allSiteWindows().find((one) => one.window === window) ?? frontSiteWindow();
      if (siteWindow) sendToWindow(siteWindow.window, 'command', id);
    },
    open: () => void acts.open(),
    create: () => void acts.create(),
    openRecent: (id) => void acts.openRecent(id),
    clearRecent: () => acts.clearRecent(),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
